package customerspets

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// merging finds the values of a record into which another one is merged. The target keeps its values; where it has none, it gets the
// source's; lists are united. keep says otherwise for single keys.
type merging struct {
	keep    map[string]Keep
	form    Form
	known   []string
	blocked apperr.FieldErrors
}

// takes reports whether the target gets the source's value of a key.
func (m *merging) takes(key string, has bool) bool {
	m.known = append(m.known, key)
	if keep, ok := m.keep[key]; ok {
		return keep == KeepSource
	}
	return !has
}

// block notes what stops the merge unless keep decides.
func (m *merging) block(key, code, message string) { m.blocked.Add("keep."+key, code, message) }

func (m *merging) text(key string, to **string, from *string) {
	if m.takes(key, *to != nil) {
		*to = from
	}
}

// isEmpty reports whether a stored JSON value is none.
func isEmpty(text []byte) bool {
	return slices.Contains([]string{"null", "[]", "{}"}, string(text))
}

// unite is a list of both, the target's first.
func unite[T any](m *merging, key string, to *jsonb.Of[[]T], from jsonb.Of[[]T], same func(a, b T) bool, most int) {
	_, decided := m.keep[key]
	if m.takes(key, false) && decided {
		*to = from
	}
	if decided {
		return
	}
	list := slices.Clone(to.Get())
	for _, value := range from.Get() {
		if !slices.ContainsFunc(list, func(known T) bool { return same(known, value) }) {
			list = append(list, value)
		}
	}
	if len(list) > most {
		m.block(key, "too_many", fmt.Sprintf("are %d together, at most %d: keep those of one", len(list), most))
		return
	}
	if len(list) > len(to.Get()) {
		*to = jsonb.New(list)
	}
}

func equal[T comparable](a, b T) bool { return a == b }

// customers puts what a customer gets of another one into it.
func (m *merging) customers(to *Customer, from Customer) {
	m.text("first_name", &to.FirstName, from.FirstName)
	m.text("last_name", &to.LastName, from.LastName)
	m.text("company_name", &to.CompanyName, from.CompanyName)
	m.text("email", &to.Email, from.Email)
	m.text("referral_source", &to.ReferralSource, from.ReferralSource)
	m.text("alert", &to.Alert, from.Alert)
	m.text("external_id", &to.ExternalID, from.ExternalID)
	if m.takes("address", !isEmpty(to.Address.Text())) {
		to.Address = from.Address
	}
	if m.takes("vet", !isEmpty(to.Vet.Text())) {
		to.Vet = from.Vet
	}
	if m.takes("communication", true) {
		to.Communication = from.Communication
	}
	m.phones(to, from)
	unite(m, "contacts", &to.Contacts, from.Contacts, func(a, b CustomerContact) bool { return reflect.DeepEqual(a, b) }, 10)
	unite(m, "tags", &to.Tags, from.Tags, equal, 50)
	m.colourCodes(&to.ColourCodeIDs, from.ColourCodeIDs)
	m.customFields(&to.CustomFields, from.CustomFields)
	if _, decided := m.keep["status"]; !decided && from.isBlocked() && !to.isBlocked() {
		m.block("status", "blocked", "one of them is blocked: keep the status of one")
	}
	if m.takes("status", true) {
		to.Status = from.Status
	}
	m.login(to, from)
	if to.FirstName == nil && to.LastName == nil {
		m.block("first_name", "required", "a customer has a first name or a last name")
	}
}

// pets puts what a pet gets of another one into it; it stays with its owner.
func (m *merging) pets(to *Pet, from Pet) {
	if m.takes("name", true) {
		to.Name = from.Name
	}
	m.species(to, from)
	if m.takes("sex", to.Sex != nil && *to.Sex != Unknown) {
		to.Sex = from.Sex
	}
	if m.takes("altered", to.Altered != nil && *to.Altered != Unknown) {
		to.Altered = from.Altered
	}
	if m.takes("birth_date", to.BirthDate != nil) {
		to.BirthDate, to.BirthDatePrecision = from.BirthDate, from.BirthDatePrecision
	}
	if m.takes("status", true) {
		to.Status, to.DeceasedOn = from.Status, from.DeceasedOn
	}
	if m.takes("photo_file_id", to.PhotoFileID != nil) {
		to.PhotoFileID = from.PhotoFileID
	}
	if m.takes("secondary_pet_status_id", to.SecondaryPetStatusID != nil) {
		to.SecondaryPetStatusID = from.SecondaryPetStatusID
	}
	if m.takes("weight", !isEmpty(to.Weight.Text())) {
		to.Weight = from.Weight
	}
	if m.takes("vet", !isEmpty(to.Vet.Text())) {
		to.Vet = from.Vet
	}
	m.text("coat", &to.Coat, from.Coat)
	m.text("colour", &to.Colour, from.Colour)
	m.text("markings", &to.Markings, from.Markings)
	m.text("microchip", &to.Microchip, from.Microchip)
	m.text("feeding_instructions", &to.FeedingInstructions, from.FeedingInstructions)
	m.text("medications", &to.Medications, from.Medications)
	m.text("allergies", &to.Allergies, from.Allergies)
	m.text("medical_notes", &to.MedicalNotes, from.MedicalNotes)
	m.text("behaviour_notes", &to.BehaviourNotes, from.BehaviourNotes)
	m.text("grooming_notes", &to.GroomingNotes, from.GroomingNotes)
	m.text("alert", &to.Alert, from.Alert)
	m.text("external_id", &to.ExternalID, from.ExternalID)
	m.colourCodes(&to.ColourCodeIDs, from.ColourCodeIDs)
	unite(m, "tags", &to.Tags, from.Tags, equal, 50)
	m.customFields(&to.CustomFields, from.CustomFields)
}

// species brings the breeds along, which are of one species.
func (m *merging) species(to *Pet, from Pet) {
	differ := to.Species != from.Species
	if _, decided := m.keep["species"]; differ && !decided {
		m.block("species", "other_species", "they are of two species: keep that of one")
	}
	if m.takes("species", true) {
		to.Species = from.Species
	}
	ofTarget := to.Species != from.Species
	if m.takes("breed_ids", ofTarget || !differ && len(to.BreedIDs.Get()) > 0) {
		to.BreedIDs, to.BreedNames, to.Breed = from.BreedIDs, from.BreedNames, from.Breed
	}
	if keep := m.keep["breed_ids"]; differ && (keep == KeepSource && ofTarget || keep == KeepTarget && !ofTarget) {
		m.block("breed_ids", "other_species", "are not of the species that is kept")
	}
}

func (m *merging) phones(to *Customer, from Customer) {
	if len(to.Phones.Get()) > 0 && m.keep["phones"] == "" { // one number is the primary one
		list := slices.Clone(from.Phones.Get())
		for i := range list {
			list[i].Primary = false
		}
		from.Phones = jsonb.New(list)
	}
	unite(m, "phones", &to.Phones, from.Phones, func(a, b Phone) bool { return a.Number == b.Number }, 5)
}

// colourCodes is a set, in the order of ids.
func (m *merging) colourCodes(to *jsonb.Of[[]uuid.UUID], from jsonb.Of[[]uuid.UUID]) {
	unite(m, "colour_code_ids", to, from, equal, 20)
	*to = jsonb.New(ids.Distinct(to.Get()))
}

// login is the password: without an e-mail there is none.
func (m *merging) login(to *Customer, from Customer) {
	if _, decided := m.keep["login"]; !decided && to.Login.Enabled && from.Login.Enabled {
		m.block("login", "two_logins", "both can log in: keep the login of one")
	}
	if m.takes("login", to.Login.Enabled || !from.Login.Enabled) {
		to.Login, to.PasswordHash = from.Login, from.PasswordHash
	}
	if to.Login.Enabled && to.Email == nil {
		m.block("email", "required", "a customer who can log in has an e-mail")
	}
}

func (m *merging) customFields(to *jsonb.Of[map[string]any], from jsonb.Of[map[string]any]) {
	values, others := map[string]any{}, from.Get()
	for key, value := range to.Get() {
		values[key] = value
	}
	for key := range m.form.Custom {
		field := customFields + "." + key
		value, has := values[key]
		list, isList := value.([]any)
		more, areMore := others[key].([]any)
		if _, decided := m.keep[field]; !decided && isList && areMore {
			m.known = append(m.known, field)
			values[key] = append(slices.Clone(list), slices.DeleteFunc(slices.Clone(more), func(v any) bool { return slices.Contains(list, v) })...)
			continue
		}
		if !m.takes(field, has) {
			if !has {
				delete(values, key)
			}
			continue
		}
		if other, ok := others[key]; ok {
			values[key] = other
		} else {
			delete(values, key)
		}
	}
	merged := jsonb.New(values)
	if len(merged.Text()) > maxCustom {
		m.block(customFields, "too_large", "have at most 64 KiB together")
	}
	*to = merged
}

// err names what is wrong with keep, else what stops the merge.
func (m *merging) err() error {
	var wrong apperr.FieldErrors
	for key, keep := range m.keep {
		switch {
		case !slices.Contains(m.known, key):
			wrong.Add("keep."+key, "unknown", "is not a key that can be kept")
		case keep != KeepSource && keep != KeepTarget:
			wrong.Add("keep."+key, "enum", "is not source or target")
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b apperr.FieldError) int { return strings.Compare(a.Field, b.Field) })
		return wrong.Err()
	}
	if len(m.blocked) > 0 {
		return &apperr.Error{Kind: apperr.Conflict, Code: "merge_blocked", Detail: "say in keep what is to stay", Errors: m.blocked}
	}
	return nil
}
