package orders

import (
	"strconv"
	"time"

	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/money"
)

// Line is an import line of type "order".
type Line struct {
	importing.Dated
	Number        string   `json:"number" minLength:"1" maxLength:"60" doc:"Unique in the account" example:"CAM-10017"`
	Customer      string   `json:"customer" minLength:"1" maxLength:"100" doc:"Who ordered" example:"C-9"`
	Pets          []string `json:"pets,omitempty" maxItems:"100" uniqueItems:"true" minLength:"1" maxLength:"100" doc:"The pets" example:"P-4"`
	Status        string   `json:"status" enum:"draft,open,completed,cancelled" doc:"Status of the order"`
	PendingReason *string  `json:"pending_reason,omitempty" minLength:"1" maxLength:"100" doc:"Why it waits: a pending reason" example:"PR-1"`
	ServiceTypes  []string `json:"service_types,omitempty" maxItems:"6" uniqueItems:"true" format:"service" doc:"The services in it"`

	StartsAt *time.Time    `json:"starts_at,omitempty" doc:"When the service begins"`
	EndsAt   *time.Time    `json:"ends_at,omitempty" doc:"When the service ends"`
	PlacedAt *time.Time    `json:"placed_at,omitempty" doc:"When it was ordered"`
	Lines    []ItemLine    `json:"lines,omitempty" maxItems:"1000" doc:"What was ordered, in order"`
	Totals   *Totals       `json:"totals,omitempty" doc:"The sums (they follow from lines and payments)"`
	Payments []PaymentLine `json:"payments,omitempty" maxItems:"200" doc:"Paid and given back; when there are any, totals.paid is their sum"`
}

// ItemLine is a line of an order in an import.
type ItemLine struct {
	Kind        Kind         `json:"kind" enum:"rate,addon,retail,adjustment,fee,tip" doc:"Kind of line"`
	Item        *string      `json:"item,omitempty" minLength:"1" maxLength:"100" example:"R-12"`
	Name        string       `json:"name" minLength:"1" maxLength:"250" doc:"What receipts say" example:"Dog boarding, garden room"`
	Pet         *string      `json:"pet,omitempty" minLength:"1" maxLength:"100" doc:"The pet that it is for" example:"P-4"`
	Quantity    *int64       `json:"quantity,omitempty" minimum:"0" maximum:"1000000" doc:"How many units (1)" example:"3"`
	UnitPrice   money.Money  `json:"unit_price" doc:"What one unit costs"`
	Discount    *money.Money `json:"discount,omitempty" doc:"What is taken off (0)"`
	Tax         *money.Money `json:"tax,omitempty" doc:"What taxes add (0); taxes that prices contain are not part of it"`
	Total       *money.Money `json:"total,omitempty" doc:"What the line costs (quantity × unit_price − discount + tax)"`
	ServiceFrom *time.Time   `json:"service_from,omitempty" doc:"When the service of this line begins"`
	ServiceTo   *time.Time   `json:"service_to,omitempty" doc:"When it ends"`
}

// Docs describes the keys whose texts are too long for a tag.
func (ItemLine) Docs() map[string]string {
	return map[string]string{"item": "The rate, addon, retail product or adjustment, by kind; not for fees and tips"}
}

// PaymentLine is a payment of an order in an import.
type PaymentLine struct {
	Method    string      `json:"method" enum:"cash,card,cheque,bank_transfer,account_credit,gift_card,other" doc:"How it was paid"`
	Amount    money.Money `json:"amount" doc:"How much; below 0 for a refund"`
	TakenAt   time.Time   `json:"taken_at" doc:"When it was taken"`
	Reference *string     `json:"reference,omitempty" maxLength:"200" doc:"What the other side calls it" example:"TERM-1/004711"`
}

func (l *Line) refer(to func(field, recordType, externalID string)) {
	to("customer", "customer", l.Customer)
	for i, pet := range l.Pets {
		to("pets["+strconv.Itoa(i)+"]", "pet", pet)
	}
	if l.PendingReason != nil {
		to("pending_reason", "pending_reason_option", *l.PendingReason)
	}
	for i, line := range l.Lines {
		field := "lines[" + strconv.Itoa(i) + "]"
		if kind := line.Kind.recordType(); line.Item != nil && kind != "" {
			to(field+".item", kind, *line.Item)
		}
		if line.Pet != nil {
			to(field+".pet", "pet", *line.Pet)
		}
	}
}

// recordType is what the item of a line of this kind is, "" when it has none.
func (k Kind) recordType() string {
	switch k {
	case Rate, Addon, Adjustment:
		return string(k)
	case Retail:
		return "retail_product"
	default:
		return ""
	}
}
