package auth

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// MaxStaff is how many members of staff an organization can have.
const MaxStaff = 1000

// Member is a member of staff.
type Member struct {
	ID             uuid.UUID             `json:"id" format:"uuid" doc:"Id of the member of staff"`
	OrganizationID uuid.UUID             `json:"organization_id" format:"uuid" doc:"The organization that they work for"`
	Organization   string                `json:"-"`
	Name           string                `json:"name" minLength:"1" maxLength:"120" doc:"Their name" example:"Ana Gonçalves"`
	Email          string                `json:"email" format:"email" maxLength:"254" doc:"What they sign in with" example:"ana@example.com"`
	EmailKey       string                `json:"-"`
	RoleID         uuid.UUID             `json:"role_id" format:"uuid" doc:"Their role"`
	Role           string                `json:"role" gorm:"-" maxLength:"100" doc:"Name of the role" example:"Front desk"`
	AccountIDs     jsonb.Of[[]uuid.UUID] `json:"account_ids" maxItems:"1000"`
	Active         bool                  `json:"active" doc:"Whether they can sign in"`
	PasswordHash   string                `json:"-"`
	LastLoginAt    *time.Time            `json:"last_login_at" doc:"When they last signed in; it changes without the version"`
	CreatedAt      time.Time             `json:"created_at"`
	UpdatedAt      time.Time             `json:"updated_at" gorm:"autoUpdateTime:false"`
	Version        int64                 `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// RecordID is the id of the member.
func (m Member) RecordID() uuid.UUID { return m.ID }

// RecordVersion is the version of the member.
func (m Member) RecordVersion() int64 { return m.Version }

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Member) Docs() map[string]string {
	return map[string]string{"account_ids": "The accounts that they see; empty means all of the organization, later ones too"}
}

// MemberCreate describes a new member of staff.
type MemberCreate struct {
	Name       string      `json:"name" minLength:"1" maxLength:"120" doc:"Their name" example:"Ana Gonçalves"`
	Email      string      `json:"email" format:"email" maxLength:"254" doc:"Unique in the organization" example:"ana@example.com"`
	RoleID     uuid.UUID   `json:"role_id" format:"uuid" doc:"A role of which the caller holds each ability"`
	AccountIDs []uuid.UUID `json:"account_ids,omitempty" maxItems:"1000" uniqueItems:"true"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (MemberCreate) Docs() map[string]string {
	return map[string]string{
		"account_ids": "The accounts that they see. Empty: all, later ones too, which only a caller who sees all accounts can give",
	}
}

// MemberPatch is a merge patch of a member of staff.
type MemberPatch struct {
	Name       patch.Field[string]      `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"120" example:"Ana Gonçalves"`
	Email      patch.Field[string]      `json:"email,omitzero" nullable:"false" format:"email" maxLength:"254" example:"ana@example.com"`
	RoleID     patch.Field[uuid.UUID]   `json:"role_id,omitzero" nullable:"false" format:"uuid"`
	AccountIDs patch.Field[[]uuid.UUID] `json:"account_ids,omitzero" nullable:"false" maxItems:"1000" uniqueItems:"true"`
	Active     patch.Field[bool]        `json:"active,omitzero" nullable:"false" doc:"false ends all sessions" example:"false"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (MemberPatch) Docs() map[string]string {
	return map[string]string{
		"email":       "Unique in the organization; another one ends all sessions and voids the invitation",
		"role_id":     "A role of which the caller holds each ability",
		"account_ids": "The accounts that they see; empty means all, later ones too",
	}
}

// Invitation lets a member of staff set a password once.
type Invitation struct {
	Token     string    `json:"token" maxLength:"100" example:"pci_AZijwn8AfMKaVQpLjXweEQZzR3v0bXcV"`
	ExpiresAt time.Time `json:"expires_at" doc:"Until then it works, once"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Invitation) Docs() map[string]string {
	return map[string]string{"token": "Send it to the member of staff; it is not shown again"}
}

// NewMember is a member of staff who was just made.
type NewMember struct {
	Member
	Invitation Invitation `json:"invitation" doc:"With it they set their password: in this answer only"`
}

// apply puts the values into m and returns what is wrong with them.
func (p MemberPatch) apply(m *Member) (errs apperr.FieldErrors) {
	p.Name.Apply(&m.Name)
	p.Email.Apply(&m.Email)
	p.RoleID.Apply(&m.RoleID)
	p.Active.Apply(&m.Active)
	if p.AccountIDs.Set {
		m.AccountIDs = jsonb.New(append([]uuid.UUID{}, p.AccountIDs.Value...))
	}
	m.Name, m.Email = text.Clean(m.Name), text.Clean(m.Email)
	m.EmailKey = normalizeEmail(m.Email)
	if n := text.Len(m.Name); n < 1 || n > 120 || !text.Valid(m.Name) {
		errs.Add("name", "length", "is not text of 1 to 120 characters")
	}
	if !text.IsEmail(m.Email) {
		errs.Add("email", "format", "is not an e-mail address")
	}
	return errs
}

func (c MemberCreate) patch() MemberPatch {
	return MemberPatch{Name: patch.Of(c.Name), Email: patch.Of(c.Email), RoleID: patch.Of(c.RoleID), AccountIDs: patch.Of(c.AccountIDs),
		Active: patch.Of(true)}
}

// Faults are the faults that can be found without stored data.
func (c MemberCreate) Faults() apperr.FieldErrors {
	var m Member
	return c.patch().apply(&m)
}
