package demo

type contact struct {
	Name             string `json:"name"`
	Relationship     string `json:"relationship"`
	Phone            string `json:"phone,omitempty"`
	Emergency        bool   `json:"emergency"`
	AuthorisedPickup bool   `json:"authorised_pickup"`
}

type vet struct {
	Practice string `json:"practice"`
	Name     string `json:"name,omitempty"`
	Phone    string `json:"phone,omitempty"`
}

func (b *business) makeContacts(l luck, family string) []contact {
	contacts := []contact{}
	for range l.weigh(35, 40, 17, 6, 2) {
		name := b.makeName(l)
		if l.chance(45) {
			name.last = family
		}
		made := contact{
			Name:             spaced(name.first, name.last),
			Relationship:     pick(l, list(`Partner, Husband, Wife, Mother, Father, Sister, Brother, Neighbour, Friend, Dog walker, Flatmate, Daughter`)),
			Emergency:        l.chance(60),
			AuthorisedPickup: l.chance(70),
		}
		if l.chance(92) {
			made.Phone = b.market.mobile(l)
		}
		contacts = append(contacts, made)
	}

	return contacts
}

func (b *business) makeVet(l luck) *vet {
	made := &vet{Practice: pick(l, b.market.practices)}
	if l.chance(70) {
		made.Name = "Dr " + spaced(b.makeName(l).first, b.makeName(l).last)
	}
	if l.chance(85) {
		made.Phone = b.market.landline(l)
	}

	return made
}

func spaced(first, last string) string {
	if last == "" {
		return first
	}

	return first + " " + last
}

func customerTags() []string {
	return list(`VIP, weekly daycare, needs invoice, pays cash, key holder, staff family, multi-pet, school holidays only,
		prefers text, new 🐾, café regular, allergic to cats, late pick-up, rescue partner`)
}

func customerAlerts() []string {
	return []string{
		"Card declined twice – take payment before drop-off.",
		"Do NOT release pets to ex-partner; see note of the solicitor.",
		"Gate code changed: ask at the door, don't ring the bell (baby asleep).",
		"Balance outstanding; no further bookings until settled.",
		"Hard of hearing → text only.",
		"Speaks mainly Polish – Aga on the early shift can translate.",
		"Complaint of the summer resolved, please be extra kind ❤",
		"Was abusive to staff. Manager must be present.",
	}
}
