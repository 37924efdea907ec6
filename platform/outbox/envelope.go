package outbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// envelope is an event as clients see it.
type envelope struct {
	ID         uuid.UUID    `json:"id"`
	Type       string       `json:"type"`
	CreatedAt  time.Time    `json:"created_at"`
	APIVersion string       `json:"api_version"`
	AccountID  uuid.UUID    `json:"account_id"`
	Sequence   int64        `json:"sequence"` // 0: the database knows it
	ChangeID   uuid.UUID    `json:"change_id"`
	RequestID  *string      `json:"request_id"`
	Actor      caller.Actor `json:"actor"`
	Data       struct {
		Object   json.RawMessage `json:"object"`
		Previous json.RawMessage `json:"previous"`
	} `json:"data"`
}

// bodyOf completes the envelope of an event and returns it as JSON, in two parts between which the database inserts the sequence number.
// It fails with apperr.Invalid if the record has grown too large.
func bodyOf(e events.Public, told envelope) (head, tail string, err error) {
	told.Type, told.APIVersion, told.AccountID = e.Type, events.APIVersion, e.Account
	object, err := apijson.Marshal(e.Object)
	var before []byte
	if err == nil && e.Before != nil {
		before, err = apijson.Marshal(e.Before)
	}
	if err != nil {
		return "", "", fmt.Errorf("encode the event %s: %w", e.Type, err)
	}
	if err := checkSize(e, len(object), len(before)); err != nil {
		return "", "", err
	}
	if told.Data.Object = object; before != nil {
		if told.Data.Previous, err = previous(before, object); err != nil {
			return "", "", fmt.Errorf("compare the records of the event %s: %w", e.Type, err)
		}
	}
	text, err := apijson.Marshal(told)
	if err != nil {
		return "", "", fmt.Errorf("encode the event %s: %w", e.Type, err)
	}
	const sequence = `"sequence":`
	head, tail, _ = strings.Cut(string(text), sequence+"0") // what is before it has no such text
	return head + sequence, tail, nil
}

// previous returns the keys whose values differ between two records, with their old values. It omits version and updated_at, which change
// every time.
func previous(before, after []byte) (json.RawMessage, error) {
	var now map[string]json.RawMessage
	if err := json.Unmarshal(after, &now); err != nil {
		return nil, err
	}
	old, changed := jsontext.NewDecoder(bytes.NewReader(before)), []byte{'{'}
	if _, err := old.ReadToken(); err != nil {
		return nil, err
	}
	for old.PeekKind() == '"' {
		token, err := old.ReadToken()
		if err != nil {
			return nil, err
		}
		key := token.String()
		value, err := old.ReadValue()
		if err != nil {
			return nil, err
		}
		if key == "version" || key == "updated_at" || jsonb.Equal(value, now[key]) {
			continue
		}
		if len(changed) > 1 {
			changed = append(changed, ',')
		}
		if changed, err = jsontext.AppendQuote(changed, key); err != nil {
			return nil, err
		}
		changed = append(append(changed, ':'), value...)
	}
	return append(changed, '}'), nil
}
