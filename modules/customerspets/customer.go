// Package customerspets keeps the customers of an account and their pets.
package customerspets

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Status says whether a customer is dealt with.
type Status string

// The statuses of a customer.
const (
	Active   Status = "active"
	Inactive Status = "inactive"
	Blocked  Status = "blocked" // cannot log in
)

// Customer is a pet owner as the API and events show it.
type Customer struct {
	record.Meta
	FirstName      *string                     `json:"first_name" maxLength:"100" doc:"A first or a last name is required" example:"Rosalind"`
	LastName       *string                     `json:"last_name" maxLength:"100" doc:"Last name" example:"Okafor-Hughes"`
	CompanyName    *string                     `json:"company_name" maxLength:"150" doc:"Company" example:"Second Chance Rescue"`
	Email          *string                     `json:"email" format:"email" maxLength:"254" example:"rosalind@example.com"`
	Phones         jsonb.Of[[]Phone]           `json:"phones" maxItems:"5" doc:"Phone numbers; exactly one of them is the primary one"`
	Address        jsonb.Of[*address.Address]  `json:"address" doc:"Postal address"`
	Status         *Status                     `json:"status" enum:"active,inactive,blocked" example:"active"`
	ReferralSource *string                     `json:"referral_source" maxLength:"100" doc:"How they heard of the business" example:"Friend"`
	Contacts       jsonb.Of[[]CustomerContact] `json:"contacts" maxItems:"10" doc:"People to call, and who may pick pets up"`

	Vet           jsonb.Of[*Vet]           `json:"vet" doc:"The veterinary practice of the customer's pets"`
	Communication jsonb.Of[*Communication] `json:"communication" doc:"What the customer agreed to; null only for customers who may not see it"`

	ColourCodeIDs jsonb.Of[[]uuid.UUID] `json:"colour_code_ids" maxItems:"20" doc:"Colour codes of type customer: a set, shown in order of id"`
	Tags          jsonb.Of[[]string]    `json:"tags" maxItems:"50" maxLength:"40" doc:"Free labels"`
	Alert         *string               `json:"alert" maxLength:"500" doc:"What staff must know at once" example:"Text only, hard of hearing"`

	CustomFields jsonb.Of[map[string]any] `json:"custom_fields" maxProperties:"100" doc:"Values of the account's own fields, by field key"`
	ExternalID   *string                  `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"C-0001"`
	MatchingPets []PetName                `json:"matching_pets,omitempty" gorm:"-" maxItems:"10" example:"[]"`
	FoundIn      []Found                  `json:"found_in,omitempty" gorm:"-" maxItems:"20"`
	MergedInto   *uuid.UUID               `json:"merged_into,omitempty" gorm:"-" format:"uuid" doc:"Only in customer.deleted: where it went"`
	ErasedAt     *time.Time               `json:"erased_at" gorm:"<-:create" doc:"When what identified the person was erased; null otherwise"`
	Login        CustomerLogin            `json:"login" gorm:"embedded;embeddedPrefix:login_" doc:"Whether the customer can log in"`
	ErasedReason *string                  `json:"-" gorm:"->"`
	PasswordHash *string                  `json:"-"`
	KnownBy      string                   `json:"-"` // names and phones as searches look for them
	Search       string                   `json:"-"` // see index
}

// Docs describes the keys whose texts are too long for a tag.
func (Customer) Docs() map[string]string {
	return map[string]string{
		"email":  "E-mail; unique in the account among customers with login, whatever the case",
		"status": "blocked customers cannot log in; null only for customers who may not see it",
		"matching_pets": "Only in lists for staff who search, and only where the customer's own texts lack a word of the search: pets of the " +
			"customer that have one in their names, at most 10",
		"found_in": "Only in lists for staff with sort=relevance: where the words of the search were found, each place once",
	}
}

// PetName is a pet that matches a search, as shown with its owner.
type PetName struct {
	ID   uuid.UUID `json:"id" format:"uuid" doc:"Id of the pet"`
	Name string    `json:"name" maxLength:"100" doc:"Name" example:"Biscuit"`
}

// Phone is one phone number of a customer.
type Phone struct {
	Type    string `json:"type" enum:"mobile,home,work,other" doc:"Kind of number" example:"mobile"`
	Number  string `json:"number" maxLength:"40" doc:"E.164, and ;ext=4 for an extension" example:"+447700900123"`
	Primary bool   `json:"primary" doc:"Whether it is the number to call first"`
}

// CustomerContact is somebody else to call, or who may pick pets up.
type CustomerContact struct {
	Name             string  `json:"name" minLength:"1" maxLength:"120" doc:"Name" example:"Tom Hughes"`
	Relationship     *string `json:"relationship" maxLength:"120" doc:"What they are to the customer" example:"Partner"`
	Phone            *string `json:"phone" maxLength:"40" doc:"E.164, and ;ext=4 for an extension" example:"+447700900124"`
	Emergency        bool    `json:"emergency" doc:"Call them in an emergency"`
	AuthorisedPickup bool    `json:"authorised_pickup" doc:"They may pick pets up"`
}

// Vet is a veterinary practice.
type Vet struct {
	Practice *string `json:"practice" maxLength:"120" doc:"The practice" example:"Goose Green Vets"`
	Name     *string `json:"name" maxLength:"120" doc:"The veterinarian" example:"Dr Amara Patel"`
	Phone    *string `json:"phone" maxLength:"40" doc:"E.164, and ;ext=4 for an extension" example:"+442079460123"`
}

// Communication is what a customer agreed to; nothing until they do.
type Communication struct {
	EmailOptIn     bool `json:"email_opt_in" doc:"Messages by e-mail"`
	SMSOptIn       bool `json:"sms_opt_in" doc:"Text messages"`
	MarketingOptIn bool `json:"marketing_opt_in" doc:"News and offers"`
}

// CustomerLogin tells whether a customer can log in, and when they last did.
type CustomerLogin struct {
	Enabled     bool       `json:"enabled" doc:"Whether there is a password"`
	LastLoginAt *time.Time `json:"last_login_at" doc:"When the customer last logged in"`
}

// isBlocked reports whether the customer cannot log in.
func (c Customer) isBlocked() bool { return c.Status != nil && *c.Status == Blocked }

// MergedCustomer is a customer into whom another one was merged, as the event customer.merged shows it.
type MergedCustomer struct {
	Customer
	SourceID uuid.UUID `json:"source_id" gorm:"-" format:"uuid" doc:"The customer that is gone: what hung on it hangs on this one"`
}
