package limit

import (
	"encoding/json"
	"errors"
	"net/http"
)

func createCustomer(r *http.Request, account int64) (statement, error) {
	var c struct {
		FirstName     string `json:"first_name"`
		LastName      string `json:"last_name"`
		CompanyName   string `json:"company_name"`
		Email         string `json:"email"`
		Status        string `json:"status"`
		Source        string `json:"referral_source"`
		Alert         string `json:"alert"`
		Communication struct {
			Marketing bool `json:"marketing_opt_in"`
		} `json:"communication"`
		Tags    json.RawMessage `json:"tags"`
		Phones  [2]numbered     `json:"phones"`
		Contact [1]numbered     `json:"contacts"`
		Address struct{ Line1, City, Region, Postcode, Country string }
		Vet     struct{ Practice, Name string }
	}
	if err := decode(r, &c); err != nil {
		return statement{}, err
	}
	return made(&customer, `insert into customers (account_id, first_name, last_name, company_name, email, mobile, phone, line1, city, region,
		postcode, country, status, referral_source, contact_name, contact_phone, practice, vet, marketing, tags, alert)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning `+customer.list,
		account, c.FirstName, c.LastName, c.CompanyName, c.Email, c.Phones[0].Number, c.Phones[1].Number, c.Address.Line1, c.Address.City,
		c.Address.Region, c.Address.Postcode, c.Address.Country, c.Status, c.Source, c.Contact[0].Name, c.Contact[0].Phone,
		c.Vet.Practice, c.Vet.Name, c.Communication.Marketing, c.Tags, c.Alert)
}

// numbered is a phone or a contact.
type numbered struct{ Name, Phone, Number string }

func updateCustomer(r *http.Request, account int64) (statement, error) {
	var c struct {
		FirstName *string `json:"first_name"`
		LastName  *string `json:"last_name"`
		Email     *string `json:"email"`
		Mobile    *string `json:"mobile"`
		Alert     *string `json:"alert"`
	}
	if err := decode(r, &c); err != nil {
		return statement{}, err
	}
	return one(&customer, `update customers set first_name = coalesce($3, first_name), last_name = coalesce($4, last_name),
		email = coalesce($5, email), mobile = coalesce($6, mobile), alert = coalesce($7, alert), updated_at = now(), version = version + 1
		where id = $1 and account_id = $2 returning `+customer.list,
		id(r, "customer"), account, c.FirstName, c.LastName, c.Email, c.Mobile, c.Alert)
}

// petBody is a new pet or a change of one.
type petBody struct {
	Name        *string         `json:"name"`
	Species     *string         `json:"species"`
	Sex         *string         `json:"sex"`
	Altered     *string         `json:"altered"`
	BirthDate   *string         `json:"birth_date"`
	Weight      json.RawMessage `json:"weight"`
	Colour      *string         `json:"colour"`
	Microchip   *string         `json:"microchip"`
	Feeding     *string         `json:"feeding_instructions"`
	Medications *string         `json:"medications"`
	Allergies   *string         `json:"allergies"`
	Behaviour   *string         `json:"behaviour_notes"`
	Medical     *string         `json:"medical_notes"`
}

func createPet(r *http.Request, account int64) (statement, error) {
	var p petBody
	if err := decode(r, &p); err != nil {
		return statement{}, err
	}
	return made(&pet, `insert into pets (account_id, customer_id, name, species, sex, altered, birth_date, weight, colour, microchip,
		feeding_instructions, medications, allergies, behaviour_notes, medical_notes)
		select account_id, id, $3, $4, $5, $6, $7::text::date, $8, $9, $10, $11, $12, $13, $14, $15
		from customers where id = $1 and account_id = $2 returning `+pet.list,
		id(r, "customer"), account, p.Name, p.Species, p.Sex, p.Altered, p.BirthDate, p.Weight, p.Colour, p.Microchip,
		p.Feeding, p.Medications, p.Allergies, p.Behaviour, p.Medical)
}

func updatePet(r *http.Request, account int64) (statement, error) {
	var p petBody
	if err := decode(r, &p); err != nil {
		return statement{}, err
	}
	return one(&pet, `update pets set name = coalesce($4, name), colour = coalesce($5, colour),
		feeding_instructions = coalesce($6, feeding_instructions), medications = coalesce($7, medications),
		behaviour_notes = coalesce($8, behaviour_notes), medical_notes = coalesce($9, medical_notes),
		updated_at = now(), version = version + 1 where id = $1 and customer_id = $2 and account_id = $3 returning `+pet.list,
		id(r, "pet"), id(r, "customer"), account, p.Name, p.Colour, p.Feeding, p.Medications, p.Behaviour, p.Medical)
}

func createNote(r *http.Request, account int64) (statement, error) {
	var n struct {
		Body string `json:"body"`
	}
	if err := decode(r, &n); err != nil {
		return statement{}, err
	}
	return made(&note, `insert into notes (account_id, customer_id, pet_id, body, author)
		select account_id, customer_id, id, $4, 'Front desk' from pets where id = $1 and customer_id = $2 and account_id = $3
		returning `+note.list, id(r, "pet"), id(r, "customer"), account, n.Body)
}

func createVaccination(r *http.Request, account int64) (statement, error) {
	var v struct {
		Type           json.Number `json:"vaccination_type_id"`
		ExpiresOn      string      `json:"expires_on"`
		AdministeredOn *string     `json:"administered_on"`
		Clinic         *string     `json:"clinic"`
		LotNumber      *string     `json:"lot_number"`
	}
	if err := decode(r, &v); err != nil {
		return statement{}, err
	}
	number, err := v.Type.Int64()
	if err != nil || number < 1 || int(number) > len(Vaccines) {
		return statement{}, errors.New("no such vaccination type")
	}
	return made(&vaccination, `insert into vaccinations (account_id, pet_id, vaccination_type_id, type, expires_on, administered_on, clinic,
		lot_number) select account_id, id, $3, $4, $5::text::date, $6::text::date, $7, $8 from pets where id = $1 and account_id = $2
		returning `+vaccination.list, id(r, "pet"), account, number, Vaccines[number-1], v.ExpiresOn, v.AdministeredOn, v.Clinic, v.LotNumber)
}
