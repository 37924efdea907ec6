package healthrecords

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
)

// VaccinationTypeLine is an import line of type "vaccination_type". The name says which type it is, whatever its case; the external
// id only names the line. A built-in type has its name alone, or all that it has: it does not change.
type VaccinationTypeLine struct{ VaccinationTypeCreate }

// Docs describes the keys whose texts differ.
func (VaccinationTypeLine) Docs() map[string]string {
	return map[string]string{"name": "Its name, in any case; says which type. A type that was deleted is made anew"}
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
		before := *to
		line.Line.apply(to)
		if !before.BuiltIn {
			return nil
		}
		to.Name, to.NameKey = before.Name, before.NameKey // in whatever case
		onlyNamed := reflect.DeepEqual(line.Line, VaccinationTypeLine{VaccinationTypeCreate{Name: line.Line.Name}})
		if !onlyNamed && len(s.stores.VaccinationTypes.Differ(&before, to)) > 0 {
			line.Errors.Add("name", "built_in", "is that of a built-in vaccination type, which does not change: leave the other keys out")
		}
		*to = before
		return nil
	})
}
