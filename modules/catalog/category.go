package catalog

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// ProductCategory is a retail category as products show it.
type ProductCategory struct {
	ID       uuid.UUID  `json:"id" format:"uuid" doc:"Id of the category"`
	Name     string     `json:"name" minLength:"1" maxLength:"120" doc:"Name of the category" example:"Dog toys"`
	ParentID *uuid.UUID `json:"parent_id" format:"uuid" doc:"The category above; null at the top"`
}

// RetailCategory is a retail category as events show it. The API shows it only inside the products that stand in it.
type RetailCategory struct {
	record.Meta
	Name       string     `json:"name" minLength:"1" maxLength:"120" doc:"Name of the category" example:"Dog toys"`
	ParentID   *uuid.UUID `json:"parent_id" format:"uuid" doc:"The category above; null at the top"`
	ExternalID *string    `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"RC-1"`
}

// shown is c as products show it.
func (c RetailCategory) shown() ProductCategory { return ProductCategory{c.ID, c.Name, c.ParentID} }

// CategoryLine is an import line of type "retail_category".
type CategoryLine struct {
	Name   string  `json:"name" minLength:"1" maxLength:"120" doc:"Name of the category" example:"Dog toys"`
	Parent *string `json:"parent,omitempty" minLength:"1" maxLength:"100" doc:"The category above" example:"RC-1"`
}

// CategoryImport offers "retail_category" to the import.
func (s *Service) CategoryImport() importing.Type {
	return importing.For("catalog", importing.Spec[CategoryLine]{
		Name: retailCategory,
		Refs: func(l *CategoryLine, refer func(field, recordType, externalID string)) {
			if l.Parent != nil {
				refer("parent", retailCategory, *l.Parent)
			}
		},
		Find:  s.tables.Categories.IDs,
		Apply: s.importCategories, Clashes: s.circles,
		Export: importing.Exported[CategoryLine](s.categories, importing.Export[RetailCategory]{
			Names: map[string]string{"parent": retailCategory},
		}),
	})
}

func (s *Service) importCategories(ctx context.Context, account uuid.UUID, batch []importing.Record[CategoryLine],
	resolve importing.Resolve) error {
	changed := map[uuid.UUID]ProductCategory{}
	err := importing.Upsert(ctx, s.categories, account, batch, func(r importing.Record[CategoryLine], to *RetailCategory) error {
		before := to.shown()
		to.Name, to.ExternalID = r.Line.Name, &r.ExternalID
		if !r.Keeps("parent") {
			to.ParentID = resolve.Optional(retailCategory, r.Line.Parent)
		}
		if r.Exists && !reflect.DeepEqual(before, to.shown()) {
			changed[to.ID] = to.shown()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.rewriteProducts(ctx, account, changed)
}

// circles finds categories that stand below themselves.
func (s *Service) circles(ctx context.Context, account uuid.UUID) (found []importing.Clash, err error) {
	parents, err := s.tables.Categories.Parents(ctx, account)
	seen := map[uuid.UUID]uuid.UUID{} // categories with the one from which the way up came to them
	for start := range parents {
		at, below := start, true
		for below && seen[at] == uuid.Nil {
			seen[at] = start
			at, below = parents[at], parents[at] != uuid.Nil
		}
		if !below || seen[at] != start {
			continue
		}
		circle := []uuid.UUID{at}
		for id := parents[at]; id != at; id = parents[id] {
			circle = append(circle, id)
		}
		found = append(found, importing.Clash{Records: circle,
			Fault: apperr.FieldError{Field: "parent", Code: "reference", Message: "puts the category below itself"}})
	}
	return found, err
}

// rewriteProducts brings changed categories into the products that carry them; each is a change of the product.
func (s *Service) rewriteProducts(ctx context.Context, account uuid.UUID, changed map[uuid.UUID]ProductCategory) error {
	if len(changed) == 0 {
		return nil
	}
	products, err := s.tables.Retail.InCategories(ctx, account, slices.Collect(maps.Keys(changed)))
	if err != nil {
		return err
	}
	return s.products.UpdateMany(ctx, account, products, func(p *RetailProduct) bool {
		shown := p.Categories.Get()
		for at, c := range shown {
			if fresh, ok := changed[c.ID]; ok {
				shown[at] = fresh
			}
		}
		p.Categories = jsonb.New(shown)
		return true
	})
}
