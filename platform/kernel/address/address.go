// Package address is the postal address that every resource with an address uses.
package address

import "github.com/petcare/petcare/platform/kernel/text"

// Address has nothing required: rural places have no street, city states no region.
type Address struct {
	Line1    *string `json:"line1" maxLength:"120" doc:"Street and number" example:"12 Willow Lane"`
	Line2    *string `json:"line2" maxLength:"120" doc:"Flat, building, care of" example:"Flat 3"`
	City     *string `json:"city" maxLength:"120" doc:"City, town or village" example:"London"`
	Region   *string `json:"region" maxLength:"120" doc:"County, state or province" example:"Greater London"`
	Postcode *string `json:"postcode" maxLength:"120" doc:"Postal code" example:"NW1 8AB"`
	Country  *string `json:"country" format:"iso-country" maxLength:"2" doc:"ISO 3166-1 alpha-2" example:"GB"`
}

// Tidy makes empty lines absent, and an address without any line no address (nil).
func (a *Address) Tidy() *Address {
	if a == nil {
		return nil
	}
	tidy := Address{text.Optional(a.Line1), text.Optional(a.Line2), text.Optional(a.City), text.Optional(a.Region),
		text.Optional(a.Postcode), text.Optional(a.Country)}
	if tidy == (Address{}) {
		return nil
	}
	return &tidy
}
