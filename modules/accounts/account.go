// Package accounts keeps organizations, their accounts (locations) and the accounts' pending reason options.
package accounts

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Status says whether a location is in business.
type Status string

// The statuses of an account.
const (
	Active   Status = "active"
	Inactive Status = "inactive"
)

// ServiceTypes are the kinds of service a location can offer.
func ServiceTypes() []string {
	return []string{"boarding", "daycare", "grooming", "training", "classes", "retail"}
}

// Account is one location of an organization, as the API and events show it.
type Account struct {
	ID             uuid.UUID `json:"id" format:"uuid" doc:"Id of the account"`
	OrganizationID uuid.UUID `json:"-"`
	SortName       string    `json:"-" gorm:"->"` // the name without case and accents

	Name       string  `json:"name" minLength:"1" maxLength:"120" doc:"Name of the location" example:"Willow & Whisker Camden"`
	Code       string  `json:"code" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" maxLength:"60" doc:"Slug, unique in the organization" example:"camden"`
	Status     Status  `json:"status" enum:"active,inactive" doc:"Whether the location is in business"`
	Timezone   string  `json:"timezone" format:"time-zone" maxLength:"60" doc:"IANA time zone of calendar days" example:"Europe/London"`
	Currency   string  `json:"currency" format:"iso-currency" maxLength:"3" doc:"ISO 4217" example:"GBP"`
	Country    string  `json:"country" format:"iso-country" maxLength:"2" example:"GB"`
	Locale     string  `json:"locale" maxLength:"35" doc:"BCP 47 language tag" example:"en-GB"`
	WeightUnit string  `json:"weight_unit" enum:"kg,lb" doc:"The unit in which staff weigh"`
	Phone      *string `json:"phone" maxLength:"20" doc:"E.164" example:"+442079460100"`
	Email      *string `json:"email" format:"email" maxLength:"254" doc:"E-mail of the location" example:"hello@example.com"`
	Website    *string `json:"website" maxLength:"2048" doc:"Web site of the location" example:"https://example.com"`

	Address                jsonb.Of[*address.Address] `json:"address" doc:"Where the location is"`
	ServiceTypes           jsonb.Of[[]string]         `json:"service_types" maxItems:"6" format:"service" doc:"What the location offers"`
	VaccinationWarningDays int                        `json:"vaccination_warning_days" minimum:"0" maximum:"365" example:"30"`
	CreatedAt              time.Time                  `json:"created_at" doc:"When the account was made"`
	UpdatedAt              time.Time                  `json:"updated_at" gorm:"autoUpdateTime:false"`
	Version                int64                      `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Account) Docs() map[string]string {
	return map[string]string{
		"country":                  "ISO 3166-1 alpha-2; national phone numbers are read as numbers of this country",
		"vaccination_warning_days": "A vaccination counts as expiring this many days before it expires",
	}
}

// AccountCreate is what a new account is made from. Locale, WeightUnit, ServiceTypes and VaccinationWarningDays may be left
// out: they follow from the country, or are "all" and 30.
type AccountCreate struct {
	Organization           string // name; made when it is new
	Code, Name             string
	Timezone, Currency     string
	Country, Locale        string
	WeightUnit             string
	Phone, Email, Website  *string
	Address                *address.Address
	ServiceTypes           []string
	VaccinationWarningDays *int
}

// Organization is the business that owns accounts.
type Organization struct {
	ID        uuid.UUID
	Name      string
	CreatedAt time.Time
}

// PendingReason is a reason why an order waits, as the API and events show it.
type PendingReason struct {
	record.Meta
	Name         string             `json:"name" minLength:"1" maxLength:"80" doc:"What staff choose" example:"Waiting for vaccination proof"`
	Description  *string            `json:"description" maxLength:"300" doc:"What it means"`
	ServiceTypes jsonb.Of[[]string] `json:"service_types" maxItems:"6" format:"service" doc:"Where it applies; empty: everywhere"`
	ItemOrder    int                `json:"item_order" minimum:"0" maximum:"1000000" doc:"Place in the list" example:"1"`
	Active       bool               `json:"active" doc:"Whether it can be chosen"`
	ExternalID   *string            `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"PR-1"`
}

// What record.Meta says of a record: accounts have no account id, so they do not embed it.
func (a Account) RecordID() uuid.UUID  { return a.ID }
func (a Account) RecordVersion() int64 { return a.Version }
