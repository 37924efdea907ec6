package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// PreventiveTypeLine is an import line of type "preventive_type".
type PreventiveTypeLine struct {
	Name     string   `json:"name" minLength:"1" maxLength:"80" doc:"Its name" example:"Flea & tick spot-on"`
	Category string   `json:"category" enum:"flea_tick,heartworm,dewormer,other" doc:"What it protects from"`
	Species  []string `json:"species,omitempty" maxItems:"14" uniqueItems:"true" format:"species" doc:"For which species; empty: all (empty)"`

	IntervalDays *int `json:"interval_days,omitempty" minimum:"1" maximum:"3650" doc:"After how many days it is due again" example:"30"`
}

// PreventiveTypeImport offers "preventive_type" to the import.
func (s *Service) PreventiveTypeImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[PreventiveTypeLine]{
		Name:   "preventive_type",
		Find:   s.stores.PreventiveTypes.IDs,
		Apply:  s.importPreventiveTypes,
		Export: importing.Exported[PreventiveTypeLine](s.preventiveTypes, importing.Export[PreventiveType]{}),
	})
}

func (s *Service) importPreventiveTypes(ctx context.Context, account uuid.UUID, batch []importing.Record[PreventiveTypeLine],
	_ importing.Resolve) error {
	return importing.Upsert(ctx, s.preventiveTypes, account, batch, func(line importing.Record[PreventiveTypeLine], to *PreventiveType) error {
		l := line.Line
		to.Name, to.Category, to.Species, to.IntervalDays, to.ExternalID = l.Name, l.Category, listOf(l.Species), l.IntervalDays, &line.ExternalID
		return nil
	})
}
