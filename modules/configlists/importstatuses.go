package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// StatusLine is an import line of type "secondary_pet_status". A status without external_id that has the name gets that of the line.
// New ones come last.
type StatusLine struct {
	Name      string `json:"name" minLength:"1" maxLength:"60" example:"Needs assessment"`
	ItemOrder *int   `json:"item_order,omitempty" minimum:"1" maximum:"2147483647" doc:"Place of one that keeps its id (last)" example:"1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (StatusLine) Docs() map[string]string {
	return map[string]string{"name": "Unique in any case: a status without external_id that has the name gets that of the line"}
}

func (l StatusLine) key() string { return namesOf(l.Name).NameKey }

// StatusImport offers "secondary_pet_status" to the import.
func (s *Service) StatusImport() importing.Type {
	return importing.For("configlists", importing.Spec[StatusLine]{
		Name: secondaryPetStatus, Find: s.store.Statuses.IDs, Apply: s.importStatuses,
		Unique: &importing.Unique[StatusLine]{Field: "name", Of: StatusLine.key, Holders: importing.Identified(s.statusEntries),
			Taken: "is the name of a status with another external_id"},
		Export: importing.Exported[StatusLine](s.statuses, importing.Export[SecondaryPetStatus]{}),
	})
}

// statusEntries finds statuses by their keys.
func (s *Service) statusEntries(ctx context.Context, account uuid.UUID, keys []string) (map[string]importing.Entry, error) {
	found, err := s.store.Statuses.Named(ctx, account, Named{Folds: lists.Map(keys, text.Fold)})
	known := make(map[string]importing.Entry, len(found))
	for _, status := range found {
		known[status.NameKey] = importing.Entry{ID: status.ID, ExternalID: status.ExternalID}
	}
	return known, err
}

func (s *Service) importStatuses(ctx context.Context, account uuid.UUID, batch []importing.Record[StatusLine], _ importing.Resolve) error {
	if err := s.lock(ctx, account, statusList); err != nil {
		return err
	}
	lines, err := importing.Adopt(ctx, account, batch, "name", StatusLine.key, s.statusEntries)
	if err != nil {
		return err
	}
	last, err := s.store.Statuses.LastOrder(ctx, account)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.statuses, account, lines, func(line importing.Record[StatusLine], to *SecondaryPetStatus) error {
		if !line.Exists {
			last++
			to.ItemOrder = last
			if line.Kept != nil && line.Line.ItemOrder != nil {
				to.ItemOrder = *line.Line.ItemOrder
			}
		}
		if names := namesOf(line.Line.Name); to.NameKey != names.NameKey { // case does not count
			to.Name, to.Names = line.Line.Name, names
		}
		to.ExternalID = &line.ExternalID
		return nil
	})
}
