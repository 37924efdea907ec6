package petcare

import (
	"encoding/json"
	"errors"
	"time"
)

// Event is a change that was committed. A type switch tells the types apart:
//
//	switch e := event.(type) {
//	case petcare.PetUpdated: // e.Object is a Pet, e.Previous has the old values of what changed
//	default: // a newer server has more types: UnknownEvent
//	}
type Event interface{ Info() EventInfo }

// EventInfo is what all events have.
type EventInfo struct {
	ID         string    `json:"id"` // the same on every delivery and in the feed: the key to drop repeats by
	Type       string    `json:"type"`
	CreatedAt  time.Time `json:"created_at"`
	APIVersion string    `json:"api_version"`
	AccountID  string    `json:"account_id"`
	Sequence   int64     `json:"sequence"` // a later change of the same record has a larger one
	Actor      Actor     `json:"actor"`
}

// Info implements Event.
func (i EventInfo) Info() EventInfo { return i }

// Change is an event about a record.
type Change[Record, Previous any] struct {
	EventInfo
	Object   Record
	Previous *Previous // the keys that changed, with their old values; nil unless the record was changed
}

// UnknownEvent is an event of a type that this client does not know.
type UnknownEvent struct {
	EventInfo
	Object, Previous json.RawMessage
}

// change is an event as it is sent.
type change struct {
	EventInfo
	Data struct{ Object, Previous json.RawMessage }
}

// ParseEvent reads an event, such as the body of a delivery whose signature was checked.
func ParseEvent(text []byte) (Event, error) {
	var c change
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	if decode, ok := decoders[c.Type]; ok {
		return decode(c)
	}
	return UnknownEvent{c.EventInfo, c.Data.Object, c.Data.Previous}, nil
}

func decode[R, P any](wrap func(Change[R, P]) Event) func(change) (Event, error) {
	return func(c change) (Event, error) {
		typed := Change[R, P]{EventInfo: c.EventInfo}
		if err := json.Unmarshal(c.Data.Object, &typed.Object); err != nil {
			return nil, err
		}
		if len(c.Data.Previous) > 0 {
			if err := json.Unmarshal(c.Data.Previous, &typed.Previous); err != nil {
				return nil, err
			}
		}
		return wrap(typed), nil
	}
}

// EventPage is a page of the event feed.
type EventPage struct {
	Data       []Event
	NextCursor string // where to go on; never empty
	HasMore    bool
}

// UnmarshalJSON gives every event its type. It fails without a cursor, with which the feed would begin anew.
func (p *EventPage) UnmarshalJSON(text []byte) error {
	var raw struct {
		Data       []json.RawMessage `json:"data"`
		NextCursor string            `json:"next_cursor"`
		HasMore    bool              `json:"has_more"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	if raw.Data == nil || raw.NextCursor == "" {
		return errors.New("it is no page of events: it has no data or next_cursor")
	}
	*p = EventPage{make([]Event, len(raw.Data)), raw.NextCursor, raw.HasMore}
	for i, one := range raw.Data {
		var err error
		if p.Data[i], err = ParseEvent(one); err != nil {
			return err
		}
	}
	return nil
}
