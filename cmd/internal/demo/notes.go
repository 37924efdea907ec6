package demo

import (
	"fmt"
	"strings"
)

type note struct {
	head
	Customer   string `json:"customer,omitempty"`
	Pet        string `json:"pet,omitempty"`
	Order      string `json:"order,omitempty"`
	Title      string `json:"title,omitempty"`
	Body       string `json:"body"`
	Category   string `json:"category"`
	Pinned     bool   `json:"pinned"`
	Visibility string `json:"visibility"`
}

// remark is a note before it is about somebody; {pet} and {customer} stand for names.
type remark struct {
	category, title, body string
}

func (b *business) makeNotes() []note {
	l := newLuck(b.location.Code, "notes")
	notes := []note{}
	for i, c := range b.customers {
		for _, r := range some(l, customerRemarks(), l.weigh(80, 15, 5)+first(i, 2)) {
			made := b.remember(l, r, "", spaced(c.FirstName, c.LastName), len(notes))
			made.Customer = c.ExternalID
			notes = append(notes, made)
		}
	}
	for i, p := range b.pets {
		owner := b.customers[p.owner]
		for _, r := range some(l, petRemarks(p.Species), l.weigh(70, 20, 8, 2)+first(i, 3)) {
			made := b.remember(l, r, p.Name, spaced(owner.FirstName, owner.LastName), len(notes))
			made.Pet = p.ExternalID
			notes = append(notes, made)
		}
	}
	for _, o := range b.orders {
		if l.chance(7) {
			made := b.remember(l, pick(l, orderRemarks()), "the guest", "the owner", len(notes))
			made.Order = o.ExternalID
			notes = append(notes, made)
		}
	}

	return notes
}

// first gives the first record, which the demo login shows, something to show.
func first(index, count int) int {
	if index == 0 {
		return count
	}

	return 0
}

func (b *business) remember(l luck, r remark, petName, customerName string, before int) note {
	names := strings.NewReplacer("{pet}", petName, "{customer}", customerName)
	made := note{
		head:  head{"note", fmt.Sprintf("N-%05d", before+1)},
		Title: names.Replace(r.title), Body: names.Replace(r.body), Category: r.category,
		Pinned: l.chance(8), Visibility: "staff",
	}
	if r.category != "billing" && r.category != "incident" && l.chance(30) {
		made.Visibility = "customer"
	}

	return made
}
