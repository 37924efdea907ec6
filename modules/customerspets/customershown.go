package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/address"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/jsonb"
)

// showCustomer is the customer as the caller may see it.
func (s *Service) showCustomer(ctx context.Context, c Customer) (Customer, error) {
	if !caller.From(ctx).IsCustomer() {
		return c, nil
	}
	form, err := s.lists.Form(ctx, c.AccountID, OfCustomers)
	if err != nil {
		return Customer{}, err
	}
	for key, rule := range form.Standard {
		if !rule.Visible {
			c.hide(key)
		}
	}
	c.CustomFields = jsonb.New(form.shown(c.CustomFields.Get()))
	return c, nil
}

// hide empties a key that a form field stands for.
func (c *Customer) hide(key string) {
	switch key {
	case "first_name":
		c.FirstName = nil
	case "last_name":
		c.LastName = nil
	case "company_name":
		c.CompanyName = nil
	case "email":
		c.Email = nil
	case "phones":
		c.Phones = jsonb.New([]Phone{})
	case "address":
		c.Address = jsonb.New((*address.Address)(nil))
	case "status":
		c.Status = nil
	case "referral_source":
		c.ReferralSource = nil
	case "contacts":
		c.Contacts = jsonb.New([]CustomerContact{})
	case "vet":
		c.Vet = jsonb.New((*Vet)(nil))
	case "communication":
		c.Communication = jsonb.New((*Communication)(nil))
	case "colour_code_ids":
		c.ColourCodeIDs = jsonb.New([]uuid.UUID{})
	case "tags":
		c.Tags = jsonb.New([]string{})
	case "alert":
		c.Alert = nil
	case "external_id":
		c.ExternalID = nil
	}
}
