package auth

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Session is a customer's login: it lasts from the login to the end of the refresh window, or to its logout.
type Session struct {
	AccountID       uuid.UUID
	ID              uuid.UUID
	CustomerID      uuid.UUID
	CustomerName    string
	TokenID         uuid.UUID  // of the one token that works
	ReplacedTokenID *uuid.UUID // of the token before, until the first refresh there is none
	RefreshedAt     *time.Time // when that was replaced
	CreatedAt       time.Time
	RefreshUntil    time.Time
}

// Claims are what an access token says.
type Claims struct {
	ID        uuid.UUID
	Session   uuid.UUID
	Account   uuid.UUID
	Customer  uuid.UUID
	IssuedAt  time.Time
	ExpiresAt time.Time
}

// Grant is what a customer gets at login and refresh.
type Grant struct {
	AccessToken  string
	ExpiresIn    time.Duration
	RefreshUntil time.Time
	Customer     Profile
}

// Profile is a customer as the API shows it to that customer: JSON that the customers' module wrote.
type Profile struct {
	Version int64
	JSON    json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (p Profile) MarshalJSON() ([]byte, error) { return p.JSON, nil }
