package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/importing"
)

// TaxLine is an import line of type "tax".
type TaxLine struct {
	Name      string `json:"name" minLength:"1" maxLength:"120" doc:"What receipts say" example:"Sales tax"`
	Rate      string `json:"rate" pattern:"^(100([.]0{1,4})?|[0-9]{1,2}([.][0-9]{1,4})?)$" patternDescription:"a percentage from 0 to 100 such as 8.25" maxLength:"8" doc:"Decimal percentage, 0 to 100" example:"8.25"`
	Inclusive bool   `json:"inclusive,omitempty" doc:"Whether prices contain it already (false)"`
	Active    *bool  `json:"active,omitempty" doc:"Whether it is charged (true)"`
}

// TaxImport offers "tax" to the import.
func (s *Service) TaxImport() importing.Type {
	return importing.For("catalog", importing.Spec[TaxLine]{
		Name: "tax",
		Find: s.shelves.Taxes.IDs,
		Apply: func(ctx context.Context, account uuid.UUID, batch []importing.Record[TaxLine], _ importing.Resolve) error {
			now := s.clock.Now()
			return upsert(ctx, s, s.shelves.Taxes, account, batch, importing.UpsertPlan[TaxLine, Tax]{
				Created: TaxCreated, Updated: TaxUpdated,
				Make: func(r importing.Record[TaxLine]) Tax {
					return Tax{ID: r.ID, AccountID: account, ExternalID: &r.ExternalID, CreatedAt: now, UpdatedAt: now, Version: 1}
				},
				Apply: func(r importing.Record[TaxLine], to *Tax) {
					to.Name, to.Rate, to.Inclusive, to.Active = r.Line.Name, r.Line.Rate, r.Line.Inclusive, orTrue(r.Line.Active)
					to.Folded = fold(to.Name)
				},
				Touch: func(to *Tax) { to.Version, to.UpdatedAt = to.Version+1, now },
			})
		},
	})
}
