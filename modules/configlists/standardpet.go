package configlists

import "github.com/petcare/petcare/platform/kernel/lists"

// petStandard has one field for each writable key of a pet but custom_fields, whose keys are fields of their own.
func petStandard() []standard {
	const about, looks, health, care, house = "About the pet", "Appearance", "Health", "Care", "Staff only"
	// A pet without them cannot be kept at all, nor shown to anybody.
	essential := []string{requiredKey, visibleKey, visibleToKey}
	return []standard{
		{key: "name", kind: Text, label: "Name", section: about, required: true, visible: true, editable: true, locked: essential},
		{key: "species", kind: Select, label: "Species", section: about, required: true, visible: true, editable: true, locked: essential,
			options: speciesOptions()},
		{key: "breed_ids", kind: Breeds, label: "Breed", help: "Up to five for a cross, chosen from the breeds of the species",
			section: about, visible: true, editable: true},
		{key: "sex", kind: Select, label: "Sex", section: about, visible: true, editable: true, options: []FieldOption{
			{"male", "Male"}, {"female", "Female"}, {"unknown", "Unknown"}}},
		{key: "altered", kind: Select, label: "Neutered or spayed", section: about, visible: true, editable: true, options: []FieldOption{
			{"yes", "Yes"}, {"no", "No"}, {"unknown", "Unknown"}}},
		{key: "birth_date", kind: Date, label: "Date of birth", section: about, visible: true, editable: true},
		{key: "birth_date_precision", kind: Select, label: "How exact is the date of birth?", section: about, visible: true,
			editable: true, options: []FieldOption{
				{"day", "To the day"}, {"month", "To the month"}, {"year", "To the year"}, {"estimated", "Estimated"}}},
		{key: "photo_file_id", kind: PhotoField, label: "Photo", section: about, visible: true, locked: []string{requiredKey, editableByKey}},
		{key: "weight", kind: Weight, label: "Weight", section: looks, visible: true, editable: true},
		{key: "coat", kind: Text, label: "Coat", section: looks, visible: true, editable: true},
		{key: "colour", kind: Text, label: "Colour", section: looks, visible: true, editable: true},
		{key: "markings", kind: Text, label: "Markings", section: looks, visible: true, editable: true},
		{key: "microchip", kind: Text, label: "Microchip number", section: looks, visible: true, editable: true},
		{key: "vet", kind: Vet, label: "Veterinary practice", help: "When it is not the one of the owner", section: health, visible: true,
			editable: true},
		{key: "medications", kind: Textarea, label: "Medication", section: health, visible: true, editable: true},
		{key: "allergies", kind: Textarea, label: "Allergies", section: health, visible: true, editable: true},
		{key: "medical_notes", kind: Textarea, label: "Medical notes", section: health, visible: true, editable: true},
		{key: "feeding_instructions", kind: Textarea, label: "Feeding instructions", section: care, visible: true, editable: true},
		{key: "behaviour_notes", kind: Textarea, label: "Behaviour", section: care},
		{key: "grooming_notes", kind: Textarea, label: "Grooming", section: care},
		{key: "status", kind: Select, label: "Status", section: house, visible: true, options: []FieldOption{
			{"active", "Active"}, {"inactive", "Inactive"}, {"deceased", "Deceased"}}},
		{key: "deceased_on", kind: Date, label: "Date of death", section: house, visible: true},
		{key: "secondary_pet_status_id", kind: PetStatusField, label: "Secondary status",
			help: "Chosen from the account's secondary pet statuses", section: house},
		{key: "alert", kind: Textarea, label: "Alert", help: "Shown to staff whenever the pet comes up", section: house},
		{key: "colour_code_ids", kind: ColourCodes, label: "Colour codes", help: "Chosen from the colour codes of type pet", section: house},
		{key: "tags", kind: Tags, label: "Tags", section: house},
		{key: "external_id", kind: Text, label: "Id in another system", section: house, locked: []string{editableByKey}},
	}
}

// Species are the species that a pet can have, in the order of its form.
func Species() []string {
	return lists.Map(speciesOptions(), func(o FieldOption) string { return o.Value })
}

func speciesOptions() []FieldOption {
	return []FieldOption{
		{"dog", "Dog"}, {"cat", "Cat"}, {"rabbit", "Rabbit"}, {"bird", "Bird"}, {"guinea_pig", "Guinea pig"}, {"hamster", "Hamster"},
		{"rat", "Rat"}, {"mouse", "Mouse"}, {"chinchilla", "Chinchilla"}, {"ferret", "Ferret"}, {"horse", "Horse"},
		{"reptile", "Reptile"}, {"fish", "Fish"}, {"other", "Other"},
	}
}
