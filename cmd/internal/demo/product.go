package demo

// product is a rate or an addon.
type product struct {
	head
	Name           string    `json:"name"`
	Description    string    `json:"description,omitempty"`
	Code           string    `json:"code"`
	ServiceType    string    `json:"serviceType,omitempty"` // none: a standalone addon
	Active         bool      `json:"active"`
	ItemOrder      int       `json:"item_order"`
	Taxes          []string  `json:"taxes"`
	IncludedAddons []string  `json:"included_addons"`
	ValueData      valueData `json:"value_data"`
	Sessions       []session `json:"sessions,omitempty"`
	Capacity       int       `json:"capacity,omitempty"`
	Instructor     string    `json:"instructor,omitempty"`

	species      []string // who may book it; empty: all
	begins, ends int      // days of a class
}

type session struct {
	StartsAt string `json:"starts_at"`
	EndsAt   string `json:"ends_at"`
}

func (p product) takes(species string) bool {
	for _, taken := range p.species {
		if taken == species {
			return true
		}
	}

	return len(p.species) == 0
}

// offer is an entry of the price list before it becomes a product; pence is the price in Britain.
type offer struct {
	code, name, description string
	service, model          string
	pence                   int64
	minutes                 int
	species                 []string
	includes                []string
	rows                    []row
	retired                 bool
}

func (b *business) product(kind, prefix, use string, position int, o offer) product {
	made := product{
		head: head{kind, prefix + o.code}, Name: o.name, Description: o.description, Code: o.code,
		ServiceType: o.service, Active: !o.retired, ItemOrder: position, Taxes: b.taxIDs(use), IncludedAddons: []string{},
		ValueData: valueData{
			PricingModel: o.model, BasePrice: b.price(o.pence), DurationMinutes: o.minutes, Rows: []row{},
		},
		species: o.species,
	}
	for _, code := range o.includes {
		made.IncludedAddons = append(made.IncludedAddons, "A-"+code)
	}
	made.ValueData.Rows = append(made.ValueData.Rows, o.rows...)

	return made
}
