package orders

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Order is what a customer has booked or bought, as the API and events show it.
type Order struct {
	record.Meta
	Number string `json:"number" minLength:"1" maxLength:"60" doc:"As staff and customers know it, unique in the account" example:"CAM-10017"`

	CustomerID      uuid.UUID             `json:"customer_id" format:"uuid" doc:"Who ordered"`
	PetIDs          jsonb.Of[[]uuid.UUID] `json:"pet_ids" gorm:"column:pet_ids" maxItems:"100" format:"uuid" doc:"The pets it is for"`
	Status          string                `json:"status" enum:"draft,open,completed,cancelled" doc:"Status of the order"`
	PaymentStatus   PaymentStatus         `json:"payment_status" enum:"unpaid,partially_paid,paid,refunded"`
	PendingReasonID *uuid.UUID            `json:"pending_reason_id" format:"uuid" doc:"Why it waits, a pending reason; null when it does not"`
	ServiceTypes    jsonb.Of[[]string]    `json:"service_types" maxItems:"6" format:"service" doc:"The services in it"`
	StartsAt        *time.Time            `json:"starts_at" doc:"When the service begins; null when there is none"`
	EndsAt          *time.Time            `json:"ends_at" doc:"When the service ends"`
	PlacedAt        *time.Time            `json:"placed_at" doc:"When it was ordered; null when that has not happened yet"`
	Lines           jsonb.Of[[]OrderLine] `json:"lines" maxItems:"1000" doc:"What was ordered, in order"`
	Totals          Sums                  `json:"totals" gorm:"embedded" doc:"The sums"`
	Payments        jsonb.Of[[]Payment]   `json:"payments" maxItems:"200" doc:"What was paid and given back, in order"`
	ExternalID      *string               `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"O-00017"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Order) Docs() map[string]string {
	return map[string]string{"payment_status": "Derived: refunded when money was given back and nothing of what was paid is left, else paid " +
		"when paid covers the total, partially_paid when it covers some of it, unpaid when it covers none"}
}

// Kind is what sort of line it is.
type Kind string

// The kinds of line whose item is a record of the catalog.
const (
	Rate       Kind = "rate"
	Addon      Kind = "addon"
	Retail     Kind = "retail"
	Adjustment Kind = "adjustment"
)

// OrderLine is one thing that was ordered.
type OrderLine struct {
	ID          uuid.UUID   `json:"id" format:"uuid" doc:"Id of the line"`
	Kind        Kind        `json:"kind" enum:"rate,addon,retail,adjustment,fee,tip" doc:"Kind of line"`
	ItemID      *uuid.UUID  `json:"item_id" format:"uuid" doc:"The rate, addon, retail product or adjustment, by kind; null for fees and tips"`
	Name        string      `json:"name" minLength:"1" maxLength:"250" doc:"What receipts say" example:"Dog boarding, garden room"`
	PetID       *uuid.UUID  `json:"pet_id" format:"uuid" doc:"The pet that it is for"`
	Quantity    int64       `json:"quantity" minimum:"0" maximum:"1000000" doc:"How many units" example:"3"`
	UnitPrice   money.Money `json:"unit_price" doc:"What one unit costs"`
	Discount    money.Money `json:"discount" doc:"What is taken off"`
	Tax         money.Money `json:"tax" doc:"What taxes add; taxes that prices contain are not part of it"`
	Total       money.Money `json:"total" doc:"What the line costs"`
	ServiceFrom *time.Time  `json:"service_from" doc:"When the service of this line begins"`
	ServiceTo   *time.Time  `json:"service_to" doc:"When it ends"`
}

// Payment is money that was taken, or with a negative amount, given back.
type Payment struct {
	ID        uuid.UUID   `json:"id" format:"uuid" doc:"Id of the payment"`
	Method    string      `json:"method" enum:"cash,card,cheque,bank_transfer,account_credit,gift_card,other" doc:"How it was paid"`
	Amount    money.Money `json:"amount" doc:"How much; below 0 for a refund"`
	TakenAt   time.Time   `json:"taken_at" doc:"When it was taken"`
	Reference *string     `json:"reference" maxLength:"200" doc:"What the other side calls it" example:"TERM-1/004711"`
}
