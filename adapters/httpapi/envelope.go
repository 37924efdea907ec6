package httpapi

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// WebhookEventEnvelope is an event in webhooks and the feed.
type WebhookEventEnvelope struct {
	ID         uuid.UUID `json:"id" format:"uuid" doc:"Id of the event, the same on every attempt and webhook and in the feed"`
	Type       string    `json:"type" maxLength:"100" doc:"What has happened" example:"pet.updated"`
	CreatedAt  time.Time `json:"created_at" doc:"When it was recorded"`
	APIVersion string    `json:"api_version" maxLength:"20" doc:"The version of the interface that the object follows" example:"1.0.0"`

	AccountID uuid.UUID `json:"account_id" format:"uuid" doc:"The account"`
	Sequence  int64     `json:"sequence" minimum:"1" maximum:"9007199254740991" doc:"Larger for later changes of the record" example:"4711"`

	ChangeID  uuid.UUID `json:"change_id" format:"uuid" doc:"The change that it is part of, the same for all that one transaction did"`
	RequestID *string   `json:"request_id" maxLength:"128" doc:"X-Request-Id of the request that caused it; null if none did" example:"null"`

	Actor caller.Actor `json:"actor" doc:"Who did it"`
	Data  EventData    `json:"data" doc:"The record"`
}

// EventData contains the record of an event. Its schema depends on the type of the event; see the webhooks in the document.
type EventData struct {
	Object   map[string]any  `json:"object" doc:"The record as the API shows it"`
	Previous *map[string]any `json:"previous" doc:"The keys that changed, with their old values; null unless a record was changed"`
}

// StoredEvent is a WebhookEventEnvelope as it was recorded.
type StoredEvent struct{ json.RawMessage }

// Schema implements huma.SchemaProvider.
func (StoredEvent) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[WebhookEventEnvelope](), true, "")
}

// DescribeEvents adds the event types to the document as webhooks.
func (a *API) DescribeEvents(catalog events.Catalog) {
	list := lists.Map(catalog, func(t events.Type) openapi.Event {
		return openapi.Event{Name: t.Name, Description: t.Description, Object: t.Object}
	})
	openapi.Webhooks(a.huma.OpenAPI(), reflect.TypeFor[WebhookEventEnvelope](), list)
}
