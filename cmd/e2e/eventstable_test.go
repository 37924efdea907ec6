package e2e

// change is an operation that changes something, and its events.
type change struct {
	op      string
	variant string
	// make prepares the change and returns its path and body.
	make func(w *scenario) (path string, body any)
	want string // lines of "type" or "type previous,keys"
	same bool   // repeating the PATCH changes something again
}

func changes() []change {
	var list []change
	list = append(list, fieldChanges("customerFields", "CustomerField", "customer_field")...)
	list = append(list, fieldChanges("petFields", "PetField", "pet_field")...)
	list = append(list, fieldCascades()...)
	list = append(list, listChanges()...)
	list = append(list, customerChanges()...)
	list = append(list, healthChanges()...)
	list = append(list, noteChanges()...)
	return list
}

func fieldChanges(path, name, event string) []change {
	field := func(w *scenario, label string) string {
		return path + "/custom/" + w.made(path+"/custom", map[string]any{"type": "text", "label": label})["id"].(string)
	}
	return []change{
		{op: "updateStandard" + name + "s", want: event + ".updated label\n" + event + ".updated required,section", make: func(w *scenario) (string, any) {
			for _, f := range w.Do("GET", path+"/standard", nil).List() {
				w.known[f["id"].(string)] = f
			}
			return path + "/standard", `{"fields":[{"key":"vet","label":"Practice"},{"key":"tags","required":true,"section":"Elsewhere"},{"key":"alert","visible":true}]}`
		}},
		{op: "createCustom" + name, want: event + ".created", make: func(*scenario) (string, any) {
			return path + "/custom", `{"type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"}]}`
		}},
		{op: "reorderCustom" + name + "s", want: event + ".reordered ids", make: func(w *scenario) (string, any) {
			a, b := field(w, "A"), field(w, "B")
			return path + "/custom/reorder", map[string]any{"ids": []string{last(b), last(a)}}
		}},
		{op: "updateCustom" + name, want: event + ".updated help_text,label", make: func(w *scenario) (string, any) {
			return field(w, "A"), `{"label":"B","help_text":"Why"}`
		}},
		{op: "deleteCustom" + name, want: event + ".deleted", make: func(w *scenario) (string, any) { return field(w, "A"), nil }},
	}
}

// fieldCascades are changes of form fields that also change values.
func fieldCascades() []change {
	field := func(w *scenario, path string) string {
		return path + "/" + w.made(path, `{"key":"diet","type":"select","label":"Diet","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)["id"].(string)
	}
	with := func(value string) map[string]any {
		return map[string]any{"custom_fields": map[string]any{"diet": value}}
	}
	return []change{
		{op: "deleteCustomCustomerField", variant: "with values, forced", want: "customer.updated custom_fields\ncustomer.updated custom_fields\ncustomer_field.deleted", make: func(w *scenario) (string, any) {
			path := field(w, "customerFields/custom")
			w.customer(with("raw"))
			w.customer(with("dry"))
			w.customer(nil)
			return path + "?force=true", nil
		}},
		{op: "deleteCustomPetField", variant: "with values, forced", want: "pet.updated custom_fields\npet_field.deleted", make: func(w *scenario) (string, any) {
			path := field(w, "petFields/custom")
			owner := w.customer(nil)
			w.pet(owner, with("raw"))
			w.pet(owner, nil)
			return path + "?force=true", nil
		}},
		{op: "updateCustomCustomerField", variant: "an option goes, forced", want: "customer.updated custom_fields\ncustomer_field.updated options", make: func(w *scenario) (string, any) {
			path := field(w, "customerFields/custom")
			w.customer(with("raw"))
			w.customer(with("dry"))
			return path + "?force=true", `{"options":[{"value":"dry","label":"Dry"}]}`
		}},
		{op: "updateCustomPetField", variant: "an option goes, forced", want: "pet.updated custom_fields\npet_field.updated options", make: func(w *scenario) (string, any) {
			path := field(w, "petFields/custom")
			w.pet(w.customer(nil), with("raw"))
			return path + "?force=true", `{"options":[{"value":"dry","label":"Dry"}]}`
		}},
	}
}

func listChanges() []change {
	code := func(w *scenario, kind string) string {
		return w.made("colourCodes", map[string]any{"type": kind, "name": "Red", "colour": "#FF0000"})["id"].(string)
	}
	status := func(w *scenario) string {
		return "secondaryPetStatuses/" + w.made("secondaryPetStatuses", map[string]any{"name": "Fostered" + w.mark})["id"].(string)
	}
	return []change{
		{op: "createBreed", variant: "the first one", want: "breed.list_loaded\nbreed.created", make: func(*scenario) (string, any) {
			return "breeds", `{"name":"Zwergwolf","species":"dog"}`
		}},
		{op: "createBreed", want: "breed.created", make: func(w *scenario) (string, any) {
			w.breed("Zwergwolf")
			return "breeds", `{"name":"Riesenwolf","species":"dog"}`
		}},
		{op: "updateBreed", variant: "that pets have", want: "breed.updated name\npet.updated breed\npet.updated breed", make: func(w *scenario) (string, any) {
			a, b, owner := w.breed("A Breed"), w.breed("B Breed"), w.customer(nil)
			w.pet(owner, map[string]any{"breed_ids": []string{a, b}})
			w.pet(owner, map[string]any{"breed_ids": []string{b, a}})
			w.pet(owner, map[string]any{"breed_ids": []string{b}})
			return "breeds/" + a, `{"name":"C Breed"}`
		}},
		{op: "updateBreed", variant: "its species", want: "breed.updated species", make: func(w *scenario) (string, any) {
			return "breeds/" + w.breed("A Breed"), `{"species":"cat"}`
		}},
		{op: "deleteBreed", want: "breed.deleted\npet.updated breed,breed_ids\npet.updated breed,breed_ids", make: func(w *scenario) (string, any) {
			a, b, owner := w.breed("A Breed"), w.breed("B Breed"), w.customer(nil)
			w.pet(owner, map[string]any{"breed_ids": []string{a, b}})
			w.pet(owner, map[string]any{"breed_ids": []string{a}})
			w.pet(owner, map[string]any{"breed_ids": []string{b}})
			return "breeds/" + a, nil
		}},
		{op: "createSecondaryPetStatus", want: "secondary_pet_status.created", make: func(*scenario) (string, any) {
			return "secondaryPetStatuses", `{"name":"Fostered"}`
		}},
		{op: "updateSecondaryPetStatus", want: "secondary_pet_status.updated name", make: func(w *scenario) (string, any) {
			path := status(w)
			w.pet(w.customer(nil), map[string]any{"secondary_pet_status_id": last(path)})
			return path, `{"name":"Adopted"}`
		}},
		{op: "deleteSecondaryPetStatus", want: "secondary_pet_status.deleted", make: func(w *scenario) (string, any) {
			path := status(w)
			w.pet(w.customer(nil), map[string]any{"secondary_pet_status_id": last(path)})
			return path, nil
		}},
		{op: "createColourCode", want: "colour_code.created", make: func(*scenario) (string, any) {
			return "colourCodes", `{"type":"pet","name":"Red","colour":"#FF0000"}`
		}},
		{op: "updateColourCode", want: "colour_code.updated colour,number", make: func(w *scenario) (string, any) {
			id := code(w, "pet")
			w.pet(w.customer(nil), map[string]any{"colour_code_ids": []string{id}})
			return "colourCodes/" + id, `{"number":7,"colour":"#00FF00"}`
		}},
		{op: "deleteColourCode", variant: "of pets", want: "colour_code.deleted\npet.updated colour_code_ids", make: func(w *scenario) (string, any) {
			id := code(w, "pet")
			w.pet(w.customer(nil), map[string]any{"colour_code_ids": []string{id}})
			w.pet(w.customer(nil), nil)
			return "colourCodes/" + id, nil
		}},
		{op: "deleteColourCode", variant: "of customers", want: "colour_code.deleted\ncustomer.updated colour_code_ids\ncustomer.updated colour_code_ids", make: func(w *scenario) (string, any) {
			id := code(w, "customer")
			w.customer(map[string]any{"colour_code_ids": []string{id}})
			w.customer(map[string]any{"colour_code_ids": []string{id, code(w, "customer")}})
			return "colourCodes/" + id, nil
		}},
	}
}

func customerChanges() []change {
	return []change{
		{op: "createCustomer", want: "customer.created", make: func(*scenario) (string, any) {
			return "customers", `{"first_name":"Ann","email":"ann@example.com","password":"correct horse","tags":["<b>"]}`
		}},
		{op: "updateCustomer", want: "customer.updated address,last_name,tags", make: func(w *scenario) (string, any) {
			return w.customer(map[string]any{"tags": []string{"a"}, "address": map[string]any{"city": "Łódź", "line1": "1"}}),
				`{"last_name":"Smith","tags":["b"],"address":{"line1":null},"first_name":"Jo"}`
		}},
		{op: "updateCustomer", variant: "login enabled", same: true, want: "customer.updated email,login", make: func(w *scenario) (string, any) {
			return w.customer(nil), `{"email":"ann@example.com","password":"correct horse"}`
		}},
		{op: "updateCustomer", variant: "another password", same: true, want: "customer.updated", make: func(w *scenario) (string, any) {
			return w.customer(map[string]any{"email": "ann@example.com", "password": "correct horse"}), `{"password":"battery staple"}`
		}},
		{op: "updateCustomer", variant: "by the customer", want: "customer.updated last_name", make: func(w *scenario) (string, any) {
			return w.loggedIn(), `{"last_name":"Smith"}`
		}},
		{op: "createPet", want: "pet.created", make: func(w *scenario) (string, any) {
			return w.customer(nil) + "/pets", map[string]any{"name": "Rex", "species": "dog", "breed_ids": []string{w.breed("A Breed"), w.breed("B Breed")}}
		}},
		{op: "createPet", variant: "by the customer", want: "pet.created", make: func(w *scenario) (string, any) {
			return w.loggedIn() + "/pets", `{"name":"Rex","species":"dog"}`
		}},
		{op: "updatePet", want: "pet.updated secondary_pet_status,secondary_pet_status_id,weight", make: func(w *scenario) (string, any) {
			id := w.made("secondaryPetStatuses", map[string]any{"name": "Fostered" + w.mark})["id"]
			return w.pet(w.customer(nil), map[string]any{"weight": map[string]any{"value": "8", "unit": "kg"}}),
				map[string]any{"secondary_pet_status_id": id, "weight": map[string]any{"value": "8.5"}}
		}},
		{op: "transferPet", want: "pet.updated customer_id", same: true, make: func(w *scenario) (string, any) {
			return w.pet(w.customer(nil), nil) + "/transfer", map[string]any{"customer_id": last(w.customer(nil))}
		}},
		{op: "updatePet", variant: "its breeds", want: "pet.updated breed,breed_ids", make: func(w *scenario) (string, any) {
			a, b := w.breed("A Breed"), w.breed("B Breed")
			return w.pet(w.customer(nil), map[string]any{"breed_ids": []string{a}}), map[string]any{"breed_ids": []string{b, a}}
		}},
		{op: "updatePet", variant: "by the customer", want: "pet.updated name", make: func(w *scenario) (string, any) {
			return w.pet(w.loggedIn(), nil), `{"name":"Max"}`
		}},
	}
}

func healthChanges() []change {
	typeOf := func(w *scenario) string {
		return "vaccinationTypes/" + w.made("vaccinationTypes", map[string]any{"name": "Parvo" + w.mark})["id"].(string)
	}
	pet := func(w *scenario) string { return "pets/" + last(w.pet(w.customer(nil), nil)) }
	record := func(w *scenario) string {
		path := pet(w) + "/vaccinations"
		return path + "/" + w.made(path, map[string]any{"vaccination_type_id": last(typeOf(w)), "expires_on": "2099-01-01"})["id"].(string)
	}
	exemption := func(w *scenario) string {
		body := map[string]any{"vaccination_type_id": last(typeOf(w)), "kind": "medical"}
		return "exemptions/" + w.made(pet(w)+"/exemptions", body)["id"].(string)
	}
	return []change{
		{op: "createVaccination", want: "vaccination.created", make: func(w *scenario) (string, any) {
			return pet(w) + "/vaccinations", map[string]any{"vaccination_type_id": last(typeOf(w)), "expires_on": "2099-01-01"}
		}},
		{op: "updateVaccination", want: "vaccination.updated days_until_expiry,expires_on,status,verified", make: func(w *scenario) (string, any) {
			return record(w), `{"verified":true,"expires_on":"2020-01-01"}`
		}},
		{op: "deleteVaccination", want: "vaccination.deleted", make: func(w *scenario) (string, any) { return record(w), nil }},
		{op: "createExemption", want: "exemption.created", make: func(w *scenario) (string, any) {
			return pet(w) + "/exemptions", map[string]any{"vaccination_type_id": last(typeOf(w)), "kind": "medical"}
		}},
		{op: "updateExemption", want: "exemption.updated kind", make: func(w *scenario) (string, any) { return exemption(w), `{"kind":"titer"}` }},
		{op: "deleteExemption", want: "exemption.deleted", make: func(w *scenario) (string, any) { return exemption(w), nil }},
		{op: "putVaccinationRequirement", want: "vaccination_type.updated required_for", make: func(w *scenario) (string, any) {
			return "vaccinationRequirements/" + last(typeOf(w)), `{"required_for":["boarding"],"default_validity_months":12}`
		}},
		{op: "createVaccinationType", want: "vaccination_type.created", make: func(*scenario) (string, any) {
			return "vaccinationTypes", `{"name":"Parvo","species":["dog"]}`
		}},
		{op: "updateVaccinationType", want: "vaccination_type.updated name,species", make: func(w *scenario) (string, any) {
			path := record(w)
			return "vaccinationTypes/" + w.known[last(path)]["vaccination_type_id"].(string), `{"name":"Corona","species":["cat"]}`
		}},
		{op: "deleteVaccinationType", want: "vaccination_type.deleted", make: func(w *scenario) (string, any) { return typeOf(w), nil }},
	}
}

func noteChanges() []change {
	var list []change
	for name, parent := range map[string]func(w *scenario) string{
		"CustomerNote": func(w *scenario) string { return w.customer(nil) },
		"PetNote":      func(w *scenario) string { return w.pet(w.customer(nil), nil) },
		"OrderNote":    func(w *scenario) string { return w.order() },
	} {
		list = append(list,
			change{op: "create" + name, want: "note.created", make: func(w *scenario) (string, any) {
				return parent(w) + "/notes", `{"body":"New","visibility":"customer"}`
			}},
			change{op: "update" + name, want: "note.updated body,pinned", make: func(w *scenario) (string, any) {
				return w.note(parent(w)), `{"body":"New","pinned":true}`
			}},
			change{op: "delete" + name, want: "note.deleted", make: func(w *scenario) (string, any) { return w.note(parent(w)), nil }})
	}
	anywhere := func(w *scenario) string { return "notes/" + last(w.note(w.customer(nil))) }
	return append(list,
		change{op: "updateNote", want: "note.updated category", make: func(w *scenario) (string, any) { return anywhere(w), `{"category":"medical"}` }},
		change{op: "deleteNote", want: "note.deleted", make: func(w *scenario) (string, any) { return anywhere(w), nil }})
}
