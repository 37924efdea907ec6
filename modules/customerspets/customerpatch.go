package customerspets

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// CustomerDetails are the keys that the API and the import write alike.
type CustomerDetails struct {
	FirstName patch.Field[string] `json:"first_name,omitzero" maxLength:"100" doc:"A first or a last name is required" example:"Rosalind"`
	LastName  patch.Field[string] `json:"last_name,omitzero" maxLength:"100" doc:"Last name" example:"Okafor-Hughes"`

	CompanyName patch.Field[string]       `json:"company_name,omitzero" maxLength:"150" doc:"Company" example:"Second Chance Rescue"`
	Email       patch.Field[string]       `json:"email,omitzero" format:"email" maxLength:"254" example:"rosalind@example.com"`
	Phones      patch.Field[[]PhoneInput] `json:"phones,omitzero" maxItems:"5" doc:"Phone numbers; when none is primary, the first one is"`
	Address     patch.Field[AddressPatch] `json:"address,omitzero" doc:"Postal address"`

	Status         patch.Field[Status] `json:"status,omitzero" nullable:"false" enum:"active,inactive,blocked" example:"active"`
	ReferralSource patch.Field[string] `json:"referral_source,omitzero" maxLength:"100" doc:"How they heard of the business" example:"Friend"`

	Contacts      patch.Field[[]ContactInput]     `json:"contacts,omitzero" maxItems:"10" doc:"People to call, and who may pick pets up"`
	Vet           patch.Field[VetPatch]           `json:"vet,omitzero" doc:"The veterinary practice of the customer's pets"`
	Communication patch.Field[CommunicationPatch] `json:"communication,omitzero" doc:"What the customer agreed to (nothing)"`

	Tags  patch.Field[[]string] `json:"tags,omitzero" maxItems:"50" minLength:"1" maxLength:"40" doc:"Free labels; repeated ones count once"`
	Alert patch.Field[string]   `json:"alert,omitzero" maxLength:"500" doc:"What staff must know at once" example:"Text only, hard of hearing"`

	CustomFields patch.Field[map[string]any] `json:"custom_fields,omitzero" maxProperties:"100"`

	Password patch.Field[string] `json:"password,omitzero" minLength:"10" maxLength:"128" writeOnly:"true" example:"correct-horse-battery"`
}

// Docs describes the keys whose texts are too long for a tag.
func (CustomerDetails) Docs() map[string]string {
	return map[string]string{
		"email":         "E-mail; unique in the account among customers with login, whatever the case",
		"status":        "blocked customers cannot log in (active)",
		"custom_fields": "Values of the account's own fields, by field key; null removes one",
		"password":      "Lets the customer log in; null disables the login. Never shown. Setting it ends the customer's sessions",
	}
}

// CustomerPatch is a change of a customer, or what a new one is made from.
type CustomerPatch struct {
	CustomerDetails
	ColourCodeIDs patch.Field[[]uuid.UUID] `json:"colour_code_ids,omitzero" maxItems:"20" uniqueItems:"true" doc:"Of type customer: a set"`
	ExternalID    patch.Field[string]      `json:"external_id,omitzero" maxLength:"100" example:"C-0001"`
}

// PhoneInput is one phone number as it is given.
type PhoneInput struct {
	Type    string `json:"type,omitempty" enum:"mobile,home,work,other" doc:"Kind of number (mobile)" example:"mobile"`
	Number  string `json:"number" minLength:"1" maxLength:"40" example:"07700 900123"`
	Primary bool   `json:"primary,omitempty" doc:"Whether it is the number to call first (false)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PhoneInput) Docs() map[string]string {
	return map[string]string{"number": "In international form or in the national form of the account's country"}
}

// ContactInput is a contact as it is given.
type ContactInput struct {
	Name             string  `json:"name" minLength:"1" maxLength:"120" doc:"Name" example:"Tom Hughes"`
	Relationship     *string `json:"relationship,omitempty" maxLength:"120" doc:"What they are to the customer" example:"Partner"`
	Phone            *string `json:"phone,omitempty" maxLength:"40" example:"07700 900124"`
	Emergency        bool    `json:"emergency,omitempty" doc:"Call them in an emergency (false)"`
	AuthorisedPickup bool    `json:"authorised_pickup,omitempty" doc:"They may pick pets up (false)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ContactInput) Docs() map[string]string {
	return map[string]string{"phone": "In international form or in the national form of the account's country"}
}

// AddressPatch is a change of a postal address.
type AddressPatch address.Patch

// VetPatch is a change of a veterinary practice.
type VetPatch struct {
	Practice patch.Field[string] `json:"practice,omitzero" maxLength:"120" doc:"The practice" example:"Goose Green Vets"`
	Name     patch.Field[string] `json:"name,omitzero" maxLength:"120" doc:"The veterinarian" example:"Dr Amara Patel"`
	Phone    patch.Field[string] `json:"phone,omitzero" maxLength:"40" example:"020 7946 0123"`
}

// Docs describes the keys whose texts are too long for a tag.
func (VetPatch) Docs() map[string]string {
	return map[string]string{"phone": "In international form or in the national form of the account's country"}
}

// CommunicationPatch is a change of what a customer agreed to; null is no.
type CommunicationPatch struct {
	EmailOptIn     patch.Field[bool] `json:"email_opt_in,omitzero" doc:"Messages by e-mail"`
	SMSOptIn       patch.Field[bool] `json:"sms_opt_in,omitzero" doc:"Text messages"`
	MarketingOptIn patch.Field[bool] `json:"marketing_opt_in,omitzero" doc:"News and offers"`
}
