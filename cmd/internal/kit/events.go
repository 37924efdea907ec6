package kit

import (
	"context"

	"github.com/google/uuid"
)

// Event is a recorded public event.
type Event struct {
	Type     string
	Record   uuid.UUID
	Sequence int64
	Body     map[string]any `gorm:"serializer:json"`
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
	err := t.DB.In(context.Background()).Raw(`
		select type, record_id as record, sequence, body from outbox.events where account_id = ? and sequence > ? order by sequence`,
		t.Account.ID, after).Scan(&list).Error
	if err != nil {
		t.T.Fatal(err)
	}
	return list
}

// LastEvent returns the sequence of the newest event of the account, 0 without any.
func (t Tenant) LastEvent() (last int64) {
	t.T.Helper()
	err := t.DB.In(context.Background()).Raw("select coalesce(max(sequence), 0) from outbox.events where account_id = ?", t.Account.ID).
		Scan(&last).Error
	if err != nil {
		t.T.Fatal(err)
	}
	return last
}
