package catalog

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/record"
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

// Docs describes the keys whose texts are too long for a tag.
func (RetailProduct) Docs() map[string]string {
	return map[string]string{"stock_quantity": "How many are there; below 0 when more were sold than counted"}
}

// ProductCategory is a retail category as products show it.
type ProductCategory struct {
	ID       uuid.UUID  `json:"id" format:"uuid" doc:"Id of the category"`
	Name     string     `json:"name" minLength:"1" maxLength:"120" doc:"Name of the category" example:"Dog toys"`
	ParentID *uuid.UUID `json:"parent_id" format:"uuid" doc:"The category above; null at the top"`
}

// Category is a retail category. It is shown only inside the products that stand in it.
type Category struct {
	record.Meta
	Name       string     `json:"name"`
	ParentID   *uuid.UUID `json:"parent_id"`
	ExternalID *string    `json:"external_id"`
}

// shown is c as products show it.
func (c Category) shown() ProductCategory {
	return ProductCategory{ID: c.ID, Name: c.Name, ParentID: c.ParentID}
}
