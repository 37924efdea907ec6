package configlists

// customerStandard has one field for each writable key of a customer but custom_fields, whose keys are fields of their
// own. The type of a key that holds more than a plain value says what it holds, so that a form can be drawn from the fields alone.
func customerStandard() []standard {
	const person, reach, care, house = "Personal details", "Contact details", "Pet care contacts", "Staff only"
	staffOnly := []string{editableByKey}
	return []standard{
		{key: "first_name", kind: Text, label: "First name", section: person, visible: true, editable: true},
		{key: "last_name", kind: Text, label: "Last name", help: "A customer has a first name or a last name", section: person,
			visible: true, editable: true},
		{key: "company_name", kind: Text, label: "Company", section: person, visible: true, editable: true},
		{key: "email", kind: Email, label: "E-mail", section: reach, visible: true, editable: true},
		{key: "phones", kind: Phones, label: "Phone numbers", section: reach, visible: true, editable: true},
		{key: "address", kind: Address, label: "Address", section: reach, visible: true, editable: true},
		{key: "communication", kind: Consent, label: "May we contact you?", section: reach, visible: true, editable: true, options: []FieldOption{
			{"email_opt_in", "By e-mail"}, {"sms_opt_in", "By text message"}, {"marketing_opt_in", "With news and offers"}}},
		{key: "contacts", kind: Contacts, label: "Emergency and pick-up contacts", section: care, visible: true, editable: true},
		{key: "vet", kind: Vet, label: "Veterinary practice", section: care, visible: true, editable: true},
		{key: "referral_source", kind: Text, label: "How did you hear about us?", section: person, visible: true, editable: true},
		{key: "status", kind: Select, label: "Status", section: house, locked: staffOnly, options: []FieldOption{
			{"active", "Active"}, {"inactive", "Inactive"}, {"blocked", "Blocked"}}},
		{key: "alert", kind: Textarea, label: "Alert", help: "Shown to staff whenever the customer comes up", section: house},
		{key: "colour_code_ids", kind: ColourCodes, label: "Colour codes", help: "Chosen from the colour codes of type customer", section: house},
		{key: "tags", kind: Tags, label: "Tags", section: house},
		{key: "external_id", kind: Text, label: "Id in another system", section: house, locked: staffOnly},
		{key: "password", kind: Text, label: "Password for the customer login", help: "Never shown; clearing it disables the login",
			section: house,
			locked:  []string{requiredKey, visibleToKey, editableByKey}},
	}
}
