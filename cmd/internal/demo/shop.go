package demo

import (
	"fmt"
	"slices"
)

type category struct {
	head
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"`
}

type retailProduct struct {
	head
	Name          string   `json:"name"`
	Description   string   `json:"description,omitempty"`
	SKU           string   `json:"sku"`
	Barcode       string   `json:"barcode,omitempty"`
	Brand         string   `json:"brand,omitempty"`
	Categories    []string `json:"categories"`
	Price         money    `json:"price"`
	Taxes         []string `json:"taxes"`
	StockQuantity int      `json:"stock_quantity"`
	TrackStock    bool     `json:"track_stock"`
	Active        bool     `json:"active"`
}

func categories() []category {
	made := []category{}
	for _, branch := range []struct {
		id, name string
		below    []string
	}{
		{"FOOD", "Food", []string{"DRY=Dry food", "WET=Wet food", "TREAT=Treats & chews", "HAY=Hay & seeds"}},
		{"TOY", "Toys", []string{"DOGTOY=Dog toys", "CATTOY=Cat toys", "PUZZLE=Puzzles"}},
		{"WALK", "Walking", []string{"COLLAR=Collars & tags", "LEAD=Leads & harnesses", "COAT=Coats"}},
		{"HOME", "At home", []string{"BED=Beds & blankets", "BOWL=Bowls & fountains", "LITTER=Litter"}},
		{"CARE", "Care", []string{"GROOM=Brushes & shampoo", "HEALTH=Health"}},
		{"GIFT", "Gifts for humans", nil},
	} {
		made = append(made, category{head: head{"retail_category", "RC-" + branch.id}, Name: branch.name})
		for _, entry := range branch.below {
			id, name := spellCategory(entry)
			made = append(made, category{head: head{"retail_category", "RC-" + id}, Name: name, Parent: "RC-" + branch.id})
		}
	}

	return made
}

func (b *business) makeGoods() []retailProduct {
	l := newLuck(b.location.Code, "shop")
	goods := []retailProduct{}
	for number, article := range slices.Concat(foodArticles(), toyArticles(), walkArticles(), homeArticles()) {
		for variant, size := range article.sizes {
			name := article.name
			if size.label != "" {
				name += ", " + size.label
			}
			made := retailProduct{
				head: head{"retail_product", fmt.Sprintf("RP-%03d-%d", number+1, variant+1)},
				Name: name, Description: article.description,
				SKU:   fmt.Sprintf("WW-%s-%03d%c", article.categories[0], number+1, 'A'+variant),
				Brand: article.brand, Price: b.price(size.pence), Taxes: b.taxIDs("goods"),
				StockQuantity: l.between(1, 60), TrackStock: article.categories[0] != "GIFT", Active: !l.chance(5),
			}
			if l.chance(90) {
				made.Barcode = barcode(number*10 + variant)
			}
			if l.chance(7) || !made.TrackStock {
				made.StockQuantity = 0
			}
			for _, id := range article.categories {
				made.Categories = append(made.Categories, "RC-"+id)
			}
			goods = append(goods, made)
		}
	}

	return goods
}

// barcode makes an EAN-13 from the range that shops may use among themselves.
func barcode(number int) string {
	digits := fmt.Sprintf("20%010d", number)
	sum := 0
	for i, digit := range digits {
		sum += int(digit-'0') * (1 + i%2*2)
	}

	return fmt.Sprintf("%s%d", digits, (10-sum%10)%10)
}
