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

// VaccinationTypeLine is an import line of type "vaccination_type". A type without external_id that has the name, such as
// a built-in one, gets that of the line. Of a built-in type, only what the location requires of it changes; it keeps what the line leaves
// out.
type VaccinationTypeLine struct {
	VaccinationTypeDetails
	BuiltIn bool `json:"built_in,omitempty" doc:"Of the built-in list; counts for a new one that keeps its id (false)"`
	Deleted bool `json:"deleted,omitempty" doc:"Only vaccinations from before have it (false)"`
}

// Docs describes the keys whose texts differ.
func (VaccinationTypeLine) Docs() map[string]string {
	return map[string]string{
		"name": "Unique in any case: a type without external_id that has it gets that of the line. A built-in type keeps what is left out",
	}
}

// key is the name by which types are one, and empty for those that are deleted, which may share it.
func (l VaccinationTypeLine) key() string {
	if l.Deleted {
		return ""
	}
	return NameKey(l.Name)
}

// VaccinationTypeImport offers "vaccination_type" to the import.
func (s *Service) VaccinationTypeImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[VaccinationTypeLine]{
		Name: "vaccination_type", Begin: s.ensureBuiltIns, Find: s.stores.VaccinationTypes.LiveIDs, Apply: s.importVaccinationTypes,
		Unique: &importing.Unique[VaccinationTypeLine]{Field: "name", Of: VaccinationTypeLine.key, Holders: importing.Identified(s.typeEntries),
			Taken: "is the name of a vaccination type with another external_id"},
		Export: importing.Exported[VaccinationTypeLine](s.types, importing.Export[VaccinationType]{
			Values: map[string]func(*VaccinationType, importing.Name) any{"deleted": func(t *VaccinationType, _ importing.Name) any {
				if t.DeletedAt == nil {
					return nil
				}
				return true
			}},
		}),
	})
}

// typeEntries finds vaccination types by their keys.
func (s *Service) typeEntries(ctx context.Context, account uuid.UUID, keys []string) (map[string]importing.Entry, error) {
	found, err := s.stores.VaccinationTypes.NamedForShare(ctx, account, text.Distinct(keys), nil)
	known := make(map[string]importing.Entry, len(found))
	for _, t := range found {
		known[t.NameKey] = importing.Entry{ID: t.ID, ExternalID: t.ExternalID}
	}
	return known, err
}

func (s *Service) importVaccinationTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationTypeLine],
	_ importing.Resolve) error {
	if err := s.importDeletedTypes(ctx, account, batch); err != nil {
		return err
	}
	batch = slices.DeleteFunc(slices.Clone(batch), func(r importing.Record[VaccinationTypeLine]) bool { return r.Line.Deleted })
	lines, err := importing.Adopt(ctx, account, batch, "name", VaccinationTypeLine.key, s.typeEntries)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lines, isNewBuiltIn) {
		if err := s.stores.Announcements.Follow(ctx, account); err != nil {
			return err
		}
	}
	return importing.Upsert(ctx, s.types, account, lines, func(line importing.Record[VaccinationTypeLine], to *VaccinationType) error {
		to.ExternalID = &line.ExternalID
		switch {
		case isNewBuiltIn(line):
			line.Line.apply(to)
			to.BuiltIn = true
		case !to.BuiltIn:
			line.Line.apply(to)
		case !line.Line.applyRequirement(to):
			line.Errors.Add("name", "built_in", "is that of a built-in vaccination type, of which only required_for and "+
				"default_validity_months change: keep the name, and leave the other keys out")
		}
		return nil
	})
}

func isNewBuiltIn(r importing.Record[VaccinationTypeLine]) bool {
	return r.Line.BuiltIn && r.Kept != nil && !r.Exists
}

// importDeletedTypes makes the types that are marked deleted, so that others can have their names.
func (s *Service) importDeletedTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationTypeLine]) error {
	var made []VaccinationType
	isNewDeleted := func(r importing.Record[VaccinationTypeLine]) bool {
		return r.Line.Deleted && !r.Exists && len(*r.Errors) == 0
	}
	for _, line := range batch {
		if !isNewDeleted(line) {
			continue
		}
		err := importing.Upsert(ctx, s.types, account, []importing.Record[VaccinationTypeLine]{line},
			func(line importing.Record[VaccinationTypeLine], to *VaccinationType) error {
				line.Line.apply(to)
				to.ExternalID, to.BuiltIn = &line.ExternalID, isNewBuiltIn(line)
				made = append(made, *to)
				return nil
			})
		if err != nil {
			return err
		}
	}
	for _, t := range made {
		if err := s.stores.VaccinationTypes.Delete(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// applyRequirement makes what the location requires of a built-in type what the line says of it, and reports whether it says nothing
// else of it.
func (l VaccinationTypeLine) applyRequirement(to *VaccinationType) bool {
	if l.RequiredFor != nil {
		to.RequiredFor = listOf(l.RequiredFor)
	}
	to.DefaultValidityMonths = cmp.Or(l.DefaultValidityMonths, to.DefaultValidityMonths)
	return l.key() == to.NameKey && (l.Abbreviation == nil || reflect.DeepEqual(text.Optional(l.Abbreviation), to.Abbreviation)) &&
		(l.Species == nil || slices.Equal(l.Species, to.Species.Get()))
}
