// Package outbox stores public events, one row each, in the transaction of the change that they describe.
package outbox

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
)

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the tables of the outbox.
func Migrations() fxgroups.Migrations {
	return fxgroups.Migrations{Module: "outbox", Files: fxgroups.Sub(files),
		Local: []string{"outbox.arrivals", "outbox.changes", "outbox.events", "outbox.reverts"},
		Stays: []string{"outbox.arrivals", "outbox.changes", "outbox.events", "outbox.reverts"}}
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
}

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
	return &Outbox{db: db, abilities: abilities, clock: c}
}

// Subscribe adds subscribers, each of which receives every event. Call it before the first event.
func (o *Outbox) Subscribe(subscribers ...Subscriber) {
	o.subscribers = append(o.subscribers, subscribers...)
}

// A transaction keeps its events until its commit, or until they are this many or this large: renaming a breed may record tens of
// thousands.
const (
	maxPending      = 1000
	maxPendingBytes = 1 << 20
)

// maxRecord limits the JSON of a record in bytes, because lists and events contain whole records.
const maxRecord = 256 << 10

// row is an event as it is written: the database inserts its sequence number between head and tail.
type row struct {
	account, id, record, change uuid.UUID
	kind, head, tail            string
	at                          time.Time
	actor, via, ability         *string
}

// pending are the events of a transaction that are not yet written, and the ids of its changes by account.
type pending struct {
	rows    []row
	size    int
	changes map[uuid.UUID]uuid.UUID
	actor   []byte // of the changes, as JSON
	from    events.Origin
}

// changeIn returns the id of the transaction's change in an account.
func (p *pending) changeIn(account uuid.UUID) uuid.UUID {
	id, ok := p.changes[account]
	if !ok {
		if id = p.from.Change; id == uuid.Nil {
			id = ids.New()
		}
		if p.changes == nil {
			p.changes = map[uuid.UUID]uuid.UUID{}
		}
		p.changes[account] = id
	}
	return id
}

// Record implements events.Recorder. The events of a transaction are written by one statement before its commit. It fails outside of a
// transaction, where an event would exist without its change, or after it.
func (o *Outbox) Record(ctx context.Context, list ...events.Public) error {
	p, ok := tx.Collect(ctx, o, o.write)
	if !ok || !o.db.InTransaction(ctx) {
		return errors.New("record events: there is no transaction that their changes could be in")
	}
	by := caller.From(ctx).Actor()
	now := o.clock.Now()
	if p.actor == nil {
		var err error
		p.from = events.OriginOf(ctx)
		if p.actor, err = apijson.Marshal(by); err != nil {
			return fmt.Errorf("encode an actor: %w", err)
		}
	}
	for _, e := range list {
		ability, declared := o.abilities[e.Type]
		if !declared && len(o.abilities) > 0 {
			return fmt.Errorf("record events: no module declares the event type %s, so nobody could read it", e.Type)
		}
		change := p.changeIn(e.Account) // before the id of the event: the events of a change are behind its id
		id := ids.New()
		head, tail, err := bodyOf(e, envelope{ID: id, CreatedAt: now, ChangeID: change, RequestID: text.Optional(&p.from.RequestID), Actor: by})
		if err != nil {
			return err
		}
		p.rows = append(p.rows, row{account: e.Account, id: id, record: e.Record, change: change, kind: e.Type, head: head, tail: tail,
			at: now, actor: by.ID, via: by.ViaID(), ability: ability})
		if p.size += len(tail); len(p.rows) >= maxPending || p.size >= maxPendingBytes {
			if err := o.write(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// insert takes the transaction's id before sequence numbers. The feed relies on that: a transaction without an id will get higher
// numbers. A transaction of many events writes several times, so the counts of its changes are added up.
const insert = `
with t as materialized (select pg_current_xact_id() as xid), s as materialized (
	select e.*, t.xid, nextval('outbox.sequence') as n
	from t cross join unnest(cast(@accounts as uuid[]), cast(@ids as uuid[]), cast(@types as text[]), cast(@records as uuid[]),
			cast(@heads as text[]), cast(@tails as text[]), cast(@times as timestamptz[]), cast(@actors as text[]), cast(@vias as text[]),
			cast(@abilities as text[]), cast(@changes as uuid[]))
		with ordinality as e (account_id, id, type, record_id, head, tail, created_at, actor_id, via_id, ability, change_id, i)
	order by e.i
), c as (
	insert into outbox.changes as c (account_id, id, last_id, type, resource, ability, count, created_at, actor, actor_id, via_id,
		request_id, source)
	select account_id, change_id, cast(max(cast(id as text) collate "C") as uuid), type, split_part(type, '.', 1), min(ability), count(*),
		min(created_at), cast(@actor as jsonb), min(actor_id), min(via_id), cast(@request as text), cast(@source as text)
	from s where ability is not null group by account_id, change_id, type
	on conflict (account_id, id, type) do update set count = c.count + excluded.count, last_id = excluded.last_id
)
insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at, xid, actor_id, via_id, ability, change_id,
	request_id)
select account_id, id, n, type, record_id, head || n || tail, created_at, xid, actor_id, via_id, ability, change_id, cast(@request as text)
from s`

// write writes the pending events and passes them to the subscribers.
func (o *Outbox) write(ctx context.Context, p *pending) error {
	if len(p.rows) == 0 {
		return nil
	}
	rows, from := p.rows, p.from
	p.rows, p.size = nil, 0
	err := o.db.ExecLater(ctx, nil, insert, map[string]any{
		"accounts": column(rows, func(r row) uuid.UUID { return r.account }), "ids": column(rows, func(r row) uuid.UUID { return r.id }),
		"types": column(rows, func(r row) string { return r.kind }), "records": column(rows, func(r row) uuid.UUID { return r.record }),
		"heads": column(rows, func(r row) string { return r.head }), "tails": column(rows, func(r row) string { return r.tail }),
		"times": column(rows, func(r row) time.Time { return r.at }), "actors": column(rows, func(r row) *string { return r.actor }),
		"vias": column(rows, func(r row) *string { return r.via }), "abilities": column(rows, func(r row) *string { return r.ability }),
		"changes": column(rows, func(r row) uuid.UUID { return r.change }),
		"actor":   string(p.actor), "request": text.Optional(&from.RequestID), "source": string(from.Source),
	})
	if err != nil {
		return fmt.Errorf("record %s and more events: %w", rows[0].kind, err)
	}
	recorded := lists.Map(rows, func(r row) events.Recorded { return events.Recorded{Account: r.account, ID: r.id, Type: r.kind} })
	for _, f := range o.subscribers {
		if err := f.Enqueue(ctx, recorded); err != nil {
			return err
		}
	}
	return nil
}

// column is one column of the rows as a parameter.
func column[T any](rows []row, of func(row) T) any { return postgres.Array(lists.Map(rows, of)) }

// checkSize fails with apperr.Invalid, code too_large, if the record grows beyond maxRecord. A record that is already larger may shrink.
func checkSize(e events.Public, size, before int) error {
	if size <= maxRecord || size <= before || strings.HasSuffix(e.Type, ".deleted") {
		return nil
	}
	return &apperr.Error{Kind: apperr.Invalid, Code: "too_large", Detail: "a record has at most 256 KiB as JSON"}
}
