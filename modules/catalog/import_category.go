package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
)

// CategoryLine is an import line of type "retail_category".
type CategoryLine struct {
	Name   string  `json:"name" minLength:"1" maxLength:"120" doc:"Name of the category" example:"Dog toys"`
	Parent *string `json:"parent,omitempty" minLength:"1" maxLength:"100" doc:"The category above" example:"RC-1"`
}

// CategoryImport offers "retail_category" to the import.
func (s *Service) CategoryImport() importing.Type {
	return importing.For("catalog", importing.Spec[CategoryLine]{
		Name: "retail_category",
		Refs: func(l *CategoryLine, refer func(field, recordType, externalID string)) {
			if l.Parent != nil {
				refer("parent", "retail_category", *l.Parent)
			}
		},
		Find:  s.shelves.Categories.IDs,
		Apply: s.importCategories,
	})
}

func (s *Service) importCategories(ctx context.Context, account uuid.UUID, batch []importing.Record[CategoryLine], resolve importing.Resolve) error {
	known, err := s.shelves.Categories.Lock(ctx, account, importing.Existing(batch))
	if err != nil {
		return err
	}
	now := s.clock.Now()
	out, err := importing.UpsertPlan[CategoryLine, Category]{
		Make: func(r importing.Record[CategoryLine]) Category {
			return Category{ID: r.ID, AccountID: account, ExternalID: &r.ExternalID, CreatedAt: now, UpdatedAt: now, Version: 1}
		},
		Apply: func(r importing.Record[CategoryLine], to *Category) {
			to.Name, to.ParentID = r.Line.Name, nil
			if r.Line.Parent != nil {
				parent := resolve("retail_category", *r.Line.Parent)
				to.ParentID = &parent
			}
		},
		Touch: func(to *Category) { to.Version, to.UpdatedAt = to.Version+1, now },
	}.Plan(account, batch, known)
	if err != nil {
		return err
	}
	if err := s.shelves.Categories.Save(ctx, append(out.Created, out.Changed...)); err != nil {
		return err
	}
	if err := s.checkTree(ctx, account, batch); err != nil {
		return err
	}
	return s.rewriteProducts(ctx, account, out.Changed)
}

// checkTree finds categories that stand below themselves. Those of later batches are not there yet; the batch that
// closes a circle finds it.
func (s *Service) checkTree(ctx context.Context, account uuid.UUID, batch []importing.Record[CategoryLine]) error {
	ids := []uuid.UUID{}
	for _, r := range batch {
		if r.Line.Parent != nil {
			ids = append(ids, r.ID)
		}
	}
	below, err := s.shelves.Categories.BelowThemselves(ctx, account, ids)
	if err != nil {
		return err
	}
	for _, r := range batch {
		if below[r.ID] {
			r.Errors.Add("parent", "reference", "puts the category below itself")
		}
	}
	return nil
}

// rewriteProducts brings changed categories into the products that carry them; each is a change of the product.
func (s *Service) rewriteProducts(ctx context.Context, account uuid.UUID, changed []Category) error {
	byID := make(map[uuid.UUID]Category, len(changed))
	ids := make([]uuid.UUID, 0, len(changed))
	for _, c := range changed {
		byID[c.ID] = c
		ids = append(ids, c.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	before, err := s.shelves.Retail.LockInCategories(ctx, account, ids)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	after := make([]RetailProduct, len(before))
	recorded := make([]events.Public, len(before))
	for i, was := range before {
		is := was
		shown := was.Categories.Get()
		for at, c := range shown {
			if fresh, ok := byID[c.ID]; ok {
				shown[at] = fresh.shown()
			}
		}
		is.Categories, is.Version, is.UpdatedAt = jsonb.New(shown), was.Version+1, now
		after[i] = is
		recorded[i] = events.Public{Type: RetailProductUpdated, Account: account, Record: is.ID, Object: is, Before: was}
	}
	if err := s.shelves.Retail.Save(ctx, after); err != nil {
		return err
	}
	return s.events.Record(ctx, recorded...)
}
