package demo

import "fmt"

type preventiveType struct {
	head
	Name         string   `json:"name"`
	Category     string   `json:"category"`
	Species      []string `json:"species"`
	IntervalDays int      `json:"interval_days"`

	products []string
}

type preventive struct {
	head
	Pet            string `json:"pet"`
	PreventiveType string `json:"preventive_type"`
	Product        string `json:"product,omitempty"`
	AdministeredOn string `json:"administered_on"`
	ExpiresOn      string `json:"expires_on"`
	Note           string `json:"note,omitempty"`
}

func preventiveTypes() []preventiveType {
	types := []preventiveType{
		{Name: "Flea & tick spot-on", Category: "flea_tick", Species: []string{"dog"}, IntervalDays: 30,
			products: list(`Tickaway Spot-On, Fleaguard Plus`)},
		{Name: "Flea & tick collar", Category: "flea_tick", Species: []string{"dog", "cat"}, IntervalDays: 240,
			products: list(`Longcollar 8, Tickaway Band`)},
		{Name: "Flea spot-on for cats", Category: "flea_tick", Species: []string{"cat"}, IntervalDays: 30, products: list(`Fleaguard Cat`)},
		{Name: "Heartworm tablet", Category: "heartworm", Species: []string{"dog"}, IntervalDays: 30, products: list(`Heartsure, Filarex Chew`)},
		{Name: "Dewormer", Category: "dewormer", Species: []string{"dog", "cat", "ferret"}, IntervalDays: 90,
			products: list(`Wormex, Panawurm Paste, Triworm`)},
		{Name: "Flystrike protection", Category: "other", Species: []string{"rabbit", "guinea_pig"}, IntervalDays: 70,
			products: list(`Flystop Rear`)},
		{Name: "Mite treatment", Category: "other", Species: []string{}, IntervalDays: 28, products: list(`Mitex Drops`)},
	}
	for i := range types {
		types[i].head = head{"preventive_type", fmt.Sprintf("PT-%d", i+1)}
	}

	return types
}

func (t preventiveType) suits(species string) bool {
	for _, suited := range t.Species {
		if suited == species {
			return true
		}
	}

	return false
}

func (b *business) makePreventives() []preventive {
	l := newLuck(b.location.Code, "preventives")
	made := []preventive{}
	for i, p := range b.pets {
		for _, wanted := range b.preventiveTypes {
			if p.died < 0 || !wanted.suits(p.Species) || !l.chance(38) && i > 0 {
				continue
			}
			given := -l.between(1, wanted.IntervalDays*13/10)
			if given < p.born+42 {
				continue
			}
			record := preventive{
				head: head{"preventive", fmt.Sprintf("PV-%05d", len(made)+1)},
				Pet:  p.ExternalID, PreventiveType: wanted.ExternalID, Product: pick(l, wanted.products),
				AdministeredOn: b.date(given), ExpiresOn: b.date(given + wanted.IntervalDays),
			}
			if l.chance(10) {
				record.Note = pick(l, []string{"Given by the owner.", "Spat out the first one.", "With food!", "Half dose, see weight."})
			}
			made = append(made, record)
		}
	}

	return made
}
