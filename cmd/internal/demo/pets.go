package demo

import "fmt"

const never = 1 << 30 // a day that does not come

type pet struct {
	head
	Customer            string   `json:"customer"`
	Name                string   `json:"name"`
	Species             string   `json:"species"`
	Breeds              []string `json:"breeds,omitempty"`
	Sex                 string   `json:"sex"`
	Altered             string   `json:"altered"`
	BirthDate           string   `json:"birth_date,omitempty"`
	BirthDatePrecision  string   `json:"birth_date_precision,omitempty"`
	Status              string   `json:"status"`
	DeceasedOn          string   `json:"deceased_on,omitempty"`
	SecondaryPetStatus  string   `json:"secondary_pet_status,omitempty"`
	Weight              *weight  `json:"weight,omitempty"`
	Coat                string   `json:"coat,omitempty"`
	Colour              string   `json:"colour,omitempty"`
	Markings            string   `json:"markings,omitempty"`
	Microchip           string   `json:"microchip,omitempty"`
	Vet                 *vet     `json:"vet,omitempty"`
	FeedingInstructions string   `json:"feeding_instructions,omitempty"`
	Medications         string   `json:"medications,omitempty"`
	Allergies           string   `json:"allergies,omitempty"`
	MedicalNotes        string   `json:"medical_notes,omitempty"`
	BehaviourNotes      string   `json:"behaviour_notes,omitempty"`
	GroomingNotes       string   `json:"grooming_notes,omitempty"`
	Alert               string   `json:"alert,omitempty"`
	ColourCodes         []int    `json:"colour_codes,omitempty"`
	Tags                []string `json:"tags,omitempty"`

	owner      int // index of the customer
	born, died int // days
	hundredths int // weight in the location's unit
}

func (b *business) makePets() []pet {
	l := newLuck(b.location.Code, "pets")
	pets := []pet{}
	for owner := range b.customers {
		count := 1 + l.weigh(60, 29, 8, 3)
		if owner < regulars {
			count = 1 + l.weigh(40, 45, 15)
		}
		if owner == 0 {
			count = 2
		}
		for range count {
			species := anySpecies(l)
			if len(pets) == 0 {
				species = "dog"
			}
			made := b.makePet(l, owner, species)
			made.ExternalID = fmt.Sprintf("P-%04d", len(pets)+1)
			pets = append(pets, made)
		}
	}
	b.revive(&pets[0])

	return pets
}

func anySpecies(l luck) string {
	species := list(`dog, cat, rabbit, guinea_pig, bird, ferret, hamster, reptile, chinchilla, rat`)

	return species[l.weigh(680, 200, 45, 20, 20, 12, 10, 5, 4, 4)]
}

// revive makes the first dog one in good health and of an age for all vaccinations: the demo login shows it.
func (b *business) revive(p *pet) {
	p.Name, p.Sex, p.Alert, p.Status, p.DeceasedOn, p.died = "Biscuit", "male", "", "active", "", never
	p.born, p.BirthDate, p.BirthDatePrecision = -1200, b.date(-1200), "day"
}

func (b *business) makePet(l luck, owner int, species string) pet {
	chosen := pick(l, kindsOf(species))
	made := pet{
		head:  head{Type: "pet"},
		owner: owner, Customer: b.customers[owner].ExternalID,
		Name: pick(l, petNames()), Species: species, Coat: chosen.coat,
		Sex:     []string{"male", "female", "unknown"}[l.weigh(50, 47, 3)],
		Altered: []string{"yes", "no", "unknown"}[l.weigh(70, 22, 8)],
	}
	b.age(l, &made)
	if chosen.breed != "" {
		made.Breeds = []string{chosen.breed}
	}
	if other := pick(l, kindsOf(species)); species == "dog" && chosen.breed != "Mixed" &&
		other.breed != chosen.breed && other.breed != "Mixed" && l.chance(12) {
		made.Breeds = append(made.Breeds, other.breed)
	}
	b.measure(l, &made, chosen)
	b.describe(l, &made)
	b.advise(l, &made)

	return made
}

func (b *business) age(l luck, p *pet) {
	oldest := 4800
	switch p.Species {
	case "hamster", "rat":
		oldest = 700
	case "rabbit", "guinea_pig", "ferret":
		oldest = 2200
	}
	p.born, p.died = -l.between(90, oldest), never
	p.Status = "active"
	switch l.weigh(92, 5, 3) {
	case 1:
		p.Status = "inactive"
	case 2:
		p.Status = "deceased"
		p.died = -l.between(1, min(300, -p.born-60))
		if l.chance(85) {
			p.DeceasedOn = b.date(p.died)
		}
	}
	if b.customers[p.owner].Status == "inactive" && p.Status == "active" && l.chance(70) {
		p.Status = "inactive"
	}
	if l.chance(92) {
		p.BirthDate = b.date(p.born)
		p.BirthDatePrecision = []string{"day", "month", "year", "estimated"}[l.weigh(65, 15, 8, 12)]
	}
	if -p.born > 3600 && l.chance(50) {
		p.SecondaryPetStatus = "Senior"
	} else if l.chance(9) {
		p.SecondaryPetStatus = pick(l, PetStatuses()[:2])
	}
}

// measure lets puppies and kittens be lighter than grown animals.
func (b *business) measure(l luck, p *pet, chosen kind) {
	grams := l.between(chosen.low, chosen.high)
	if p.born > -300 {
		grams = grams * (60 - p.born) / 360
	}
	p.hundredths = b.hundredths(grams)
	if l.chance(93) {
		p.Weight = &weight{Value: decimal(p.hundredths), Unit: b.location.WeightUnit}
	}
}
