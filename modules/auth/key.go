package auth

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/jsonb"
)

// Key is an API key without its secret, as the command line shows it.
type Key struct {
	ID             uuid.UUID             `json:"id"`
	OrganizationID uuid.UUID             `json:"organization_id"`
	Organization   string                `json:"organization"`
	Name           string                `json:"name"`
	Prefix         string                `json:"prefix"` // of the secret, to recognise it by
	Hash           []byte                `json:"-"`      // SHA-256 of the secret
	Abilities      jsonb.Of[[]string]    `json:"abilities"`
	AccountIDs     jsonb.Of[[]uuid.UUID] `json:"account_ids"` // empty: all accounts of the organization, later ones too
	CreatedAt      time.Time             `json:"created_at"`
	ExpiresAt      *time.Time            `json:"expires_at"`
	RevokedAt      *time.Time            `json:"revoked_at"`
	LastUsedAt     *time.Time            `json:"last_used_at"` // to the minute
}

// worksAt reports whether the key is good at a time.
func (k Key) worksAt(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}

// KeyCreate is what an API key is made from.
type KeyCreate struct {
	Organization string        // name of an organization that exists
	Name         string        // 1–100 characters, for people
	AccountCodes []string      // none: all accounts of the organization, later ones too
	Abilities    []string      // at least one
	Expires      time.Duration // from now; 0 means never
}

// NewKey is a key that was just made. Secret is what clients send; it can never be read again.
type NewKey struct {
	Key
	Secret string `json:"key"`
}
