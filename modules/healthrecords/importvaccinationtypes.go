package healthrecords

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// VaccinationTypeLine is an import line of type "vaccination_type". The name says which type it is, whatever its case; the external
// id only names the line. Of a built-in type, only what the location requires of it changes; it keeps what the line leaves out.
type VaccinationTypeLine struct{ VaccinationTypeCreate }

// Docs describes the keys whose texts differ.
func (VaccinationTypeLine) Docs() map[string]string {
	return map[string]string{
		"name": "Its name, in any case; says which type. A type that was deleted is made anew. A built-in type keeps what is left out",
	}
}

func (l VaccinationTypeLine) key() string { return NameKey(l.Name) }

// VaccinationTypeImport offers "vaccination_type" to the import.
func (s *Service) VaccinationTypeImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[VaccinationTypeLine]{
		Name: "vaccination_type", Unique: &importing.Unique[VaccinationTypeLine]{Field: "name", Of: VaccinationTypeLine.key},
		Begin: s.ensureBuiltIns, Apply: s.importVaccinationTypes,
	})
}

func (s *Service) importVaccinationTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationTypeLine],
	_ importing.Resolve) error {
	keys := make([]string, len(batch))
	for i, line := range batch {
		keys[i] = line.Line.key()
	}
	found, err := s.typesNamed(ctx, account, keys)
	if err != nil {
		return err
	}
	known := make(map[string]uuid.UUID, len(found))
	for name, t := range found {
		known[name] = t.ID
	}
	lines := importing.Matched(batch, "name", VaccinationTypeLine.key, known)
	return importing.Upsert(ctx, s.types, account, lines, func(line importing.Record[VaccinationTypeLine], to *VaccinationType) error {
		switch {
		case !to.BuiltIn:
			line.Line.apply(to)
		case !line.Line.applyRequirement(to):
			line.Errors.Add("name", "built_in", "is that of a built-in vaccination type, of which only required_for and "+
				"default_validity_months change: leave the other keys out")
		}
		return nil
	})
}

// applyRequirement makes what the location requires of a built-in type what the line says of it, and reports whether it says nothing
// else of it.
func (l VaccinationTypeLine) applyRequirement(to *VaccinationType) bool {
	if l.RequiredFor != nil {
		to.RequiredFor = listOf(l.RequiredFor)
	}
	to.DefaultValidityMonths = cmp.Or(l.DefaultValidityMonths, to.DefaultValidityMonths)
	return (l.Abbreviation == nil || reflect.DeepEqual(text.Optional(l.Abbreviation), to.Abbreviation)) &&
		(l.Species == nil || slices.Equal(l.Species, to.Species.Get()))
}
