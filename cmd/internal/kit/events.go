package kit

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/postgres"
)

// Event is a recorded public event.
type Event struct {
	Type     string
	Record   uuid.UUID
	Sequence int64
	Body     map[string]any
}

// Object is the record that the event shows.
func (e Event) Object() map[string]any {
	return e.Body["data"].(map[string]any)["object"].(map[string]any)
}

// Previous has the former values of the keys that changed; nil without any.
func (e Event) Previous() map[string]any {
	m, _ := e.Body["data"].(map[string]any)["previous"].(map[string]any)
	return m
}

// Events returns the events of the account with a sequence after the given one, oldest first.
func (t Tenant) Events(after int64) []Event {
	t.T.Helper()
	var list []Event
	err := t.DB.Rows(context.Background(), func(row postgres.Scanner) error {
		var e Event
		var body string
		if err := row.Scan(&e.Type, &e.Record, &e.Sequence, &body); err != nil {
			return err
		}
		err := json.Unmarshal([]byte(body), &e.Body)
		list = append(list, e)
		return err
	}, `select type, record_id, sequence, body from outbox.events where account_id = $1 and sequence > $2 order by sequence`,
		t.Account.ID, after)
	if err != nil {
		t.T.Fatal(err)
	}
	return list
}

// LastEvent returns the sequence of the newest event of the account, 0 without any.
func (t Tenant) LastEvent() (last int64) {
	t.T.Helper()
	err := t.DB.Row(context.Background(), "select coalesce(max(sequence), 0) from outbox.events where account_id = $1", t.Account.ID).
		Scan(&last)
	if err != nil {
		t.T.Fatal(err)
	}
	return last
}
