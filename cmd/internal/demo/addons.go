package demo

func (b *business) makeAddons() []product {
	entries := append(b.groomingOffers(), b.trainingOffers()...)
	entries = append(entries, b.extraOffers()...)
	addons := []product{}
	for i, entry := range entries {
		addons = append(addons, b.product("addon", "A-", "services", i+1, entry))
	}

	return append(addons, b.makeClasses(len(addons))...)
}

func (b *business) groomingOffers() []offer {
	dog := []string{"dog"}
	groom := b.bySize(3800, 4800, 6200, 8200)
	for i, minutes := range []int{75, 90, 120, 150} {
		groom[i].DurationMinutes = minutes
	}

	return []offer{
		{code: "GRM-FULL", name: "Full groom", description: "Bath, blow-dry, clip or scissor, nails and ears.",
			service: "grooming", model: "per_session", pence: 5200, minutes: 90, species: dog, includes: []string{"GRM-NAILS"},
			rows: append([]row{{Label: "Double coat", When: when{Coat: "double"}, Price: b.price(8400), DurationMinutes: 150}}, groom...)},
		{code: "GRM-BATH", name: "Bath & blow-dry", service: "grooming", model: "per_session", pence: 3000, minutes: 60, species: dog,
			rows: b.bySize(2400, 3000, 3800, 4800)},
		{code: "GRM-PUPPY", name: "Puppy's first groom", description: "Slow, with many biscuits.",
			service: "grooming", model: "flat", pence: 2800, minutes: 45, species: dog},
		{code: "GRM-STRIP", name: "Hand stripping", service: "grooming", model: "per_hour", pence: 4200, minutes: 60, species: dog,
			rows: []row{{Label: "Wire coat", When: when{Coat: "wire"}, Price: b.price(3900)}}},
		{code: "GRM-CAT", name: "Cat comb-out", service: "grooming", model: "per_session", pence: 3400, minutes: 45,
			species: []string{"cat"}, rows: []row{{Label: "Long-haired", When: when{Coat: "long"}, Price: b.price(4600), DurationMinutes: 75}}},
		{code: "GRM-NAILS", name: "Nail trim", service: "grooming", model: "flat", pence: 1200, minutes: 15,
			rows: []row{{Label: "Small animals", When: when{Weight: b.weights(0, 5)}, Price: b.price(900)}}},
		{code: "GRM-TEETH", name: "Teeth brushing", service: "grooming", model: "flat", pence: 800, minutes: 10, species: dog},
		{code: "GRM-FLEA", name: "Flea bath", service: "grooming", model: "flat", pence: 1500, minutes: 20},
		{code: "GRM-MATT", name: "De-matting", description: "Per started quarter of an hour.", service: "grooming",
			model: "per_unit", pence: 1100, minutes: 15},
		{code: "GRM-MUD", name: "Mud bath (withdrawn)", service: "grooming", model: "flat", pence: 4500, minutes: 40, retired: true},
	}
}

func (b *business) trainingOffers() []offer {
	dog := []string{"dog"}

	return []offer{
		{code: "TRN-ONE", name: "One-to-one training", service: "training", model: "per_session", pence: 5500, minutes: 60, species: dog,
			rows: []row{{Label: "Block of five or more", When: when{Units: &countRange{From: 5}}, Price: b.price(4800), DurationMinutes: 60}}},
		{code: "TRN-STAY", name: "Stay & train", description: "A daily lesson while boarding.", service: "training",
			model: "per_day", pence: 2200, minutes: 30, species: dog},
		{code: "TRN-RECALL", name: "Recall workshop", service: "training", model: "flat", pence: 3500, minutes: 120, species: dog},
		{code: "TRN-BEHAVE", name: "Behaviour consultation", description: "With written plan.", service: "training",
			model: "per_session", pence: 12000, minutes: 120},
		{code: "TRN-CARRIER", name: "Cat carrier training", service: "training", model: "per_session", pence: 3000, minutes: 30,
			species: []string{"cat"}},
		{code: "TRN-SCENT", name: "Scent work taster", service: "training", model: "flat", pence: 2000, minutes: 60, species: dog},
	}
}

// extraOffers stand alone: they go with any service.
func (b *business) extraOffers() []offer {
	dog := []string{"dog"}

	return []offer{
		{code: "WALK-GROUP", name: "Group walk", model: "per_unit", pence: 700, minutes: 40, species: dog},
		{code: "WALK-SOLO", name: "Solo walk", model: "per_unit", pence: 1200, minutes: 40, species: dog},
		{code: "MEDS", name: "Giving medication", description: "Tablets and drops are free, injections are not.", model: "per_day", pence: 300,
			rows: []row{{Label: "Up to two days", When: when{Units: &countRange{From: 1, To: 2}}, Price: b.money(0)}}},
		{code: "TUCK-IN", name: "Bedtime cuddle & biscuit", model: "per_night", pence: 350},
		{code: "WEBCAM", name: "Webcam", model: "per_day", pence: 250},
		{code: "REPORT", name: "Report card with photos", model: "flat", pence: 500},
		{code: "TAXI", name: "Pet taxi, one way", model: "flat", pence: 1500,
			rows: []row{{Label: "Sharing the ride", When: when{PetPosition: &countRange{From: 2}}, Price: b.price(500)}}},
		{code: "CAKE", name: "Birthday “pawty” cake", model: "per_unit", pence: 1250, species: dog},
		{code: "FOOD", name: "House food", model: "per_day", pence: 300,
			rows: append([]row{{Label: "Cat", When: when{Species: "cat"}, Price: b.price(200)}}, b.bySize(200, 300, 450, 600)...)},
		{code: "SWIM", name: "Swim in the dog pool", model: "per_session", pence: 1800, minutes: 30, species: dog},
		{code: "CHRISTMAS", name: "Christmas stocking 2022 (withdrawn)", model: "flat", pence: 900, retired: true},
	}
}
