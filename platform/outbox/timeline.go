package outbox

import (
	"context"
	"fmt"
	"time"
)

// note remembers the highest log position of the issued cursors.
func (f *Feed) note(position uint64) {
	for {
		old := f.issued.Load()
		if position <= old || f.issued.CompareAndSwap(old, position) {
			return
		}
	}
}

// renewEvery is how often the reach of cursors is stored. Cursors issued after the last time before a failover expire.
const renewEvery = time.Second

// renew writes down, in a row that standbys get like every other, how far the log reaches: a standby that has the row has all
// that was in the log before it, which is what the cursors given out until then have seen.
func (f *Feed) renew(ctx context.Context) error {
	_, err := f.db.Exec(ctx, `
		insert into outbox.timelines as t (timeline, position)
		select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer, pg_current_wal_flush_lsn()
		on conflict (timeline) do update set position = excluded.position where t.position < excluded.position`)
	if err != nil {
		return fmt.Errorf("write down the position in the log: %w", err)
	}
	return nil
}

// Run keeps Feed's notes in the database until ctx ends. fault hears of errors; the next turn tries again.
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
		issued := f.issued.Load()
		if issued <= written {
			continue
		}
		once, cancel := context.WithTimeout(ctx, lookTime)
		err := f.renew(once)
		cancel()
		if err == nil {
			written = issued
		} else if ctx.Err() == nil {
			fault(err)
		}
	}
}
