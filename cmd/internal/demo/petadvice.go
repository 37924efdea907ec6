package demo

func petAlerts(species string) []string {
	alerts := []string{"Escapes – check every latch twice.", "Bites when picked up from above.", "Medication at exact times ⚠"}
	switch species {
	case "dog":
		return append(alerts,
			"BITE RISK: muzzle for paws and ears.", "Insulin twice daily!", "Escapes – two leads, check collar.",
			"Severe chicken allergy ⚠", "Separation anxiety, do not leave alone on day 1.", "Seizures: read plan.",
		)
	case "cat":
		return append(alerts, "Not with other cats.", "Blocked bladder last year: watch the litter tray!")
	}

	return alerts
}

func feedings(species string) []string {
	switch species {
	case "dog":
		return []string{
			"2× daily, 1½ cups kibble, warm water on top.", "160 g at 7:30 and 17:30. Slow feeder.",
			"Raw: 300 g morning & evening (freezer bag labelled).", "Owner brings portions; no treats besides carrot.",
			"3 small meals. Must be fed apart from others.", "Free choice dry food, tin at night – picky on the first evening.",
		}
	case "cat":
		return []string{
			"1 pouch at 8:00, 1 pouch at 18:00, biscuits always down.", "Wet food only; fountain for water.", "55 g renal diet, 3× daily.",
		}
	case "rabbit", "guinea_pig", "chinchilla":
		return []string{"Unlimited hay, egg-cup of pellets, greens at 5pm. No fruit.", "Timothy hay; vitamin C drops for the pigs only."}
	case "bird":
		return []string{"Seed mix topped up mornings, cuttlefish bone, apple on Sundays.", "Pellets; millet spray as a bribe."}
	}

	return []string{"Labelled tubs are in the carrier.", "As on the sheet: a pinch in the evening, fresh water daily."}
}

func medications(species string) []string {
	switch species {
	case "dog":
		return []string{
			"Apoquel 5.4 mg, ½ tablet with breakfast.", "Insulin 4 IU at 8:00 and 20:00, after food. Log every dose.",
			"Metacam 0.1 mg/kg once daily with food.", "Thyroxine 0.4 mg × 2 (12 h apart).",
			"Phenobarbital 30 mg – NEVER skip. Exact times: 07:00/19:00.", "Joint chew, evening, counts as treat.",
		}
	case "cat":
		return []string{
			"Methimazole ear gel, 1 dose, gloves!", "Insulin 1 IU at 8:00 and 20:00, after food.", "Hairball paste: 2 cm on the paw.",
		}
	}

	return []string{"Eye drops L+R, 3×/day; wait 5 min between.", "Drops are in the carrier, label says how many.", "Vitamin C, ¼ tablet."}
}

func histories(species string) []string {
	switch species {
	case "dog":
		return []string{
			"Cruciate repair, left knee. No stairs, no ball.", "Grade II heart murmur (stable since last scan).",
			"Epilepsy: last fit in spring. Plan is in the red folder.\nFit > 2 min → vet at once.", "Deaf on both sides; hand signs.",
			"Hip score 12:9.", "Blind in the left eye – approach from the right.", "Luxating patella", "Diabetic, see medications.",
			"Had bloat (GDV) once: rest 1 h after every meal!",
		}
	case "cat":
		return []string{"Early kidney disease, IRIS stage 2.", "FIV+ (not ill). Own litter tray, no fights.", "Three legs; lower shelf, please."}
	}

	return []string{"Teeth overgrow; check that everything is eaten.", "Had mites last winter, clear since.", "Lump on the flank is known: lipoma, 1 cm."}
}

func behaviours(species string) []string {
	switch species {
	case "dog":
		return []string{
			"Guards toys, swaps happily for cheese.", "Nervous of men with hats.", "Pulls like a train; use the front-clip harness.",
			"Scared of thunder & fireworks: thundershirt + radio.", "Can open lever handles. Really.",
			"Friendly with bitches, not with entire males.", "Chews soft beds → vet bed only.", "Barks at scooters, 0–100 in a second.",
			"Knows “touch”, “place” and “bed”; German commands work better (Sitz, Platz).",
		}
	case "cat":
		return []string{
			"Hides for the first day, then never leaves your lap.", "Swats at keys on lanyards.", "Can open lever handles. Really.",
			"Talks a lot at 5 a.m.; it means nothing.",
		}
	case "bird":
		return []string{"Swears, in Portuguese.", "Whistles the doorbell, very well.", "Cover at 20:00 sharp."}
	}

	return []string{"Shy; let them come to you.", "Likes to be held, but only sitting on the floor.", "Gnaws plastic – steel clips only."}
}
