package outbox

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/postgres"
)

// note records the log position of an issued cursor if it is the highest.
func (f *Feed) note(position uint64) {
	for {
		old := f.issued.Load()
		if position <= old || f.issued.CompareAndSwap(old, position) {
			return
		}
	}
}

// expireCursors expires all cursors that were issued so far. The log will soon have grown beyond what they have seen, and nothing would
// tell then that events between were lost. Of several readers at the same time, one does it.
func (f *Feed) expireCursors(ctx context.Context, now history) error {
	err := f.db.In(ctx).Exec(`
		update outbox.origin set incarnation = 1 + floor(random() * 2147483647)::integer, xid = pg_current_xact_id()
		where incarnation = ?`, int64(now.database>>32)).Error
	return postgres.Failed("expire the cursors of a history that was lost", err)
}

// renewEvery is how often the log position is stored. After a failover, cursors that were issued after the last time are expired.
const renewEvery = time.Second

// renew stores the current log position in a row, which is replicated like any other. A standby that has the row also has everything
// before it in the log, and so everything that cursors issued until then have seen.
func (f *Feed) renew(ctx context.Context) error {
	err := f.db.In(ctx).Exec(`
		insert into outbox.timelines as t (timeline, position)
		select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer, pg_current_wal_flush_lsn()
		on conflict (timeline) do update set position = excluded.position where t.position < excluded.position`).Error
	return postgres.Failed("store the log position", err)
}

// Run stores the log position until ctx ends, whenever cursors have been issued. It calls fault for each error and retries.
func (f *Feed) Run(ctx context.Context, fault func(error)) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	written := uint64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if p := f.notifier.panicked.Swap(nil); p != nil {
			fault(*p)
		}
		issued := f.issued.Load()
		if issued <= written {
			continue
		}
		once, cancel := context.WithTimeout(ctx, pollTimeout)
		err := panics.Caught(func() error { return f.renew(once) })
		cancel()
		if err == nil {
			written = issued
		} else if ctx.Err() == nil {
			fault(err)
		}
	}
}
