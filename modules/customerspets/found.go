package customerspets

import (
	"slices"
	"strings"
)

// Found is a place in which a word of a search was found.
type Found struct {
	In   string `json:"in" enum:"name,phone,email,company,contact,pet,microchip,owner" doc:"The kind of text" example:"contact"`
	Text string `json:"text" maxLength:"254" doc:"The text" example:"Li O'Brien"`
	As   string `json:"as,omitempty" enum:"pickup,emergency" doc:"What a contact may do or is called for" example:"pickup"`
}

// places collects where words are found.
type places struct {
	words []SearchWord
	found []Found
}

// look notes a text in which a word is found; in is what searches see of it.
func (p *places) look(in, as, text, searched string) {
	f := Found{in, text, as}
	isIn := func(w SearchWord) bool { return w.isIn(searched) }
	if slices.ContainsFunc(p.words, isIn) && !slices.Contains(p.found, f) {
		p.found = append(p.found, f)
	}
}

// foundIn returns where words are found in a customer and in the names of its MatchingPets.
func (c *Customer) foundIn(words []SearchWord, national func(e164 string) string) []Found {
	p := places{words: words}
	name := CustomerLabel{FirstName: c.FirstName, LastName: c.LastName}.name()
	p.look("name", "", name, searchable(c.FirstName)+searchable(c.LastName))
	for _, phone := range c.Phones.Get() {
		p.look("phone", "", phone.Number, searchablePhone(phone.Number, national))
	}
	for _, pet := range c.MatchingPets {
		p.look("pet", "", pet.Name, searchable(&pet.Name))
	}
	for _, k := range c.Contacts.Get() {
		searched := searchable(&k.Name)
		if k.Phone != nil {
			searched += searchablePhone(*k.Phone, national)
		}
		p.look("contact", k.role(), k.Name, searched)
	}
	if c.CompanyName != nil {
		p.look("company", "", *c.CompanyName, searchable(c.CompanyName))
	}
	if c.Email != nil {
		p.look("email", "", *c.Email, searchable(c.Email))
	}
	return p.found
}

// foundIn returns where words are found in a pet and in its owner's name and phone.
func (l ListedPet) foundIn(words []SearchWord, national func(e164 string) string) []Found {
	p := places{words: words}
	p.look("name", "", l.Name, searchable(&l.Name))
	if l.Microchip != nil {
		l.index()
		p.look("microchip", "", *l.Microchip, strings.TrimPrefix(l.Search, l.NameKey))
	}
	p.look("owner", "", l.Customer.Name, searchable(&l.Customer.Name))
	if l.Customer.Phone != nil {
		p.look("phone", "", *l.Customer.Phone, searchablePhone(*l.Customer.Phone, national))
	}
	return p.found
}

// role says what a contact may do, "" if it is nothing of note.
func (k CustomerContact) role() string {
	switch {
	case k.AuthorisedPickup:
		return "pickup"
	case k.Emergency:
		return "emergency"
	}
	return ""
}
