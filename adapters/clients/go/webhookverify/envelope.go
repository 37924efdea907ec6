// Code copied by make clients from modules/webhooks/webhookverify. DO NOT EDIT.

package webhookverify

import (
	"encoding/json"
	"time"
)

// Envelope is the body of every delivery (WebhookEventEnvelope). Keys that a later version adds are ignored.
type Envelope struct {
	// ID is the same on every attempt and for every webhook: the key to drop repeats by.
	ID         string    `json:"id"`
	Type       string    `json:"type"`
	CreatedAt  time.Time `json:"created_at"`
	APIVersion string    `json:"api_version"`
	AccountID  string    `json:"account_id"`
	// Sequence grows with every change of the same record: drop an event that is older than what you have.
	Sequence int64 `json:"sequence"`
	Actor    Actor `json:"actor"`
	Data     Data  `json:"data"`
}

// Actor is who made the change.
type Actor struct {
	Type string `json:"type"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Via is the API key that acted for a member of staff; nil where there is none.
	Via *Actor `json:"via"`
}

// Data is what changed. Its parts stay undecoded because their shape depends on Envelope.Type.
type Data struct {
	// Object is the resource as the API shows it.
	Object json.RawMessage `json:"object"`
	// Previous has the changed keys with their old values; nil when the event names none.
	Previous map[string]json.RawMessage `json:"previous"`
}

// Decode reads an envelope from a body without checking any signature: Verify does both. The body must be one JSON
// object with at least an id and a type; anything else is MalformedBody.
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
