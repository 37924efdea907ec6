package auth

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// Key is an API key without its secret.
type Key struct {
	ID             uuid.UUID               `json:"id" format:"uuid" doc:"Id of the key"`
	OrganizationID uuid.UUID               `json:"organization_id" format:"uuid" doc:"The organization whose accounts it sees"`
	Organization   string                  `json:"organization" maxLength:"120" doc:"Name of the organization" example:"Willow & Whisker"`
	Name           string                  `json:"name" minLength:"1" maxLength:"100" doc:"What it is for" example:"Front desk"`
	Prefix         string                  `json:"prefix" maxLength:"12" doc:"How the key begins, to recognise it by" example:"pck_3kTz9QmA"`
	Hash           []byte                  `json:"-"` // SHA-256 of the secret
	Abilities      jsonb.Of[[]string]      `json:"abilities" minItems:"1" maxItems:"100" maxLength:"60" example:"[\"customers:read\"]"`
	AccountIDs     jsonb.Of[[]uuid.UUID]   `json:"account_ids" maxItems:"1000"`
	MakerID        *uuid.UUID              `json:"-"` // the key that made it
	CreatedBy      jsonb.Of[*caller.Actor] `json:"created_by"`
	CreatedAt      time.Time               `json:"created_at"`
	UpdatedAt      time.Time               `json:"updated_at" gorm:"autoUpdateTime:false" doc:"When it was made or revoked"`
	ExpiresAt      *time.Time              `json:"expires_at" doc:"From then on it does not work; null: never"`
	RevokedAt      *time.Time              `json:"revoked_at" doc:"When it was revoked"`
	LastUsedAt     *time.Time              `json:"last_used_at" doc:"When it was last used, to the minute"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Key) Docs() map[string]string {
	return map[string]string{
		"abilities":   "What it may do; * holds all",
		"account_ids": "The accounts that it sees; empty means all of the organization, later ones too",
		"created_by":  "Who made it; null for a key that is older than this record of makers",
	}
}

// validAt reports whether the key is valid at a time.
func (k Key) validAt(now time.Time) bool {
	return k.RevokedAt == nil && (k.ExpiresAt == nil || now.Before(*k.ExpiresAt))
}

// KeyCreate describes a new API key.
type KeyCreate struct {
	Organization string        // name of an existing organization
	Name         string        // 1–100 characters, for people
	AccountCodes []string      // none: all accounts of the organization, including later ones
	Abilities    []string      // at least one
	Expires      time.Duration // from now; 0: never
}

// NewKey is a key that was just created. Secret is what clients send; it cannot be read again.
type NewKey struct {
	Key
	Secret string `json:"key" maxLength:"40" doc:"The key itself: in this answer only" example:"pck_3kTz9QmA0bXcVnRwLs82PfGhJdYu1eKq7ZaB"`
}

// KeyGrant describes a new key that is created with another one.
type KeyGrant struct {
	Name       string      `json:"name" minLength:"1" maxLength:"100" doc:"What it is for" example:"Front desk"`
	Abilities  []string    `json:"abilities" minItems:"1" maxItems:"100" maxLength:"60" uniqueItems:"true" example:"[\"customers:read\"]"`
	AccountIDs []uuid.UUID `json:"account_ids,omitempty" maxItems:"1000" uniqueItems:"true"`
	ExpiresAt  *time.Time  `json:"expires_at,omitempty" example:"2027-03-14T00:00:00Z"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (KeyGrant) Docs() map[string]string {
	return map[string]string{
		"abilities":   "What it may do: abilities that operations name, act:staff, or * for all; each one that this key holds",
		"account_ids": "The accounts that it sees. Empty: all, later ones too, which only a key for all accounts can give",
		"expires_at":  "From then on it does not work; left out, it has no end, which only a key without an end can give",
	}
}
