// Package store keeps the catalog in PostgreSQL.
package store

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes the tables.
func New(db *postgres.DB) catalog.Tables {
	return catalog.Tables{
		Rates: newTable(db, "rates", byOrder(func(r *catalog.Rate) int { return r.ItemOrder }),
			byName(func(r *catalog.Rate) string { return r.Folded })),
		Addons: newTable(db, "addons", byOrder(func(a *catalog.Addon) int { return a.ItemOrder }),
			byName(func(a *catalog.Addon) string { return a.Folded })),
		Retail:      products{newTable(db, "retail_products", byName(func(p *catalog.RetailProduct) string { return p.Folded }))},
		Categories:  newCategories(db),
		Adjustments: newTable(db, "adjustments", byName(func(a *catalog.Adjustment) string { return a.Folded })),
		Taxes:       newTable(db, "taxes", byName(func(t *catalog.Tax) string { return t.Folded })),
	}
}

func byOrder[R any](of func(*R) int) postgres.Key[R] {
	return postgres.Key[R]{Column: "item_order", Type: "integer", Of: func(r *R) string { return strconv.Itoa(of(r)) }}
}

func byName[R any](of func(*R) string) postgres.Key[R] {
	return postgres.Key[R]{Column: "folded", Type: "text", Of: of}
}

// table implements catalog.Table. Records of the same order are listed by id.
type table[R any] struct {
	*postgres.Repository[R]
	order []postgres.Key[R]
}

func newTable[R any](db *postgres.DB, name string, order ...postgres.Key[R]) table[R] {
	return table[R]{postgres.NewRepository[R](db, postgres.TableOptions{Name: "catalog." + name}), append(order, postgres.ByID[R]())}
}

// List implements catalog.Table.
func (t table[R]) List(ctx context.Context, account uuid.UUID, f catalog.Filter, page paging.Request) (paging.Page[R], error) {
	q := t.Of(ctx, account).Scopes(
		postgres.If(f.Active != nil, "active = ?", f.Active),
		postgres.If(f.ServiceType != "", "service_type = ?", f.ServiceType),
		postgres.If(f.UpdatedSince != nil, "updated_at >= ?", f.UpdatedSince))
	for word := range strings.FieldsSeq(text.FoldSearch(f.Search)) {
		q = q.Where("folded like ?", postgres.Containing(text.TrimWord(word)))
	}
	return postgres.List(q, page, t.order...)
}
