package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// RetailProduct is something in the shop, as the API and events show it.
type RetailProduct struct {
	record.Meta
	Name        string  `json:"name" minLength:"1" maxLength:"200" doc:"What staff and customers read" example:"Rope tug, M"`
	Description *string `json:"description" maxLength:"2000" doc:"What it is" example:"Washable."`
	SKU         *string `json:"sku" gorm:"column:sku" maxLength:"60" doc:"Stock keeping unit, unique in the account" example:"WW-TOY-027B"`

	Barcode       *string                     `json:"barcode" maxLength:"60" doc:"As a scanner reads it" example:"2000000000275"`
	Brand         *string                     `json:"brand" maxLength:"120" doc:"Who makes it" example:"Tail & Tonic"`
	Categories    jsonb.Of[[]ProductCategory] `json:"categories" maxItems:"50" doc:"The categories that it stands in"`
	Price         jsonb.Of[money.Money]       `json:"price" doc:"The price of one; 0 is free"`
	TaxIDs        jsonb.Of[[]uuid.UUID]       `json:"tax_ids" gorm:"column:tax_ids" maxItems:"20" format:"uuid" doc:"The taxes on it"`
	StockQuantity int                         `json:"stock_quantity" minimum:"-1000000000" maximum:"1000000000" example:"12"`
	TrackStock    bool                        `json:"track_stock" doc:"Whether stock_quantity is kept"`
	Active        bool                        `json:"active" doc:"Whether it is sold; customers see only what is active"`
	ExternalID    *string                     `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"RP-27"`
	Folded        string                      `json:"-"` // see fold
}

// Derive sets the columns that follow from others.
func (r *RetailProduct) Derive() { r.Folded = fold(r.Name, r.SKU, r.Barcode) }

// Docs describes the keys whose texts are too long for a tag.
func (RetailProduct) Docs() map[string]string {
	return map[string]string{"stock_quantity": "How many are there; below 0 when more were sold than counted"}
}

// RetailLine is an import line of type "retail_product".
type RetailLine struct {
	Name        string      `json:"name" minLength:"1" maxLength:"200" doc:"What staff and customers read" example:"Rope tug, M"`
	Description *string     `json:"description,omitempty" maxLength:"2000" doc:"What it is"`
	SKU         *string     `json:"sku,omitempty" maxLength:"60" doc:"Stock keeping unit, unique in the account" example:"WW-TOY-027B"`
	Barcode     *string     `json:"barcode,omitempty" maxLength:"60" doc:"As a scanner reads it" example:"2000000000275"`
	Brand       *string     `json:"brand,omitempty" maxLength:"120" doc:"Who makes it" example:"Tail & Tonic"`
	Categories  []string    `json:"categories,omitempty" maxItems:"50" uniqueItems:"true" minLength:"1" maxLength:"100" example:"RC-1"`
	Price       money.Money `json:"price"`

	Taxes []string `json:"taxes,omitempty" maxItems:"20" uniqueItems:"true" minLength:"1" maxLength:"100" doc:"The taxes on it" example:"T-1"`

	StockQuantity int   `json:"stock_quantity,omitempty" minimum:"-1000000000" maximum:"1000000000" doc:"How many are there" example:"12"`
	TrackStock    bool  `json:"track_stock,omitempty" doc:"Whether stock_quantity is kept (false)"`
	Active        *bool `json:"active,omitempty" doc:"Whether it is sold (true)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (RetailLine) Docs() map[string]string {
	return map[string]string{
		"categories": "The retail categories that it stands in",
		"price":      "The price of one, 0 is free, in the currency of the account: " + currencyUnchecked,
	}
}

// RetailImport offers "retail_product" to the import.
func (s *Service) RetailImport() importing.Type {
	return importing.For("catalog", importing.Spec[RetailLine]{
		Name: retailProduct,
		Refs: func(l *RetailLine, refer func(field, recordType, externalID string)) {
			referAll("categories", retailCategory, l.Categories, refer)
			referAll("taxes", tax, l.Taxes, refer)
		},
		Find: s.tables.Retail.IDs,
		Unique: &importing.Unique[RetailLine]{Field: "sku", Of: RetailLine.sku, Holders: s.tables.Retail.SKUs,
			Taken: "is the SKU of another product"},
		Apply: s.importRetail,
		After: []string{tax, retailCategory}, // products carry their categories' names
		Export: importing.Exported[RetailLine](s.products, importing.Export[RetailProduct]{
			Names: map[string]string{"taxes": tax},
			Values: map[string]func(*RetailProduct, importing.Name) any{"categories": func(p *RetailProduct, name importing.Name) any {
				names := []string{}
				for _, c := range p.Categories.Get() {
					names = append(names, name(retailCategory, c.ID))
				}
				return names
			}},
		}),
	})
}

func (l RetailLine) sku() string {
	if sku := text.Optional(l.SKU); sku != nil {
		return *sku
	}
	return ""
}

func (s *Service) importRetail(ctx context.Context, account uuid.UUID, batch []importing.Record[RetailLine],
	resolve importing.Resolve) error {
	var ids []uuid.UUID
	for _, r := range batch {
		ids = append(ids, resolve.All(retailCategory, r.Line.Categories)...)
	}
	categories, err := s.categories.Locked(ctx, account, ids)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.products, account, batch, func(r importing.Record[RetailLine], to *RetailProduct) error {
		l := r.Line
		checkPrice("price", l.Price, r.Errors)
		to.Name, to.Description, to.SKU = l.Name, text.Optional(l.Description), text.Optional(l.SKU)
		to.Barcode, to.Brand, to.Price = text.Optional(l.Barcode), text.Optional(l.Brand), jsonb.New(l.Price)
		to.StockQuantity, to.TrackStock, to.Active = l.StockQuantity, l.TrackStock, orTrue(l.Active)
		shown := lists.Map(resolve.All(retailCategory, l.Categories), func(id uuid.UUID) ProductCategory { return categories[id].shown() })
		to.Categories, to.TaxIDs = jsonb.New(shown), jsonb.New(resolve.All(tax, l.Taxes))
		to.ExternalID = &r.ExternalID
		return nil
	})
}
