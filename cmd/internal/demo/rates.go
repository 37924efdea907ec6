package demo

func (b *business) makeRates() []product {
	rates := []product{}
	for i, entry := range append(b.boardingOffers(), b.daycareOffers()...) {
		use := "services"
		if entry.service == "boarding" {
			use = "lodging"
		}
		rates = append(rates, b.product("rate", "R-", use, i+1, entry))
	}

	return rates
}

func (b *business) boardingOffers() []offer {
	dog, cat := []string{"dog"}, []string{"cat"}

	return []offer{
		{code: "BRD-GARDEN", name: "Dog boarding, garden room", description: "Own room with run, two walks a day.",
			service: "boarding", model: "per_night", pence: 4200, species: dog, includes: []string{"WALK-GROUP"},
			rows: append([]row{b.furtherPets(2900)}, b.byStay(3400, 3900, 4300, 4900)...)},
		{code: "BRD-QUIET", name: "Dog boarding, quiet suite", description: "For seniors, nervous dogs and light sleepers.",
			service: "boarding", model: "per_night", pence: 5200, species: dog, includes: []string{"WALK-GROUP", "TUCK-IN"},
			rows: b.byStay(4400, 4900, 5400, 5900)},
		{code: "BRD-FAMILY", name: "Dog boarding, family suite", description: "Up to four dogs of one family.",
			service: "boarding", model: "per_night", pence: 5800, species: dog, includes: []string{"WALK-GROUP"},
			rows: []row{
				b.furtherPets(3000),
				{Label: "Family of one dog", When: when{PetPosition: &countRange{From: 1, To: 1}}, Price: b.price(5800)},
			}},
		{code: "BRD-PUPPY", name: "Puppy boarding (under 6 months)", description: "Sleeps beside the night nurse; four meals.",
			service: "boarding", model: "per_night", pence: 4600, species: dog, includes: []string{"TUCK-IN"}},
		{code: "BRD-CHALET", name: "Cat boarding, chalet", description: "Heated chalet with shelf and window.",
			service: "boarding", model: "per_night", pence: 2200, species: cat,
			rows: []row{
				b.furtherPets(1200),
				{Label: "14 nights or more", When: when{Units: &countRange{From: 14}}, Price: b.price(1850)},
				{Label: "Long-haired, daily brushing", When: when{Coat: "long"}, Price: b.price(2450)},
			}},
		{code: "BRD-PENTHOUSE", name: "Cat boarding, penthouse", description: "Two floors, bird feeder outside, webcam.",
			service: "boarding", model: "per_night", pence: 3200, species: cat, includes: []string{"WEBCAM"},
			rows: []row{b.furtherPets(1500)}},
		{code: "BRD-SMALL", name: "Small pet boarding", description: "In the pet's own cage, or one of ours.",
			service: "boarding", model: "per_night", pence: 1100,
			species: []string{"rabbit", "guinea_pig", "hamster", "rat", "chinchilla", "ferret"},
			rows: []row{
				{Label: "Bonded companion", When: when{PetPosition: &countRange{From: 2}}, Price: b.price(400)},
				{Label: "Rabbit", When: when{Species: "rabbit"}, Price: b.price(1500)},
				{Label: "Ferret", When: when{Species: "ferret"}, Price: b.price(1600)},
				{Label: "Hamster", When: when{Species: "hamster"}, Price: b.price(700)},
				{Label: "Rat", When: when{Species: "rat"}, Price: b.price(700)},
			}},
		{code: "BRD-FEATHER", name: "Bird & reptile boarding", description: "Warm room, 12 hours of light.",
			service: "boarding", model: "per_night", pence: 1200, species: []string{"bird", "reptile"},
			rows: []row{{Label: "Bird", When: when{Species: "bird"}, Price: b.price(950)}}},
		{code: "BRD-RESCUE", name: "Rescue partner place", description: "Free while a place is empty. ❤",
			service: "boarding", model: "per_night", pence: 0},
		{code: "BRD-2019", name: "Kennel, price list 2019", service: "boarding", model: "per_night", pence: 2600,
			species: dog, retired: true},
	}
}

func (b *business) daycareOffers() []offer {
	dog := []string{"dog"}

	return []offer{
		{code: "DAY-FULL", name: "Daycare, full day", description: "7:00 to 18:30, lunch and nap included.",
			service: "daycare", model: "per_day", pence: 3200, minutes: 690, species: dog,
			rows: append([]row{b.furtherPets(2500)}, b.bySize(2900, 3200, 3500, 3900)...)},
		{code: "DAY-HALF", name: "Daycare, half day", description: "Up to five hours.",
			service: "daycare", model: "per_session", pence: 2100, minutes: 300, species: dog, rows: b.bySize(1900, 2100, 2300, 2500)},
		{code: "DAY-HOUR", name: "Daycare by the hour", service: "daycare", model: "per_hour", pence: 650, minutes: 60, species: dog,
			rows: []row{{Label: "From the fourth hour", When: when{Units: &countRange{From: 4}}, Price: b.price(550)}}},
		{code: "DAY-PUPPY", name: "Puppy playgroup", description: "8 to 20 weeks, small groups.",
			service: "daycare", model: "per_session", pence: 1800, minutes: 120, species: dog, includes: []string{"REPORT"}},
		{code: "DAY-TRIAL", name: "Trial morning", description: "Temperament assessment for first-timers. Free.",
			service: "daycare", model: "flat", pence: 0, minutes: 180},
		{code: "DAY-CAT", name: "Cat day room", service: "daycare", model: "per_day", pence: 1600, minutes: 600, species: []string{"cat"}},
		{code: "DAY-TEN", name: "Ten-day pass", description: "Valid for twelve months.", service: "daycare", model: "flat",
			pence: 29000, species: dog},
		{code: "DAY-EARLY", name: "Early bird daycare (withdrawn)", service: "daycare", model: "per_day", pence: 2400, minutes: 720,
			species: dog, retired: true},
	}
}
