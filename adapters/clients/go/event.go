package petcare

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

// Event is a change that was committed. A type switch tells the types apart:
//
//	switch e := event.(type) {
//	case petcare.PetUpdated: // e.Object is a Pet, e.Previous has the old values of what changed
//	default: // a newer server has more types: UnknownEvent
//	}
type Event interface{ Info() EventInfo }

// Info implements Event.
func (i EventInfo) Info() EventInfo { return i }

// Change is an event about a record.
type Change[Record, Previous any] struct {
	EventInfo
	Data[Record, Previous] `json:"data"`
}

// Data is the record of an event.
type Data[Record, Previous any] struct {
	Object   Record    `json:"object"`
	Previous *Previous `json:"previous"` // the keys that changed, with their old values; nil unless the record was changed
}

// UnknownEvent is an event of a type that this client does not know.
type UnknownEvent struct {
	Change[json.RawMessage, json.RawMessage]
}

// ParseEvent reads an event, such as the body of a delivery whose signature was checked.
func ParseEvent(text []byte) (Event, error) {
	var info EventInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, err
	}
	if known, ok := decoders[info.Type]; ok {
		return known(text)
	}
	return decode[UnknownEvent](text)
}

func decode[E Event](text []byte) (Event, error) {
	var e E
	err := json.Unmarshal(text, &e)
	return e, err
}

// Envelope is an Event in a list, such as that of a change.
type Envelope struct{ Event }

// UnmarshalJSON implements json.Unmarshaler.
func (e *Envelope) UnmarshalJSON(text []byte) (err error) {
	e.Event, err = ParseEvent(text)
	return err
}

// Receive answers the deliveries of a webhook: it checks signature and time, and calls handle with the event. It answers 204, or 500
// when handle fails, so that the event is sent again later. The same event may come more than once; its id tells. petcare waits for
// 10 seconds: put long work into a queue. onReject, unless nil, is given why a delivery is not answered with 204, for logging: a
// *webhookverify.Error, or the error of the event's text or of handle. The answer does not include it.
func Receive(v *webhookverify.Verifier, handle func(context.Context, Event) error, onReject func(*http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer // the Envelope lacks keys of newer servers, and does not tell null from empty
		r.Body = io.NopCloser(io.TeeReader(r.Body, &text))
		v.Handler(func(ctx context.Context, _ *webhookverify.Envelope) error {
			event, err := ParseEvent(text.Bytes())
			if err == nil {
				err = handle(ctx, event)
			}
			if err != nil && onReject != nil {
				onReject(r, err)
			}
			return err
		}, onReject).ServeHTTP(w, r)
	})
}
