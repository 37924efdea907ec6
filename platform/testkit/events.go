package testkit

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Event is a recorded event, as a receiver sees it.
type Event struct {
	ID       uuid.UUID    `json:"id"`
	Type     string       `json:"type"`
	Account  uuid.UUID    `json:"account_id"`
	Sequence int64        `json:"sequence"`
	Actor    caller.Actor `json:"actor"`
	Data     struct {
		Object   json.RawMessage `json:"object"`
		Previous json.RawMessage `json:"previous"` // null but for changes
	} `json:"data"`

	Record uuid.UUID       `json:"-"` // of the row
	Body   json.RawMessage `json:"-"`
}

// String is the type, followed by the previous values of a change: note.updated {"text":"Barks"}.
func (e Event) String() string {
	return strings.TrimSuffix(e.Type+" "+string(e.Data.Previous), " null")
}

// Events returns the events of a record, or with uuid.Nil of all records of the account, in the order of their sequence.
func (k *Kit) Events(record uuid.UUID) []Event {
	k.Helper()
	return k.eventsAfter(record, 0)
}

// NewEvents returns the events of the account since the last call of NewEvents.
func (k *Kit) NewEvents() []Event {
	k.Helper()
	list := k.eventsAfter(uuid.Nil, k.taken)
	if len(list) > 0 {
		k.taken = list[len(list)-1].Sequence
	}
	return list
}

// WantEvents checks that the events of a record, or with uuid.Nil of all records, have exactly these types, and returns them.
func (k *Kit) WantEvents(record uuid.UUID, types ...string) []Event {
	k.Helper()
	list := k.Events(record)
	got := make([]string, len(list))
	for i, e := range list {
		got[i] = e.Type
	}
	if !slices.Equal(got, types) {
		k.Fatalf("the events are %q, want %q", got, types)
	}
	return list
}

// WantNewEvents compares Event.String of the events of NewEvents.
func (k *Kit) WantNewEvents(want ...string) {
	k.Helper()
	got := []string{}
	for _, e := range k.NewEvents() {
		got = append(got, e.String())
	}
	Same(k, got, append([]string{}, want...))
}

func (k *Kit) eventsAfter(record uuid.UUID, sequence int64) []Event {
	k.Helper()
	list := []Event{}
	err := Each(k.Context(), k.DB, func(row Row) error {
		var e Event
		var body string
		var sequence int64
		if err := row.Scan(&e.Record, &body, &sequence); err != nil {
			return err
		}
		e.Body = json.RawMessage(body)
		err := json.Unmarshal(e.Body, &e)
		e.Sequence = sequence // the row's
		list = append(list, e)
		return err
	}, `select record_id, body, sequence from outbox.events
		where account_id = $1 and sequence > $2 and (record_id = $3 or $4) order by sequence`,
		k.Account, sequence, record, record == uuid.Nil)
	if err != nil {
		k.Fatalf("read the events: %v", err)
	}
	return list
}

// Record records events in a transaction, as a change does.
func (k *Kit) Record(ctx context.Context, list ...events.Public) error {
	return k.DB.InTx(ctx, func(ctx context.Context) error { return k.Outbox.Record(ctx, list...) })
}
