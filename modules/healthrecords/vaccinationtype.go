package healthrecords

import (
	"cmp"
	"time"

	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// VaccinationType is something that pets are vaccinated against, as the API and events show it.
type VaccinationType struct {
	record.Meta
	Name         string             `json:"name" minLength:"1" maxLength:"80" doc:"Unique in the account, whatever the case" example:"Rabies"`
	NameKey      string             `json:"-"`           // see NameKey
	SortName     string             `json:"-" gorm:"->"` // the name without case and accents
	DeletedAt    *time.Time         `json:"-" gorm:"->"`
	Abbreviation *string            `json:"abbreviation" maxLength:"12" doc:"Short form" example:"RAB"`
	Species      jsonb.Of[[]string] `json:"species" maxItems:"14" format:"species" doc:"The species it is for; empty means all"`
	RequiredFor  jsonb.Of[[]string] `json:"required_for" maxItems:"6" format:"service" doc:"The services for which it is required"`

	DefaultValidityMonths *int `json:"default_validity_months" minimum:"1" maximum:"120" example:"12"`

	ExternalID *string `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"VT-1"`

	BuiltIn bool `json:"built_in" doc:"Whether every account has it; of built-in types only what the location requires changes"`
}

// Docs describes the keys whose texts are too long for a tag.
func (VaccinationType) Docs() map[string]string {
	return map[string]string{"default_validity_months": "How long a vaccination usually lasts; null when that is not known"}
}

// label is the type as others show it.
func (t VaccinationType) label() VaccinationTypeLabel {
	return VaccinationTypeLabel{t.ID, t.Name, t.Abbreviation}
}

// VaccinationTypeDetails are the keys that the API and the import write alike.
type VaccinationTypeDetails struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"Unique in the account, whatever the case" example:"Tick-borne encephalitis"`

	Abbreviation *string `json:"abbreviation,omitempty" maxLength:"12" doc:"Short form" example:"TBE"`

	Species []string `json:"species,omitempty" maxItems:"14" uniqueItems:"true" format:"species" doc:"For which species; empty: all (empty)"`

	RequiredFor []string `json:"required_for,omitempty" maxItems:"6" uniqueItems:"true" format:"service" doc:"Services that require it (none)"`

	DefaultValidityMonths *int `json:"default_validity_months,omitempty" minimum:"1" maximum:"120" example:"12"`
}

// Docs describes the keys whose texts are too long for a tag.
func (VaccinationTypeDetails) Docs() map[string]string {
	return map[string]string{"default_validity_months": "How long a vaccination usually lasts; null counts as left out (12)"}
}

// VaccinationTypeCreate is what a new vaccination type is made from.
type VaccinationTypeCreate struct {
	VaccinationTypeDetails

	ExternalID *string `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"VT-1"`
}

// apply makes a type what it says.
func (c VaccinationTypeDetails) apply(to *VaccinationType) {
	to.Name, to.NameKey, to.Abbreviation = c.Name, NameKey(c.Name), text.Optional(c.Abbreviation)
	to.Species, to.RequiredFor = listOf(c.Species), listOf(c.RequiredFor)
	to.DefaultValidityMonths = cmp.Or(c.DefaultValidityMonths, new(defaultValidityMonths))
}

// VaccinationTypePatch is a merge patch of a vaccination type.
type VaccinationTypePatch struct {
	Name         patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"80" example:"Tick-borne encephalitis"`
	Abbreviation patch.Field[string] `json:"abbreviation,omitzero" maxLength:"12" example:"TBE"`

	Species patch.Field[[]string] `json:"species,omitzero" maxItems:"14" uniqueItems:"true" format:"species" doc:"Empty or null means all"`
	Requirement

	ExternalID patch.Field[string] `json:"external_id,omitzero" maxLength:"100" example:"VT-1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (VaccinationTypePatch) Docs() map[string]string {
	return map[string]string{"name": "Its name, unique among the account's types without regard to case"}
}

// NameKey is a name as it is compared: two names with the same key are the same name.
func NameKey(name string) string { return text.FoldCase(name) }
