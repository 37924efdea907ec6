package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
)

// PreventiveTypeLine is an import line of type "preventive_type".
type PreventiveTypeLine struct {
	Name         string   `json:"name" minLength:"1" maxLength:"80" doc:"Its name" example:"Flea & tick spot-on"`
	Category     string   `json:"category" enum:"flea_tick,heartworm,dewormer,other" doc:"What it protects from"`
	Species      []string `json:"species,omitempty" maxItems:"14" uniqueItems:"true" enum:"dog,cat,rabbit,bird,guinea_pig,hamster,rat,mouse,chinchilla,ferret,horse,reptile,fish,other" doc:"The species it is for; empty means all (empty)"`
	IntervalDays *int     `json:"interval_days,omitempty" minimum:"1" maximum:"3650" doc:"After how many days it is due again" example:"30"`
}

// PreventiveTypeImport offers "preventive_type" to the import.
func (s *Service) PreventiveTypeImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[PreventiveTypeLine]{
		Name:  "preventive_type",
		Find:  s.store.PreventiveTypeIDs,
		Apply: s.importPreventiveTypes,
	})
}

func (s *Service) importPreventiveTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[PreventiveTypeLine], _ importing.Resolve) error {
	known, err := s.store.LockPreventiveTypes(ctx, account, importing.Existing(batch))
	if err != nil {
		return err
	}
	now := s.clock.Now()
	out, err := importing.UpsertPlan[PreventiveTypeLine, PreventiveType]{
		Created: PreventiveTypeCreated, Updated: PreventiveTypeUpdated,
		Make: func(r importing.Record[PreventiveTypeLine]) PreventiveType {
			return PreventiveType{ID: r.ID, AccountID: account, ExternalID: &r.ExternalID, CreatedAt: now, UpdatedAt: now, Version: 1}
		},
		Apply: func(r importing.Record[PreventiveTypeLine], to *PreventiveType) {
			to.Name, to.Category, to.Species, to.IntervalDays = r.Line.Name, r.Line.Category, listOf(r.Line.Species), r.Line.IntervalDays
		},
		Touch: func(to *PreventiveType) { to.Version, to.UpdatedAt = to.Version+1, now },
	}.Plan(account, batch, known)
	if err != nil {
		return err
	}
	if err := s.store.SavePreventiveTypes(ctx, append(out.Created, out.Changed...)); err != nil {
		return err
	}
	return s.events.Record(ctx, out.Events...)
}
