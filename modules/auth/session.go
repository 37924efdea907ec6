package auth

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Session is a customer's login. It lasts until the end of the refresh window or the logout.
type Session struct {
	AccountID       uuid.UUID
	ID              uuid.UUID
	CustomerID      uuid.UUID
	TokenID         uuid.UUID  // of the only valid token
	ReplacedTokenID *uuid.UUID // of the previous token; nil until the first refresh
	RefreshedAt     *time.Time // when that token was replaced
	CreatedAt       time.Time
	RefreshUntil    time.Time
}

// Claims are the content of an access token.
type Claims struct {
	ID        uuid.UUID
	Session   uuid.UUID
	Account   uuid.UUID
	Customer  uuid.UUID
	IssuedAt  time.Time
	ExpiresAt time.Time
}

// Grant is the result of a login or refresh.
type Grant struct {
	AccessToken  string
	ExpiresIn    time.Duration
	RefreshUntil time.Time
	Customer     Profile
}

// Profile is a customer as that customer sees it, in JSON encoded by customerspets.
type Profile struct {
	Version int64
	JSON    json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (p Profile) MarshalJSON() ([]byte, error) { return p.JSON, nil }
