package healthrecords

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/text"
)

// VaccinationTypeLine is an import line of type "vaccination_type". The name says which type it is, whatever its case; the external
// id only names the line. A built-in type has its name alone, or all that it has: it does not change.
type VaccinationTypeLine struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"Its name, in any case; says which type" example:"Tick-borne encephalitis"`

	Abbreviation *string `json:"abbreviation,omitempty" maxLength:"12" doc:"Short form" example:"TBE"`

	Species []string `json:"species,omitempty" maxItems:"14" uniqueItems:"true" format:"species" doc:"For which species; empty: all (empty)"`

	RequiredFor []string `json:"required_for,omitempty" maxItems:"6" uniqueItems:"true" format:"service" doc:"Services that require it (none)"`

	DefaultValidityMonths *int `json:"default_validity_months,omitempty" minimum:"1" maximum:"120" example:"12"`
}

// Docs describes the keys whose texts are too long for a tag.
func (VaccinationTypeLine) Docs() map[string]string {
	return map[string]string{"default_validity_months": "How long a vaccination usually lasts (12)"}
}

// VaccinationTypeImport offers "vaccination_type" to the import.
func (s *Service) VaccinationTypeImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[VaccinationTypeLine]{Name: "vaccination_type", Apply: s.importVaccinationTypes})
}

func (s *Service) importVaccinationTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationTypeLine],
	_ importing.Resolve) error {
	key := func(l VaccinationTypeLine) string { return NameKey(l.Name) }
	keys := make([]string, len(batch))
	for i, line := range batch {
		keys[i] = key(line.Line)
	}
	found, err := s.typesNamed(ctx, account, keys)
	if err != nil {
		return err
	}
	known := make(map[string]uuid.UUID, len(found))
	for name, t := range found {
		known[name] = t.ID
	}
	lines := importing.Matched(batch, "name", key, known)
	return importing.Upsert(ctx, s.types, account, lines, func(line importing.Record[VaccinationTypeLine], to *VaccinationType) error {
		before := *to
		line.Line.apply(to)
		if !before.BuiltIn {
			return nil
		}
		to.Name, to.NameKey = before.Name, before.NameKey // in whatever case
		onlyNamed := reflect.DeepEqual(line.Line, VaccinationTypeLine{Name: line.Line.Name})
		if !onlyNamed && len(s.stores.VaccinationTypes.Differ(before, *to)) > 0 {
			line.Errors.Add("name", "built_in", "is that of a built-in vaccination type, which does not change: leave the other keys out")
		}
		*to = before
		return nil
	})
}

// apply makes the type what the line says.
func (l VaccinationTypeLine) apply(to *VaccinationType) {
	to.Name, to.NameKey, to.Abbreviation = l.Name, NameKey(l.Name), text.Optional(l.Abbreviation)
	to.Species, to.RequiredFor = listOf(l.Species), listOf(l.RequiredFor)
	months := defaultValidityMonths
	if l.DefaultValidityMonths != nil {
		months = *l.DefaultValidityMonths
	}
	to.DefaultValidityMonths = &months
}
