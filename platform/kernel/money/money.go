// Package money is an amount in minor units (pence, cents) of a currency: whole numbers only, never a float.
package money

// Money is what the API shows as {"amount": 1250, "currency": "GBP"}.
type Money struct {
	Amount   int64  `json:"amount" minimum:"-9007199254740991" maximum:"9007199254740991" doc:"Minor units, such as pence" example:"1250"`
	Currency string `json:"currency" format:"iso-currency" maxLength:"3" doc:"ISO 4217 code" example:"GBP"`
}

// Of is amount minor units of currency.
func Of(amount int64, currency string) Money { return Money{Amount: amount, Currency: currency} }
