package demo

import "fmt"

// vaccine is a type of vaccination and how likely a pet of the market has it.
type vaccine struct {
	name    string
	months  int
	percent int
}

type vaccination struct {
	head
	Pet             string `json:"pet"`
	VaccinationType string `json:"vaccination_type"`
	ExpiresOn       string `json:"expires_on"`
	AdministeredOn  string `json:"administered_on,omitempty"`
	Manufacturer    string `json:"manufacturer,omitempty"`
	LotNumber       string `json:"lot_number,omitempty"`
	Clinic          string `json:"clinic,omitempty"`
	Veterinarian    string `json:"veterinarian,omitempty"`
	Verified        bool   `json:"verified"`
	Note            string `json:"note,omitempty"`
}

func britishVaccines() map[string][]vaccine {
	return map[string][]vaccine{
		"dog":    {{"DHPP", 36, 95}, {"Leptospirosis", 12, 92}, {"Bordetella", 12, 75}, {"Rabies", 36, 15}},
		"cat":    {{"FVRCP", 36, 92}, {"FeLV", 12, 70}, {"Rabies", 36, 6}},
		"rabbit": {{"Myxomatosis", 12, 88}, {"RHD", 12, 85}},
		"ferret": {{"Distemper", 12, 80}, {"Rabies", 36, 10}},
	}
}

func americanVaccines() map[string][]vaccine {
	return map[string][]vaccine{
		"dog": {{"Rabies", 36, 97}, {"DHPP", 36, 94}, {"Bordetella", 12, 88}, {"Leptospirosis", 12, 60},
			{"Canine influenza", 12, 40}, {"Lyme", 12, 65}},
		"cat":    {{"Rabies", 12, 95}, {"FVRCP", 36, 90}, {"FeLV", 12, 55}},
		"rabbit": {{"RHD", 12, 45}},
		"ferret": {{"Distemper", 12, 85}, {"Rabies", 12, 80}},
	}
}

func (b *business) makeVaccinations() []vaccination {
	l := newLuck(b.location.Code, "health")
	made := []vaccination{}
	for i := range b.pets {
		for number, wanted := range b.market.vaccines[b.pets[i].Species] {
			if !l.chance(wanted.percent) && i > 0 {
				continue
			}
			made = b.vaccinate(l, made, b.pets[i], wanted, b.expiry(l, b.pets[i], i, number, wanted))
		}
	}

	return made
}

// expiry is a day in the future for most; the first pet of the location has one of every kind.
func (b *business) expiry(l luck, p pet, index, number int, v vaccine) int {
	longest := v.months * 30
	state := l.weigh(76, 12, 12)
	if index == 0 {
		state = number % 3
	}
	if p.died < 0 {
		state = 2
	}
	switch state {
	case 0:
		return l.between(31, longest-1)
	case 1:
		return l.between(0, 30)
	default:
		return -l.between(1, 260)
	}
}

// vaccinate adds the record that expires on that day and, for older pets, those before it.
func (b *business) vaccinate(l luck, made []vaccination, p pet, v vaccine, expires int) []vaccination {
	for range 1 + l.weigh(55, 30, 15) {
		administered := expires - v.months*365/12
		if administered < p.born+42 || administered > min(-1, p.died) {
			break
		}
		record := vaccination{
			head: head{"vaccination", fmt.Sprintf("V-%05d", len(made)+1)},
			Pet:  p.ExternalID, VaccinationType: v.name,
			ExpiresOn: b.date(expires), Verified: l.chance(70),
		}
		if l.chance(90) {
			record.AdministeredOn = b.date(administered)
		}
		if l.chance(70) {
			record.Manufacturer = pick(l, list(`Vetora, Canivax Labs, Nordimmun, Felisera, Biopaw`))
			record.LotNumber = fmt.Sprintf("%c%05d-%d", 'A'+rune(l.IntN(26)), l.IntN(100000), l.between(1, 9))
		}
		if l.chance(75) {
			record.Clinic = pick(l, b.market.practices)
			name := b.makeName(l)
			record.Veterinarian = "Dr " + spaced(name.first, name.last)
		}
		if l.chance(8) {
			record.Note = pick(l, []string{
				"Certificate seen as photo only.", "Titre test instead of booster accepted by the manager.",
				"Intranasal.", "Mild swelling at the injection site, gone after 2 days.", "Date hard to read: 1 or 7?",
			})
		}
		made = append(made, record)
		expires = administered + l.between(-20, 25)
	}

	return made
}
