package webhookverify

import (
	"encoding/json"
	"time"
)

// Envelope is the body of every delivery (WebhookEventEnvelope). Keys added by later versions are ignored.
type Envelope struct {
	// ID is the same for every attempt and every webhook. Use it to recognize repeated deliveries.
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	CreatedAt  time.Time `json:"created_at"`
	APIVersion string    `json:"api_version"`
	AccountID  string    `json:"account_id"`
	// Sequence increases with every change of a record. Ignore an event with a lower sequence than the last one.
	Sequence int64 `json:"sequence"`
	// ChangeID is the same for all events of one transaction.
	ChangeID string `json:"change_id"`
	// RequestID is the X-Request-Id of the request that caused the event; "" if none did.
	RequestID string `json:"request_id"`
	Actor     Actor  `json:"actor"`
	Data     Data  `json:"data"`
}

// Actor identifies who made the change.
type Actor struct {
	Type string `json:"type"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Via is the API key that acted for a member of staff, or nil.
	Via *Actor `json:"via"`
}

// Data contains the change. Its parts are not decoded, because their types depend on Envelope.Type.
type Data struct {
	// Object is the record as the API shows it.
	Object json.RawMessage `json:"object"`
	// Previous has the old values of the changed keys; nil if the event has none.
	Previous map[string]json.RawMessage `json:"previous"`
}

// Decode decodes an envelope without verifying a signature; Verify does both. It fails with MalformedBody unless the body is a single
// JSON object with at least an id and a type.
func Decode(body []byte) (*Envelope, error) {
	var e Envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, rejected(MalformedBody, err.Error())
	}
	if e.ID == "" {
		return nil, rejected(MalformedBody, "id is missing")
	}
	if e.Type == "" {
		return nil, rejected(MalformedBody, "type is missing")
	}
	return &e, nil
}
