// Package webhooks notifies other systems of changes. It manages webhooks, enqueues events for them and delivers them.
package webhooks

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// MaxPerOrganization is the maximum number of webhooks of an organization, including paused ones.
const MaxPerOrganization = 50

// Webhook is a receiver of events.
type Webhook struct {
	ID             uuid.UUID `json:"id" format:"uuid" doc:"Id of the webhook"`
	OrganizationID uuid.UUID `json:"-"`
	Secrets        Secrets   `json:"-" gorm:"embedded"`

	URL string `json:"url" minLength:"1" maxLength:"2048" doc:"Where events are posted to" example:"https://example.com/hooks/petcare"`

	EventTypes  jsonb.Of[[]string]    `json:"event_types" minItems:"1" maxItems:"100" maxLength:"100" example:"[\"pet.*\"]"`
	AccountIDs  jsonb.Of[[]uuid.UUID] `json:"account_ids" maxItems:"1000"`
	Description *string               `json:"description" maxLength:"200" doc:"What it is for" example:"Sync to the CRM"`
	Active      bool                  `json:"active" doc:"Whether events are delivered; a paused webhook gets none, later only by a replay"`
	SecretHint  string                `json:"secret_hint" maxLength:"4" doc:"The last 4 characters of the secret" example:"Zk0="`
	Health      Health                `json:"health" gorm:"embedded" readOnly:"true" doc:"How deliveries went lately"`
	CreatedAt   time.Time             `json:"created_at"`
	UpdatedAt   time.Time             `json:"updated_at" gorm:"autoUpdateTime:false" doc:"When it last changed; health does not count"`
	Version     int64                 `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Webhook) Docs() map[string]string {
	return map[string]string{
		"event_types": "Exact names, resource.* or *",
		"account_ids": "Whose events it gets; empty means all accounts of the organization, later ones too",
	}
}

// Health summarizes all attempts for a webhook: first attempts, retries, tests and redeliveries.
type Health struct {
	LastSuccessAt       *time.Time `json:"last_success_at" gorm:"->" doc:"When an attempt last succeeded"`
	LastFailureAt       *time.Time `json:"last_failure_at" gorm:"->" doc:"When an attempt last failed"`
	ConsecutiveFailures int        `json:"consecutive_failures" gorm:"->" minimum:"0" maximum:"2147483647" example:"0"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Health) Docs() map[string]string {
	return map[string]string{"consecutive_failures": "How many attempts failed since the last that succeeded"}
}

// WebhookView is a webhook in responses. It only has a secret if that was just created or changed.
type WebhookView struct {
	Webhook
	Secret string `json:"secret,omitempty" minLength:"16" maxLength:"128" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZ"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (WebhookView) Docs() map[string]string {
	return map[string]string{"secret": "The signing secret: only in the answer to the request that set it"}
}

// WebhookCreate describes a new webhook.
type WebhookCreate struct {
	URL         string      `json:"url" minLength:"1" maxLength:"2048" example:"https://example.com/hooks"`
	EventTypes  []string    `json:"event_types" minItems:"1" maxItems:"100" maxLength:"100" uniqueItems:"true" example:"[\"pet.*\"]"`
	AccountIDs  []uuid.UUID `json:"account_ids,omitempty" maxItems:"1000" uniqueItems:"true"`
	Description *string     `json:"description,omitempty" maxLength:"200" doc:"What it is for" example:"Sync to the CRM"`
	Active      *bool       `json:"active,omitempty" doc:"Whether events are delivered (true)"`
	Secret      *string     `json:"secret,omitempty" minLength:"16" maxLength:"128" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZ"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (WebhookCreate) Docs() map[string]string {
	return map[string]string{
		"url":         "http or https, without user name and password; private addresses are refused when connecting",
		"event_types": "Exact names, resource.* or *",
		"account_ids": "Whose events it gets. Empty: all that the key sees. For a key of the whole organization that includes later " +
			"accounts, for another key the list is filled in",
		"secret": "The signing secret, trimmed like every text; left out, one is made",
	}
}

// names keeps the tag of EventTypes on one line.
type names = patch.Field[[]string]

// WebhookPatch is a merge patch of a webhook.
type WebhookPatch struct {
	URL patch.Field[string] `json:"url,omitzero" nullable:"false" minLength:"1" maxLength:"2048" example:"https://example.com/hooks"`

	EventTypes names `json:"event_types,omitzero" nullable:"false" minItems:"1" maxItems:"100" maxLength:"100" uniqueItems:"true" example:"*"`

	AccountIDs  patch.Field[[]uuid.UUID] `json:"account_ids,omitzero" maxItems:"1000" uniqueItems:"true"`
	Description patch.Field[string]      `json:"description,omitzero" maxLength:"200" example:"Sync to the CRM"`

	Active patch.Field[bool]   `json:"active,omitzero" nullable:"false" doc:"false cancels the deliveries that wait"`
	Secret patch.Field[string] `json:"secret,omitzero" nullable:"false" minLength:"16" maxLength:"128" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZ"`

	RotateSecret patch.Field[bool] `json:"rotate_secret,omitzero" nullable:"false" doc:"Whether to make a new secret" example:"false"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (WebhookPatch) Docs() map[string]string {
	return map[string]string{
		"url": "http or https, without user name and password",
		"event_types": "Exact names, resource.* or *; those that it has are taken also when no module knows them any more. What waits for one " +
			"that is removed is cancelled",
		"account_ids": "Whose events it gets; null or empty: all that the key sees. What waits for one that is removed is cancelled",
		"secret":      "A new signing secret; for 24 hours the old one signs as well",
	}
}

// What record.Meta says of a record: webhooks belong to an organization and not to an account, so they do not embed it.
func (r Webhook) RecordID() uuid.UUID  { return r.ID }
func (r Webhook) RecordVersion() int64 { return r.Version }
