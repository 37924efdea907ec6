package store

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// New makes the shelves.
func New(db *postgres.DB) catalog.Shelves {
	return catalog.Shelves{
		Rates: shelf[catalog.Rate, rateRow]{
			db: db, table: "catalog.rates", ordered: true,
			in:    func(r catalog.Rate) rateRow { return rateRow(r) },
			out:   func(r rateRow) catalog.Rate { return catalog.Rate(r) },
			place: func(r catalog.Rate) (int, string, uuid.UUID) { return r.ItemOrder, r.Folded, r.ID },
		},
		Addons: shelf[catalog.Addon, addonRow]{
			db: db, table: "catalog.addons", ordered: true,
			in:    func(a catalog.Addon) addonRow { return addonRow(a) },
			out:   func(r addonRow) catalog.Addon { return catalog.Addon(r) },
			place: func(a catalog.Addon) (int, string, uuid.UUID) { return a.ItemOrder, a.Folded, a.ID },
		},
		Retail: retail{shelf[catalog.RetailProduct, retailRow]{
			db: db, table: "catalog.retail_products",
			in:    func(p catalog.RetailProduct) retailRow { return retailRow(p) },
			out:   func(r retailRow) catalog.RetailProduct { return catalog.RetailProduct(r) },
			place: func(p catalog.RetailProduct) (int, string, uuid.UUID) { return 0, p.Folded, p.ID },
		}},
		Categories: categories{shelf[catalog.Category, categoryRow]{
			db: db, table: "catalog.retail_categories",
			in:  func(c catalog.Category) categoryRow { return categoryRow(c) },
			out: func(r categoryRow) catalog.Category { return catalog.Category(r) },
		}},
		Adjustments: shelf[catalog.Adjustment, adjustmentRow]{
			db: db, table: "catalog.adjustments",
			in:    func(a catalog.Adjustment) adjustmentRow { return adjustmentRow(a) },
			out:   func(r adjustmentRow) catalog.Adjustment { return catalog.Adjustment(r) },
			place: func(a catalog.Adjustment) (int, string, uuid.UUID) { return 0, a.Folded, a.ID },
		},
		Taxes: shelf[catalog.Tax, taxRow]{
			db: db, table: "catalog.taxes",
			in:    func(t catalog.Tax) taxRow { return taxRow(t) },
			out:   func(r taxRow) catalog.Tax { return catalog.Tax(r) },
			place: func(t catalog.Tax) (int, string, uuid.UUID) { return 0, t.Folded, t.ID },
		},
	}
}

func (r rateRow) key() uuid.UUID       { return r.ID }
func (r addonRow) key() uuid.UUID      { return r.ID }
func (r retailRow) key() uuid.UUID     { return r.ID }
func (r categoryRow) key() uuid.UUID   { return r.ID }
func (r adjustmentRow) key() uuid.UUID { return r.ID }
func (r taxRow) key() uuid.UUID        { return r.ID }

func forUpdate() clause.Expression { return clause.Locking{Strength: "UPDATE"} }
