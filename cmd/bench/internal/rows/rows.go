// Package rows generates the records of both sides of the benchmark. The content of a record depends only on its number.
package rows

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Numbers of records, which start at 1. Customer c owns the pets 2c-1 and 2c and the order c.
const (
	Customers = 20_000
	Pets      = 2 * Customers
	Orders    = Customers
)

// Customer is a household.
type Customer struct {
	Number                                  int
	FirstName, LastName, Company, Email     string
	Mobile, Phone                           string
	Line1, City, Region, Postcode, Country  string
	Status, Source                          string
	ContactName, ContactRelation, ContactNo string
	Practice, Vet                           string
	Marketing                               bool
	Tags                                    []string
	Alert                                   string
	Created                                 time.Time
}

// Pet is a pet of a customer.
type Pet struct {
	Number                                              int
	Name, Species, Breed, Sex, Altered, Colour, Weight  string
	Born                                                time.Time
	Microchip                                           string
	Feeding, Medications, Allergies, Behaviour, Medical string
	Created                                             time.Time
}

// Owner returns the customer of a pet.
func Owner(pet int) int { return (pet + 1) / 2 }

var began = time.Date(2022, 3, 1, 9, 0, 0, 0, time.UTC)

// source generates the values of one record.
type source struct{ *rand.Rand }

func draw(kind, number int) source {
	return source{rand.New(rand.NewPCG(uint64(kind), uint64(number)))}
}

func (s source) of(list []string) string { return list[s.IntN(len(list))] }

func (s source) surname() string { return s.of(nameStarts) + s.of(nameEnds) }

func (s source) text(words int) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.of(vocabulary))
	}
	return strings.ToUpper(b.String()[:1]) + b.String()[1:] + "."
}

// CustomerAt returns the customer with a number.
func CustomerAt(n int) Customer {
	s := draw(1, n)
	c := Customer{Number: n, FirstName: s.of(firstNames), LastName: s.surname(), Country: "GB", Status: "active"}
	c.Email = strings.ToLower(fmt.Sprintf("%s.%s.%d@mail.example.com", c.FirstName, c.LastName, n))
	if s.IntN(5) == 0 {
		c.Company = s.surname() + " " + s.of(companies)
	}
	c.Mobile = fmt.Sprintf("+4477009%05d", s.IntN(100_000))
	c.Phone = fmt.Sprintf("+442079460%03d", s.IntN(1000))
	c.Line1 = fmt.Sprintf("%d %s %s", 1+s.IntN(300), s.of(streets), s.of(roads))
	c.City, c.Region = s.of(towns), s.of(regions)
	c.Postcode = fmt.Sprintf("%c%c%d %d%c%c", 'A'+s.IntN(26), 'A'+s.IntN(26), 1+s.IntN(20), s.IntN(10), 'A'+s.IntN(26), 'A'+s.IntN(26))
	if s.IntN(6) == 0 {
		c.Status = "inactive"
	}
	c.Source = s.of(sources)
	c.ContactName, c.ContactRelation = s.of(firstNames)+" "+c.LastName, s.of(relations)
	c.ContactNo = fmt.Sprintf("+4477009%05d", s.IntN(100_000))
	c.Practice, c.Vet = s.of(towns)+" Veterinary Centre", "Dr "+s.surname()
	c.Marketing = s.IntN(2) == 0
	c.Tags = []string{labels[s.IntN(2)], labels[2+s.IntN(3)]}
	c.Alert = s.text(20 + s.IntN(20))
	c.Created = began.Add(time.Duration(n) * 97 * time.Minute)
	return c
}

// PetAt returns the pet with a number.
func PetAt(n int) Pet {
	s := draw(2, n)
	p := Pet{Number: n, Name: s.of(petNames), Species: "dog", Breed: s.of(dogBreeds), Sex: "female", Altered: "yes"}
	if s.IntN(3) == 0 {
		p.Species, p.Breed = "cat", s.of(catBreeds)
	}
	if s.IntN(2) == 0 {
		p.Sex = "male"
	}
	p.Colour = s.of(coats)
	p.Weight = fmt.Sprintf("%d.%d", 2+s.IntN(40), 1+s.IntN(9))
	p.Born = time.Date(2012+s.IntN(13), time.Month(1+s.IntN(12)), 1+s.IntN(28), 0, 0, 0, 0, time.UTC)
	p.Microchip = fmt.Sprintf("999%012d", n)
	p.Feeding, p.Medications = s.text(6+s.IntN(8)), s.text(3+s.IntN(5))
	p.Allergies, p.Behaviour, p.Medical = s.of(allergens), s.text(5+s.IntN(8)), s.text(8+s.IntN(12))
	p.Created = began.Add(time.Duration(n) * 48 * time.Minute)
	return p
}

// Vaccines returns the names of the pet's vaccines.
func (p Pet) Vaccines() []string {
	if p.Species == "cat" {
		return []string{"Rabies", "FVRCP"}
	}
	return []string{"Rabies", "DHPP", "Bordetella"}
}

// WeightValue returns the pet's weight as requests and responses contain it.
func (p Pet) WeightValue() map[string]string {
	return map[string]string{"value": p.Weight, "unit": "kg"}
}

// VaccinatedOn is the date of all vaccinations, which are valid for three years.
var VaccinatedOn = time.Date(2026, 4, 20, 0, 0, 0, 0, time.UTC)

// Clinic is the clinic of all vaccinations.
const Clinic = "Canal Street Vets"

// Lot returns the lot number of a pet's vaccinations.
func Lot(pet int) string { return fmt.Sprintf("L%05d-7", pet) }

// Note returns the text of the pet's note.
func (p Pet) Note() string { return draw(3, p.Number).text(10) }

// Term generates a part of a name or e-mail address in lower case.
func Term(r *rand.Rand) string {
	c := CustomerAt(1 + r.IntN(Customers))
	switch r.IntN(4) {
	case 0, 1:
		return strings.ToLower(c.LastName[:6])
	case 2:
		return strings.ToLower(c.FirstName[:min(4, len(c.FirstName))])
	}
	return c.Email[:len(c.FirstName)+3+r.IntN(4)]
}

// Matches reports whether a search for a term must find the customer.
func (c Customer) Matches(term string) bool {
	return strings.Contains(strings.ToLower(c.FirstName+" "+c.LastName)+" "+c.Email, term)
}
