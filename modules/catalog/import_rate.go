package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/text"
)

// RateLine is an import line of type "rate".
type RateLine struct {
	ServiceLine
	ServiceType string `json:"serviceType" enum:"boarding,daycare" doc:"The service that it prices"`
}

// RateImport offers "rate" to the import.
func (s *Service) RateImport() importing.Type {
	return importing.For("catalog", importing.Spec[RateLine]{
		Name: "rate",
		Refs: func(l *RateLine, refer func(field, recordType, externalID string)) { l.refer(refer) },
		Find: s.shelves.Rates.IDs,
		Apply: func(ctx context.Context, account uuid.UUID, batch []importing.Record[RateLine], resolve importing.Resolve) error {
			now := s.clock.Now()
			return upsert(ctx, s, s.shelves.Rates, account, batch, importing.UpsertPlan[RateLine, Rate]{
				Created: RateCreated, Updated: RateUpdated,
				Make: func(r importing.Record[RateLine]) Rate {
					return Rate{ID: r.ID, AccountID: account, ExternalID: &r.ExternalID, CreatedAt: now, UpdatedAt: now, Version: 1}
				},
				Apply: func(r importing.Record[RateLine], to *Rate) { applyRate(r, resolve, to) },
				Touch: func(to *Rate) { to.Version, to.UpdatedAt = to.Version+1, now },
			})
		},
		After: []string{"tax", "addon"},
	})
}

func applyRate(r importing.Record[RateLine], resolve importing.Resolve, to *Rate) {
	l := r.Line
	l.ValueData.check("value_data", r.Errors)
	to.Name, to.Description, to.Code = l.Name, text.Optional(l.Description), text.Optional(l.Code)
	to.ServiceType, to.Active, to.ItemOrder = l.ServiceType, orTrue(l.Active), l.ItemOrder
	to.TaxIDs = resolveAll(resolve, "tax", l.Taxes)
	to.IncludedAddonIDs = resolveAll(resolve, "addon", l.IncludedAddons)
	to.ValueData = jsonb.New(l.ValueData.tidy())
	to.Folded = fold(to.Name, to.Code)
}
