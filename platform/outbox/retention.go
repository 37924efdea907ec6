package outbox

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// Keep is how long events are kept at least.
type Keep time.Duration

const (
	// deliveriesKeep is the maximum age of deliveries, which refer to the bodies of their events.
	deliveriesKeep = 30 * 24 * time.Hour
	// margin covers work that continues after its event has expired, such as slow transactions and the retries of a redelivery.
	margin = 48 * time.Hour
	// ahead is for how many future months partitions are created.
	ahead = 2
	// lockTime limits the wait for the lock on the partitions, because other transactions queue behind it.
	lockTime = "200ms"
)

// AtMost is how long events are kept at most: until the last one of a month has expired.
func (k Keep) AtMost() time.Duration {
	const month = 31 * 24 * time.Hour
	return max(time.Duration(k), deliveriesKeep) + margin + month
}

// Retention maintains the partitions of the events, one per month of the time in the event's id. Old events are removed by dropping a
// partition. Ages are by the clock of the database: a replica whose clock is ahead must not drop what the others keep.
type Retention struct {
	db   *postgres.DB
	now  func(context.Context) (time.Time, error)
	keep time.Duration
}

// NewRetention returns a Retention that keeps events for keep, and at least as long as deliveries.
func NewRetention(db *postgres.DB, keep Keep) *Retention {
	now := func(ctx context.Context) (at time.Time, err error) {
		err = db.In(ctx).Raw("select now()").Scan(&at).Error
		return at, err
	}
	return &Retention{db, now, max(time.Duration(keep), deliveriesKeep) + margin}
}

// Prepare adopts events from a restored dump and creates partitions. Call it at each start, after the migrations.
func (r *Retention) Prepare(ctx context.Context) error {
	if err := r.adopt(ctx); err != nil {
		return fmt.Errorf("take over restored events: %w", err)
	}
	if _, err := r.extend(ctx); err != nil && !postgres.Locked(err) {
		return fmt.Errorf("prepare the partitions of events: %w", err)
	}
	return nil // while a long transaction blocks the lock, events go to the default partition; Sweep tries again
}

// Sweep creates partitions for future months and drops the oldest if all its events have expired. It returns the number of partitions
// created and dropped.
func (r *Retention) Sweep(ctx context.Context) (int64, error) {
	if err := r.mark(ctx); err != nil {
		return 0, err
	}
	made, err := r.extend(ctx)
	if err == nil {
		var gone int64
		gone, err = r.shrink(ctx)
		made += gone
	}
	if postgres.Locked(err) {
		err = nil // blocked by a long transaction; the next sweep tries again
	}
	return made, err
}

// mark stores a transaction whose commit is on disk. Without it, cursors of an account without recent events would know of none that
// is recent, and would expire when events of other accounts are dropped.
func (r *Retention) mark(ctx context.Context) error {
	err := r.db.In(ctx).Exec(`update outbox.dropped set durable = pg_current_xact_id() where durable < pg_current_xact_id()`).Error
	return postgres.Failed("store a transaction that is on disk", err)
}

// isOwn tells events of this database from those of a restored dump, whose row in outbox.origin is from another database or was written
// by another transaction than it says.
const isOwn = `
	select exists (select from outbox.origin o, pg_control_system() s
		where o.system_identifier = s.system_identifier and o.xmin = o.xid::xid
		and o.database = (select oid from pg_database where datname = current_database()))`

// adopt gives the events of a restored dump, which may come from another cluster, a transaction id of this one, because theirs may mean
// nothing here. All their transactions have ended. It also invalidates all cursors of before.
func (r *Retention) adopt(ctx context.Context) error {
	return r.db.InTx(ctx, func(ctx context.Context) error {
		// Readers do not wait for this lock, but replicas that start at the same time do: the first one adopts.
		if err := r.db.In(ctx).Exec(`lock table outbox.origin in exclusive mode`).Error; err != nil {
			return err
		}
		var own bool
		if err := r.db.In(ctx).Raw(isOwn).Scan(&own).Error; err != nil || own {
			return err
		}
		for _, statement := range []string{
			`update outbox.events set xid = pg_current_xact_id() where xid >= pg_snapshot_xmin(pg_current_snapshot())`,
			`delete from outbox.timelines`,
			`update outbox.dropped set times = times + 1, xid = '0', sequence = 0, durable = '0'`,
			`delete from outbox.origin`,
			`insert into outbox.origin select system_identifier, (select oid from pg_database where datname = current_database()),
				1 + floor(random() * 2147483647)::integer, pg_current_xact_id() from pg_control_system()`,
		} {
			if err := r.db.In(ctx).Exec(statement).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// partition holds the events of a month, and beside it one the changes, or of several months if an earlier version created it.
type partition struct {
	table string
	end   time.Time // exclusive
}

var bounds = regexp.MustCompile(`TO \('([0-9a-f-]{36})'\)$`)

// partitions lists the partitions without the default one, oldest first.
func (r *Retention) partitions(ctx context.Context) ([]partition, error) {
	var found []struct{ Relname, Bound string }
	err := r.db.In(ctx).Raw(`
		select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = cast('outbox.events' as regclass)
		order by substring(pg_get_expr(c.relpartbound, c.oid) from 'TO .*')`).Scan(&found).Error
	var list []partition
	for _, p := range found {
		if end := bounds.FindStringSubmatch(p.Bound); end != nil {
			at, wrong := timeOf(end[1])
			list, err = append(list, partition{p.Relname, at}), errors.Join(err, wrong)
		}
	}
	if err == nil && len(list) == 0 {
		err = errors.New("the events have no partitions")
	}
	return list, postgres.Failed("list the partitions of events", err)
}

// timeOf returns the time in a UUIDv7.
func timeOf(id string) (time.Time, error) {
	ms, err := strconv.ParseInt(strings.ReplaceAll(id, "-", "")[:12], 16, 64)
	return time.UnixMilli(ms).UTC(), err
}

// exclusively runs fn in a transaction that excludes other replicas. It fails after lockTime if readers or writers block it.
func (r *Retention) exclusively(ctx context.Context, fn func(context.Context) error) error {
	return r.db.InTx(ctx, func(ctx context.Context) error {
		const lock = "select pg_advisory_xact_lock(hashtext('outbox partitions')), set_config('lock_timeout', ?, true)"
		err := r.db.In(ctx).Exec(lock, lockTime).Error
		if err != nil {
			return err
		}
		return fn(ctx)
	})
}

// extend creates the missing partitions up to ahead months in the future.
func (r *Retention) extend(ctx context.Context) (made int64, err error) {
	now, err := r.now(ctx)
	if err != nil {
		return 0, err
	}
	until := time.Date(now.Year(), now.Month()+1+ahead, 1, 0, 0, 0, 0, time.UTC)
	list, err := r.partitions(ctx)
	if err != nil || !list[len(list)-1].end.Before(until) {
		return 0, err
	}
	err = r.exclusively(ctx, func(ctx context.Context) error {
		list, err := r.partitions(ctx) // another replica may have been faster
		if err != nil {
			return err
		}
		begin := list[len(list)-1].end
		if begin.Before(now) {
			// Events of this month are currently inserted into the default partition. Writers must wait: an event inserted after the
			// move would prevent the new partition, and an insert on its way to the default partition would fail.
			if err := r.db.In(ctx).Exec("lock table outbox.events in share row exclusive mode").Error; err != nil {
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

// attach creates a partition and moves its events there from the default partition.
func (r *Retention) attach(ctx context.Context, begin, end time.Time) error {
	table, changes := "outbox.events_"+begin.Format("2006_01"), "outbox.changes_"+begin.Format("2006_01")
	from, to := ids.First(begin).String(), ids.First(end).String()
	for _, statement := range []string{
		`create table ` + table + ` (like outbox.events including defaults)`,
		`with moved as (delete from outbox.events_default where id >= '` + from + `' and id < '` + to + `' returning *)
			insert into ` + table + ` select * from moved`,
		`alter table outbox.events attach partition ` + table + ` for values from ('` + from + `') to ('` + to + `')`,
		`create table ` + changes + ` (like outbox.changes including defaults)`,
		`with moved as (delete from outbox.changes_default where id >= '` + from + `' and id < '` + to + `' returning *)
			insert into ` + changes + ` select * from moved`,
		`alter table outbox.changes attach partition ` + changes + ` for values from ('` + from + `') to ('` + to + `')`,
	} {
		if err := r.db.In(ctx).Exec(statement).Error; err != nil {
			return err
		}
	}
	return nil
}

// noteDropped looks up the highest transaction and sequence of each account in the indexes. To read all of a large partition can take
// longer than a sweeper may: it would never be dropped.
const noteDropped = `
with recursive account (id) as (
	(select account_id from TABLE order by account_id limit 1)
	union all
	select (select account_id from TABLE where account_id > a.id order by account_id limit 1) from account a where a.id is not null
)
update outbox.dropped d set times = d.times + 1, xid = greatest(d.xid, g.xid::text::xid8), sequence = greatest(d.sequence, g.sequence)
from (
	select coalesce(max((select e.xid::text::bigint from TABLE e where account_id = a.id order by e.xid desc limit 1)), 0) as xid,
		coalesce(max((select sequence from TABLE where account_id = a.id order by sequence desc limit 1)), 0) as sequence
	from account a
) g`

// drop drops a partition, and what is known of its changes. Those of months whose events had a partition before changes were kept are in
// the default partition.
func (r *Retention) drop(ctx context.Context, p partition) error {
	end := ids.First(p.end)
	for _, statement := range []string{
		"drop table outbox." + p.table,
		"drop table if exists outbox." + strings.Replace(p.table, "events", "changes", 1),
		"delete from outbox.changes_default where id < '" + end.String() + "'",
		"delete from outbox.reverts where change_id < '" + end.String() + "'",
	} {
		if err := r.db.In(ctx).Exec(statement).Error; err != nil {
			return err
		}
	}
	return nil
}

// shrink drops the oldest partition if all its events have expired. It records that, so that cursors that have not seen them expire.
func (r *Retention) shrink(ctx context.Context) (int64, error) {
	list, err := r.partitions(ctx)
	if err != nil || len(list) == 1 {
		return 0, err
	}
	now, err := r.now(ctx)
	if err != nil || list[0].end.After(now.Add(-r.keep)) {
		return 0, err
	}
	err = r.exclusively(ctx, func(ctx context.Context) error {
		again, err := r.partitions(ctx)
		if err != nil || again[0] != list[0] {
			return err
		}
		table := "outbox." + list[0].table
		if err = r.db.In(ctx).Exec(strings.ReplaceAll(noteDropped, "TABLE", table)).Error; err != nil {
			return err
		}
		return r.drop(ctx, list[0])
	})
	if err != nil {
		return 0, fmt.Errorf("drop the events until %s: %w", list[0].end.Format(time.DateOnly), err)
	}
	return 1, nil
}
