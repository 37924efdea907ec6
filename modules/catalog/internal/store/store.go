// Package store keeps the catalog in PostgreSQL.
package store

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes the tables.
func New(db *postgres.DB) catalog.Tables {
	byName := []postgres.Order{{By: "t.folded", Type: "text"}, {By: "t.id", Type: "uuid"}}
	byOrder := append([]postgres.Order{{By: "t.item_order", Type: "integer"}}, byName...)
	return catalog.Tables{
		Rates:       newTable[catalog.Rate](db, "catalog.rates", byOrder),
		Addons:      newTable[catalog.Addon](db, "catalog.addons", byOrder),
		Retail:      products{newTable[catalog.RetailProduct](db, "catalog.retail_products", byName), db},
		Categories:  categories{newTable[catalog.Category](db, "catalog.retail_categories", nil), db},
		Adjustments: newTable[catalog.Adjustment](db, "catalog.adjustments", byName),
		Taxes:       newTable[catalog.Tax](db, "catalog.taxes", byName),
	}
}

type table[R any] struct {
	*postgres.Table[R]
	order []postgres.Order
}

func newTable[R any](db *postgres.DB, name string, order []postgres.Order) table[R] {
	return table[R]{postgres.NewTable[R](db, postgres.TableOptions{Name: name}), order}
}

// List implements catalog.Table.
func (t table[R]) List(ctx context.Context, account uuid.UUID, f catalog.Filter, page paging.Request) (paging.Page[R], error) {
	q := t.Query(account).OrderBy(t.order...).
		WhereIf(f.Active != nil, "t.active = ?", f.Active).
		WhereIf(f.ServiceType != "", "t.service_type = ?", f.ServiceType).
		WhereIf(f.UpdatedSince != nil, "t.updated_at >= ?", f.UpdatedSince)
	for word := range strings.FieldsSeq(text.FoldSearch(f.Search)) {
		q.Where("t.folded like ?", postgres.Containing(text.TrimWord(word)))
	}
	return t.Table.List(ctx, q, page)
}
