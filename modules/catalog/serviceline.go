package catalog

import "strconv"

// ServiceLine is what the lines of rates and addons have in common.
type ServiceLine struct {
	Name        string  `json:"name" minLength:"1" maxLength:"120" doc:"What staff and customers read" example:"Dog boarding, garden room"`
	Description *string `json:"description,omitempty" maxLength:"2000" doc:"What is part of it"`
	Code        *string `json:"code,omitempty" maxLength:"60" doc:"Short name on price lists" example:"BRD-GARDEN"`
	Active      *bool   `json:"active,omitempty" doc:"Whether it can be booked (true)"`
	ItemOrder   int     `json:"item_order,omitempty" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`

	Taxes []string `json:"taxes,omitempty" maxItems:"20" uniqueItems:"true" minLength:"1" maxLength:"100" doc:"The taxes on it" example:"T-1"`

	IncludedAddons []string  `json:"included_addons,omitempty" maxItems:"100" uniqueItems:"true" minLength:"1" maxLength:"100" example:"A-3"`
	ValueData      ValueData `json:"value_data"`
}

// currencyUnchecked is said of prices because the catalog does not know accounts.
const currencyUnchecked = "that is not checked here, but orders take no other"

// Docs describes the keys whose texts are too long for a tag.
func (ServiceLine) Docs() map[string]string {
	return map[string]string{
		"included_addons": "The addons that the price contains",
		"value_data":      "The price, in the currency of the account: " + currencyUnchecked,
	}
}

func (l *ServiceLine) refer(to func(field, recordType, externalID string)) {
	referAll("taxes", tax, l.Taxes, to)
	referAll("included_addons", addon, l.IncludedAddons, to)
}

func referAll(field, recordType string, externalIDs []string, to func(field, recordType, externalID string)) {
	for i, id := range externalIDs {
		to(field+"["+strconv.Itoa(i)+"]", recordType, id)
	}
}

func orTrue(b *bool) bool { return b == nil || *b }
