// Package outbox stores public events, one row each, in the transaction of the change that they describe.
package outbox

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
	"github.com/petcare/petcare/platform/postgres"
)

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the tables of the outbox.
func Migrations() fxgroups.Migrations {
	return fxgroups.Migrations{Module: "outbox", Files: fxgroups.Sub(files)}
}

// Subscriber receives events in the transaction that records them, for example to enqueue webhook deliveries.
type Subscriber interface {
	Enqueue(ctx context.Context, events []events.Recorded) error
}

// Outbox records events.
type Outbox struct {
	db          *postgres.DB
	abilities   map[string]*string // that reading events needs, by type; nil for types that are not in the feed
	clock       clock.Clock
	subscribers []Subscriber
	feed        *Feed     // wakes readers in this process; may be nil
	buffers     sync.Pool // *buffer
}

// buffer is reusable memory for encoding an event and the previous state of its record.
type buffer struct{ event, before jsonenc.Object }

// New returns an Outbox without subscribers, because subscribers may depend on services that record events. It records events of the
// given types, or of any type if there are none, as in tests of a single module.
func New(db *postgres.DB, types events.Catalog, c clock.Clock) *Outbox {
	abilities := map[string]*string{}
	for _, t := range types {
		abilities[t.Name] = nil
		if !t.Direct {
			abilities[t.Name] = new(t.ReadAbility())
		}
	}
	return &Outbox{db: db, abilities: abilities, clock: c, buffers: sync.Pool{New: func() any { return new(buffer) }}}
}

// Subscribe adds subscribers, each of which receives every event. Call it before the first event.
func (o *Outbox) Subscribe(subscribers ...Subscriber) {
	o.subscribers = append(o.subscribers, subscribers...)
}

// Wake makes commits with new events wake the readers of f that wait in this process.
func (o *Outbox) Wake(f *Feed) { o.feed = f }

// chunk limits how many events one statement writes. Renaming a breed may record tens of thousands.
const chunk = 1000

// chunkBytes limits the size of a statement in bytes, because up to ten statements are queued in memory.
const chunkBytes = 1 << 20

// maxRecord limits the JSON of a record in bytes, because lists and events contain whole records.
const maxRecord = 256 << 10

// Record implements events.Recorder. It fails outside of a transaction, where an event would exist without its change, or after it.
func (o *Outbox) Record(ctx context.Context, list ...events.Public) error {
	if !o.db.InTransaction(ctx) {
		return errors.New("record events: there is no transaction that their changes could be in")
	}
	for len(list) > 0 {
		n, err := o.write(ctx, list[:min(len(list), chunk)])
		if err != nil {
			return fmt.Errorf("record %s and more events: %w", list[0].Type, err)
		}
		list = list[n:]
	}
	return nil
}

// insert takes the transaction's id before sequence numbers. The feed relies on that: a transaction without an id will get higher
// numbers.
const insert = `
with t as materialized (select pg_current_xact_id() as xid), s as (
	select e.*, t.xid, nextval('outbox.sequence') as n
	from t cross join unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::text[],
			$10::text[])
		with ordinality as e (account_id, id, type, record_id, head, tail, created_at, actor_id, via_id, ability, i)
	order by e.i
)
insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, xid, actor_id, via_id, ability)
select account_id, id, n, type, record_id, head || n || tail, created_at, xid, actor_id, via_id, ability from s`

// insertOne is insert for a single event, the most frequent case.
const insertOne = `
insert into outbox.events (account_id, id, type, record_id, xid, sequence, body, created_at, actor_id, via_id, ability)
select $1::uuid, $2::uuid, $3::text, $4::uuid, xid, n, $5::text || n || $6::text, $7::timestamptz, $8::text, $9::text, $10::text
from (select pg_current_xact_id() as xid, nextval('outbox.sequence') as n) as s`

// write writes as many events as fit into one statement and returns how many.
func (o *Outbox) write(ctx context.Context, list []events.Public) (int, error) {
	now := o.clock.Now()
	by := caller.From(ctx).Actor()
	actor, err := jsonenc.Append(nil, by)
	if err != nil {
		return 0, fmt.Errorf("encode the actor: %w", err)
	}
	var (
		accounts = make([]uuid.UUID, 0, len(list))
		rows     = make([][]any, 0, len(list))
		written  = make([]events.Recorded, 0, len(list))
	)
	size := 0
	for _, e := range list {
		if size >= chunkBytes {
			break
		}
		ability, declared := o.abilities[e.Type]
		if !declared && len(o.abilities) > 0 {
			return 0, fmt.Errorf("no module declares the event type %s, so nobody could read it", e.Type)
		}
		id := ids.New()
		head, tail, err := o.body(e, id, now, actor)
		if err != nil {
			return 0, err
		}
		size += len(tail)
		rows = append(rows, []any{e.Account, id, e.Type, e.Record, head, tail, now, by.ID, by.ViaID(), ability})
		accounts, written = append(accounts, e.Account), append(written, events.Recorded{Account: e.Account, ID: id, Type: e.Type})
	}
	if err := o.db.QueueEach(ctx, postgres.EachRow{One: insertOne, Many: insert, Rows: rows}); err != nil {
		return 0, err
	}
	o.feed.wakeAfter(ctx, accounts)
	for _, f := range o.subscribers {
		if err := f.Enqueue(ctx, written); err != nil {
			return 0, err
		}
	}
	return len(written), nil
}

// checkSize fails with apperr.Invalid, code too_large, if the record grows beyond maxRecord. A record that is already larger may shrink.
func checkSize(e events.Public, size, before int) error {
	if size <= maxRecord || size <= before || strings.HasSuffix(e.Type, ".deleted") {
		return nil
	}
	return &apperr.Error{Kind: apperr.Invalid, Code: "too_large", Detail: "a record has at most 256 KiB as JSON"}
}

// body returns the envelope of an event in two parts, between which the database inserts the sequence number.
func (o *Outbox) body(e events.Public, id uuid.UUID, now time.Time, actor []byte) (head, tail string, err error) {
	r := o.buffers.Get().(*buffer)
	defer o.buffers.Put(r)
	b := jsonenc.UUID(append(r.event.Text[:0], `{"id":`...), id)
	b = jsonenc.String(append(b, `,"type":`...), e.Type)
	b = jsonenc.Time(append(b, `,"created_at":`...), now)
	b = append(b, `,"api_version":"`+events.APIVersion+`","account_id":`...)
	b = append(jsonenc.UUID(b, e.Account), `,"sequence":`...)
	head = string(b)
	b = append(append(append(b[:0], `,"actor":`...), actor...), `,"data":{"object":`...)
	object, err := jsonenc.AppendObject(jsonenc.Object{Text: b, Keys: r.event.Keys}, e.Object) // the object of an event is always a struct
	if err != nil {
		return "", "", fmt.Errorf("encode the event %s: %w", e.Type, err)
	}
	size := len(object.Text) - len(b)
	b = append(object.Text, `,"previous":`...)
	defer func() { r.event = jsonenc.Object{Text: b, Keys: object.Keys} }()
	if e.Before == nil {
		if err := checkSize(e, size, 0); err != nil {
			return "", "", err
		}
		b = append(b, "null}}"...)
		return head, string(b), nil
	}
	r.before, err = jsonenc.AppendObject(jsonenc.Object{Text: r.before.Text[:0], Keys: r.before.Keys}, e.Before)
	if err != nil {
		return "", "", fmt.Errorf("encode the event %s: %w", e.Type, err)
	}
	if err := checkSize(e, size, len(r.before.Text)); err != nil {
		return "", "", err
	}
	b = append(append(b, events.Previous(r.before, object)...), "}}"...)
	return head, string(b), nil
}
