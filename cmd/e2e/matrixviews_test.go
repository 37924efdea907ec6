package e2e

// view lists the names of the records that a read operation returns to Ann and to Ben, sorted; "404" if it fails.
type view struct {
	with     map[string]string // path parameters that differ from Ann's records
	query    string
	ann, ben string
}

func same(what string) []view { return []view{{ann: what, ben: what}} }

// activeOnly returns the views of a record by id: an active and an inactive one.
func activeOnly(parameter, active, inactive string) []view {
	return []view{{ann: active, ben: active}, {with: map[string]string{parameter: inactive}, ann: "404", ben: "404"}}
}

// openToCustomers lists everything that customers may read, and what they must see.
func openToCustomers(annsEmail string) map[string][]view {
	ben := map[string]string{"customerId": "C-BEN-HIDDEN", "petId": "P-BEN-HIDDEN", "orderId": "O-BEN"}
	own := func(of string) []view { // below a parent in the path
		return []view{{ann: of + "ANN", ben: "404"}, {with: ben, ann: "404", ben: of + "BEN"}}
	}
	fields := func(form string) []view {
		return []view{{ann: form + " open", ben: form + " open"},
			{with: map[string]string{"fieldId": form + " shown"}, ann: form + " shown", ben: form + " shown"},
			{with: map[string]string{"fieldId": form + " staff"}, ann: "404", ben: "404"},
			{with: map[string]string{"fieldId": form + " retired"}, ann: "404", ben: "404"}}
	}
	return map[string][]view{
		"listAccounts": same("account"), "getAccount": same("account"), "listPendingReasonOptions": same("PR"),
		"getMe":     {{ann: "C-ANN-HIDDEN", ben: "C-BEN-HIDDEN"}},
		"listRates": {{ann: "R-1", ben: "R-1"}, {query: "?active=false"}}, "getRate": activeOnly("rateId", "R-1", "R-2"),
		"listAddons":  {{ann: "A-classes-1 A-grooming-1 A-training-1", ben: "A-classes-1 A-grooming-1 A-training-1"}, {query: "?active=false"}},
		"getAddon":    activeOnly("addonId", "A-grooming-1", "A-grooming-2"),
		"listClasses": same("A-classes-1"), "getClass": activeOnly("addonId", "A-classes-1", "A-classes-2"),
		"listGrooming": same("A-grooming-1"), "getGrooming": activeOnly("addonId", "A-grooming-1", "A-grooming-2"),
		"listTraining": same("A-training-1"), "getTraining": activeOnly("addonId", "A-training-1", "A-training-2"),
		"listRetailProducts": same("RP-1"), "getRetailProduct": activeOnly("productId", "RP-1", "RP-2"),
		"listAdjustments": same("ADJ-1"), "getAdjustment": activeOnly("adjustmentId", "ADJ-1", "ADJ-2"),
		"listTaxes":          {{ann: "T-1", ben: "T-1"}, {query: "?active=false"}},
		"listCustomerFields": same("customerFields open customerFields shown"), "listCustomCustomerFields": same("customerFields open customerFields shown"),
		"listPetFields": same("petFields open petFields shown"), "listCustomPetFields": same("petFields open petFields shown"),
		"listStandardCustomerFields": same(""), "listStandardPetFields": same(""), // their content is compared with the form below
		"getCustomCustomerField": fields("customerFields"), "getCustomPetField": fields("petFields"),
		"listBreeds": {{query: "?search=zwergwolf", ann: "breed", ben: "breed"}}, "getBreed": same("breed"),
		"listSecondaryPetStatuses": same("pet status"), "getSecondaryPetStatus": same("pet status"),
		"listColourCodes": {{query: "?type=customer", ann: "colour code", ben: "colour code"}}, "getColourCode": same("colour code"),
		"listCustomers": {{ann: "C-ANN-HIDDEN", ben: "C-BEN-HIDDEN"}, {query: "?email=" + annsEmail, ann: "C-ANN-HIDDEN"},
			{query: "?search=ben", ben: "C-BEN-HIDDEN"}},
		"getCustomer": {{ann: "C-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "C-BEN-HIDDEN"}},
		"listPets":    {{ann: "P-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "P-BEN-HIDDEN"}},
		"getPet": {{ann: "P-ANN-HIDDEN", ben: "404"}, {with: ben, ann: "404", ben: "P-BEN-HIDDEN"},
			{with: map[string]string{"petId": "P-BEN-HIDDEN"}, ann: "404", ben: "404"}},
		"listAccountPets":  {{ann: "P-ANN-HIDDEN", ben: "P-BEN-HIDDEN"}, {query: "?search=ben", ben: "P-BEN-HIDDEN"}},
		"getAccountPet":    {{ann: "P-ANN-HIDDEN", ben: "404"}, {with: map[string]string{"petId": "P-BEN-HIDDEN"}, ann: "404", ben: "P-BEN-HIDDEN"}},
		"listVaccinations": own("V-"), "listPreventives": own("PV-"),
		"listPetFiles": append(own("F-"), view{query: "?visibility=staff", ben: "404"}),
		"getFile": {{ann: "F-ANN", ben: "404"}, {with: map[string]string{"fileId": "F-BEN"}, ann: "404", ben: "F-BEN"},
			{with: map[string]string{"fileId": "F-ANN-staff"}, ann: "404", ben: "404"}},
		"listAccountVaccinations": {{ann: "V-ANN", ben: "V-BEN"}},
		"listExemptions":          {{ben: "404"}, {with: ben, ann: "404"}},
		"listVaccinationTypes":    same("vaccination type"), "listVaccinationRequirements": same("vaccination type"), "listPreventiveTypes": same("PT"),
		"listCustomerNotes":  append(own("N-customer-"), view{query: "?visibility=staff", ben: "404"}),
		"listPetNotes":       append(own("N-pet-"), view{query: "?visibility=staff", ben: "404"}),
		"listOrderNotes":     append(own("N-order-"), view{query: "?visibility=staff", ben: "404"}),
		"listOrders":         {{ann: "O-ANN", ben: "O-BEN"}, {query: "?include=customer,pets&sort=starts_at", ann: "O-ANN", ben: "O-BEN"}},
		"getOrder":           append(own("O-"), view{query: "?include=customer,pets", ann: "O-ANN", ben: "404"}),
		"listCustomerOrders": append(own("O-"), view{query: "?include=customer,pets", ann: "O-ANN", ben: "404"}),
	}
}
