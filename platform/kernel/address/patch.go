package address

import "github.com/petcare/petcare/platform/kernel/patch"

// Patch is a merge patch of an address, line by line.
type Patch struct {
	Line1    patch.Field[string] `json:"line1,omitzero" maxLength:"120" doc:"Street and number" example:"12 Willow Lane"`
	Line2    patch.Field[string] `json:"line2,omitzero" maxLength:"120" doc:"Flat, building, care of" example:"Flat 3"`
	City     patch.Field[string] `json:"city,omitzero" maxLength:"120" doc:"City, town or village" example:"London"`
	Region   patch.Field[string] `json:"region,omitzero" maxLength:"120" doc:"County, state or province" example:"Greater London"`
	Postcode patch.Field[string] `json:"postcode,omitzero" maxLength:"120" doc:"Postal code" example:"NW1 8AB"`
	Country  patch.Field[string] `json:"country,omitzero" format:"iso-country" maxLength:"2" doc:"ISO 3166-1 alpha-2" example:"GB"`
}

// Apply returns the address that before, nil for none, becomes; clear takes it away.
func (p Patch) Apply(before *Address, clear bool) *Address {
	if clear {
		return nil
	}
	after := Address{}
	if before != nil {
		after = *before
	}
	p.Line1.ApplyPtr(&after.Line1)
	p.Line2.ApplyPtr(&after.Line2)
	p.City.ApplyPtr(&after.City)
	p.Region.ApplyPtr(&after.Region)
	p.Postcode.ApplyPtr(&after.Postcode)
	p.Country.ApplyPtr(&after.Country)
	return after.Tidy()
}
