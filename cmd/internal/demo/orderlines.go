package demo

import "slices"

type orderLine struct {
	Kind        string `json:"kind"`
	Item        string `json:"item,omitempty"`
	Name        string `json:"name"`
	Pet         string `json:"pet,omitempty"`
	Quantity    int    `json:"quantity"`
	UnitPrice   money  `json:"unit_price"`
	Discount    money  `json:"discount"`
	Tax         money  `json:"tax"`
	Total       money  `json:"total"`
	ServiceFrom string `json:"service_from,omitempty"`
	ServiceTo   string `json:"service_to,omitempty"`

	taxes []string
}

func (k *booking) service(name string) {
	if !slices.Contains(k.services, name) {
		k.services = append(k.services, name)
	}
}

func (k *booking) line(kind, item, name string, quantity int, unit int64, taxes []string) *orderLine {
	k.lines = append(k.lines, orderLine{
		Kind: kind, Item: item, Name: name, Quantity: quantity, UnitPrice: k.money(unit),
		Discount: k.money(0), Tax: k.money(0), Total: k.money(0), taxes: taxes,
	})

	return &k.lines[len(k.lines)-1]
}

// charge adds a rate or an addon at the price that the price list has for the guest.
func (k *booking) charge(p product, guest pet, position, quantity int) {
	unit := p.ValueData.priceFor(occasion{
		species: guest.Species, coat: guest.Coat, hundredths: guest.hundredths, position: position, units: quantity,
	})
	made := k.line(p.Type, p.ExternalID, p.Name, quantity, unit, p.Taxes)
	made.Pet = guest.ExternalID
	made.ServiceFrom, made.ServiceTo = k.startsAt, k.endsAt
}

// include shows the addons that the price of p contains, at no price.
func (k *booking) include(p product, guest pet) {
	for _, id := range p.IncludedAddons {
		for _, addon := range k.addons {
			if addon.ExternalID == id && addon.takes(guest.Species) {
				k.line("addon", id, addon.Name+" (included)", 1, 0, addon.Taxes).Pet = guest.ExternalID
			}
		}
	}
}

// extras are what guests of the hotel get besides.
func (k *booking) extras(guest pet, nights int) {
	for _, addon := range k.addons {
		if !addon.Active || !addon.takes(guest.Species) || addon.Code == "TRN-STAY" && nights < 3 {
			continue
		}
		quantity, likely := 1, 4
		switch addon.ValueData.PricingModel {
		case "per_night", "per_day":
			quantity = nights
		case "per_unit":
			quantity = k.between(1, nights)
		}
		switch {
		case addon.Code == "GRM-BATH":
			likely = 18
		case addon.Code == "MEDS" && guest.Medications != "":
			likely = 90
		case addon.Code == "MEDS":
			continue
		case addon.ServiceType != "" && addon.Code != "GRM-NAILS" && addon.Code != "TRN-STAY":
			continue
		}
		if k.chance(likely) {
			k.charge(addon, guest, 1, quantity)
			if addon.ServiceType != "" {
				k.service(addon.ServiceType)
			}
		}
	}
}

// shop puts different goods into the basket.
func (k *booking) shop(count int) {
	k.service("retail")
	for _, goods := range some(k.luck, k.shelf, count) {
		k.line("retail", goods.ExternalID, goods.Name, 1+k.weigh(75, 18, 7), goods.Price.Amount, goods.Taxes)
	}
}
