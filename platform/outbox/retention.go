package outbox

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/postgres"
)

// Keep is the minimum time for which events are kept.
type Keep time.Duration

const (
	// deliveriesKeep is how long deliveries, which show the bodies of their events, are kept at most.
	deliveriesKeep = 30 * 24 * time.Hour
	// margin allows for work that outlasts its event: a slow transaction, or the retries of a redelivery.
	margin = 48 * time.Hour
	// ahead is the number of future months with partitions.
	ahead = 2
	// lockTime limits how long a change of the partitions waits for its lock, because others queue behind it.
	lockTime = "200ms"
)

// Retention maintains the partitions of the events: one per month, by the time in the event's id. Dropping a table removes old events.
type Retention struct {
	db    *postgres.DB
	clock clock.Clock
	keep  time.Duration
}

// NewRetention makes a Retention.
func NewRetention(db *postgres.DB, c clock.Clock, keep Keep) *Retention {
	return &Retention{db, c, max(time.Duration(keep), deliveriesKeep) + margin}
}

// Prepare adopts the events of a restored dump and makes partitions. Call it at each start, after the migrations.
func (r *Retention) Prepare(ctx context.Context) error {
	if err := r.adopt(ctx); err != nil {
		return fmt.Errorf("take over restored events: %w", err)
	}
	if _, err := r.extend(ctx); err != nil && !postgres.Locked(err) {
		return fmt.Errorf("prepare the partitions of events: %w", err)
	}
	return nil // if a long transaction blocks it, events go to the default partition until Sweep succeeds
}

// Sweep makes partitions for future months and drops those with only expired events. It returns how many it made and dropped.
func (r *Retention) Sweep(ctx context.Context) (int64, error) {
	made, err := r.extend(ctx)
	if err == nil {
		var gone int64
		gone, err = r.shrink(ctx)
		made += gone
	}
	if postgres.Locked(err) {
		err = nil // blocked by a long transaction: next time
	}
	return made, err
}

// adopt gives events whose transaction ids are those of another cluster an id of this one: they have ended. Of cursors from there, none
// goes on here.
func (r *Retention) adopt(ctx context.Context) error {
	return r.db.InTx(ctx, func(ctx context.Context) error {
		var same bool
		err := r.db.Row(ctx, `
			select exists (select from outbox.origin o, pg_control_system() s
				where o.system_identifier = s.system_identifier
				and o.database = (select oid from pg_database where datname = current_database()))`).Scan(&same)
		if err != nil || same {
			return err
		}
		for _, statement := range []string{
			`lock table outbox.origin in exclusive mode`,
			`update outbox.events set xid = pg_current_xact_id() where xid >= pg_snapshot_xmin(pg_current_snapshot())`,
			`delete from outbox.timelines`,
			`update outbox.dropped set times = times + 1, xid = '0', sequence = 0`,
			`delete from outbox.origin`,
			`insert into outbox.origin select system_identifier, (select oid from pg_database where datname = current_database())
				from pg_control_system()`,
		} {
			if _, err := r.db.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// partition is a month of events, or the months of an earlier version.
type partition struct {
	table string
	end   time.Time // exclusive
}

var bounds = regexp.MustCompile(`TO \('([0-9a-f-]{36})'\)$`)

// partitions lists the partitions, oldest first, without the default.
func (r *Retention) partitions(ctx context.Context) ([]partition, error) {
	var list []partition
	err := r.db.Rows(ctx, func(row postgres.Scanner) error {
		var table, bound string
		if err := row.Scan(&table, &bound); err != nil {
			return err
		}
		if end := bounds.FindStringSubmatch(bound); end != nil {
			at, err := timeOf(end[1])
			list = append(list, partition{table, at})
			return err
		}
		return nil
	}, `select c.relname, pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = 'outbox.events'::regclass order by substring(pg_get_expr(c.relpartbound, c.oid) from 'TO .*')`)
	if err == nil && len(list) == 0 {
		err = errors.New("the events have no partitions")
	}
	if err != nil {
		return nil, fmt.Errorf("list the partitions of events: %w", err)
	}
	return list, nil
}

// timeOf is the time in a UUIDv7.
func timeOf(id string) (time.Time, error) {
	b, err := hex.DecodeString(strings.ReplaceAll(id, "-", "")[:12])
	if err != nil {
		return time.Time{}, err
	}
	var ms int64
	for _, c := range b {
		ms = ms<<8 | int64(c)
	}
	return time.UnixMilli(ms).UTC(), nil
}

// bound is the lowest id of a moment.
func bound(t time.Time) string { return fmt.Sprintf("%012x%020x", t.UnixMilli(), 0) }

// alone runs fn in a transaction that only one replica runs at a time, and that gives up soon if readers or writers block it.
func (r *Retention) alone(ctx context.Context, fn func(context.Context) error) error {
	return r.db.InTx(ctx, func(ctx context.Context) error {
		_, err := r.db.Exec(ctx, `select pg_advisory_xact_lock(hashtext('outbox partitions')),
			set_config('lock_timeout', $1, true)`, lockTime)
		if err != nil {
			return err
		}
		return fn(ctx)
	})
}

// extend makes the missing partitions, up to some months ahead.
func (r *Retention) extend(ctx context.Context) (made int64, err error) {
	now := r.clock.Now().UTC()
	until := time.Date(now.Year(), now.Month()+1+ahead, 1, 0, 0, 0, 0, time.UTC)
	list, err := r.partitions(ctx)
	if err != nil || !list[len(list)-1].end.Before(until) {
		return 0, err
	}
	err = r.alone(ctx, func(ctx context.Context) error {
		list, err := r.partitions(ctx) // another replica may have been first
		if err != nil {
			return err
		}
		begin := list[len(list)-1].end
		if begin.Before(now) {
			// Events of that month go to the default partition now. Those who write them wait: an event behind the move would keep the
			// new partition out, and one that is on its way to the default partition would fail.
			if _, err := r.db.Exec(ctx, `lock table outbox.events in share row exclusive mode`); err != nil {
				return err
			}
		}
		for ; begin.Before(until); begin = begin.AddDate(0, 1, 0) {
			if err := r.attach(ctx, begin, begin.AddDate(0, 1, 0)); err != nil {
				return fmt.Errorf("make the partition of %s: %w", begin.Format("2006-01"), err)
			}
			made++
		}
		return nil
	})
	return made, err
}

// attach makes a partition and moves its events from the default partition.
func (r *Retention) attach(ctx context.Context, begin, end time.Time) error {
	table := "outbox.events_" + begin.Format("2006_01")
	for _, statement := range []string{
		`create table ` + table + ` (like outbox.events including defaults)`,
		`with moved as (delete from outbox.events_default where id >= '` + bound(begin) + `' and id < '` + bound(end) + `' returning *)
			insert into ` + table + ` select * from moved`,
		`alter table outbox.events attach partition ` + table + ` for values from ('` + bound(begin) + `') to ('` + bound(end) + `')`,
	} {
		if _, err := r.db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// shrink drops the oldest partition when all its events are expired, and records that, so that cursors that have not seen it expire.
func (r *Retention) shrink(ctx context.Context) (int64, error) {
	list, err := r.partitions(ctx)
	if err != nil || len(list) == 1 || list[0].end.After(r.clock.Now().Add(-r.keep)) {
		return 0, err
	}
	err = r.alone(ctx, func(ctx context.Context) error {
		again, err := r.partitions(ctx)
		if err != nil || again[0] != list[0] {
			return err
		}
		table := "outbox." + list[0].table
		_, err = r.db.Exec(ctx, `
			update outbox.dropped d set times = d.times + 1, xid = greatest(d.xid, g.xid), sequence = greatest(d.sequence, g.sequence)
			from (select coalesce(max(xid::text::bigint), 0)::text::xid8 as xid, coalesce(max(sequence), 0) as sequence from `+table+`) g`)
		if err != nil {
			return err
		}
		_, err = r.db.Exec(ctx, `drop table `+table)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("drop the events until %s: %w", list[0].end.Format(time.DateOnly), err)
	}
	return 1, nil
}
