package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

// records are the types, other than customers and pets, that the chosen operations need. No others are loaded.
type records struct{ notes, vaccinations, orders bool }

type object = map[string]any

// writeRecords writes an import file.
func writeRecords(name string, wanted records) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	to := json.NewEncoder(w)
	err = errors.Join(writePeople(to), writeHistory(to, wanted), w.Flush())
	return errors.Join(err, f.Close())
}

func writePeople(to *json.Encoder) error {
	for n := 1; n <= rows.Customers; n++ {
		c := customerBody(rows.CustomerAt(n))
		c["type"], c["external_id"] = "customer", fmt.Sprintf("C-%d", n)
		if err := to.Encode(c); err != nil {
			return err
		}
	}
	for n := 1; n <= rows.Pets; n++ {
		p := petBody(rows.PetAt(n))
		p["type"], p["external_id"], p["customer"] = "pet", fmt.Sprintf("P-%d", n), fmt.Sprintf("C-%d", rows.Owner(n))
		p["breeds"] = []string{rows.PetAt(n).Breed}
		if err := to.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// customerBody returns a customer as a request body.
func customerBody(c rows.Customer) object {
	return object{"first_name": c.FirstName, "last_name": c.LastName, "company_name": c.Company,
		"email": c.Email, "status": c.Status, "referral_source": c.Source, "tags": c.Tags, "alert": c.Alert,
		"phones":        []object{{"type": "mobile", "number": c.Mobile, "primary": true}, {"type": "home", "number": c.Phone}},
		"address":       object{"line1": c.Line1, "city": c.City, "region": c.Region, "postcode": c.Postcode, "country": c.Country},
		"contacts":      []object{{"name": c.ContactName, "relationship": c.ContactRelation, "phone": c.ContactNo, "emergency": true}},
		"vet":           object{"practice": c.Practice, "name": c.Vet},
		"communication": object{"marketing_opt_in": c.Marketing}}
}

// petBody returns a pet as a request body.
func petBody(p rows.Pet) object {
	return object{"name": p.Name, "species": p.Species, "sex": p.Sex, "altered": p.Altered, "birth_date": p.Born.Format(time.DateOnly),
		"weight": p.WeightValue(), "colour": p.Colour, "microchip": p.Microchip, "feeding_instructions": p.Feeding, "medications": p.Medications,
		"allergies": p.Allergies, "behaviour_notes": p.Behaviour, "medical_notes": p.Medical}
}

func writeHistory(to *json.Encoder, wanted records) error {
	for n := 1; n <= rows.Pets; n++ {
		p, pet := rows.PetAt(n), fmt.Sprintf("P-%d", n)
		if wanted.notes {
			if err := to.Encode(object{"type": "note", "external_id": fmt.Sprintf("N-%d", n), "pet": pet, "body": p.Note()}); err != nil {
				return err
			}
		}
		for i, v := range p.Vaccines() {
			if !wanted.vaccinations {
				break
			}
			line := vaccinationBody(n)
			line["type"], line["external_id"], line["pet"], line["vaccination_type"] = "vaccination", fmt.Sprintf("V-%d-%d", n, i), pet, v
			if err := to.Encode(line); err != nil {
				return err
			}
		}
	}
	for n := 1; n <= rows.Orders && wanted.orders; n++ {
		if err := to.Encode(orderLine(rows.OrderAt(n))); err != nil {
			return err
		}
	}
	return nil
}

// vaccinationBody returns a vaccination as a request body without its type.
func vaccinationBody(pet int) object {
	return object{"expires_on": rows.VaccinatedOn.AddDate(3, 0, 0).Format(time.DateOnly),
		"administered_on": rows.VaccinatedOn.Format(time.DateOnly), "clinic": rows.Clinic, "lot_number": rows.Lot(pet)}
}

func orderLine(o rows.Order) object {
	return object{"type": "order", "external_id": fmt.Sprintf("O-%d", o.Number), "number": o.Name(), "customer": fmt.Sprintf("C-%d", o.Number),
		"pets":   []string{fmt.Sprintf("P-%d", 2*o.Number-1), fmt.Sprintf("P-%d", 2*o.Number)},
		"status": "completed", "service_types": []string{"boarding", "retail"}, "starts_at": o.Starts, "ends_at": o.Ends, "placed_at": o.Placed,
		"lines": o.Lines, "totals": o.Totals, "payments": []rows.Payment{o.Payment}}
}
