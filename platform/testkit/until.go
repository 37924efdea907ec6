package testkit

import (
	"context"
	"fmt"
	"time"
)

const patience = 20 * time.Second

// Until polls done until it is true, and fails the test after 20 seconds. Use it for work that does not signal its end.
func (k *Kit) Until(what string, done func() bool) {
	k.Helper()
	for deadline := time.Now().Add(patience); !done(); <-time.After(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			k.Fatalf("it never came to this: %s", what)
		}
	}
}

// UntilLocked returns when n connections wait for locks of others. The database must be the test's own, see Fresh.
func (k *Kit) UntilLocked(n int) {
	k.Helper()
	k.Until(fmt.Sprintf("%d wait for locks", n), func() bool {
		return k.Count(`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) == n
	})
}

// UntilBlocked returns when a connection waits for a lock that the transaction of ctx holds.
func (k *Kit) UntilBlocked(ctx context.Context) {
	k.Helper()
	var pid int
	if err := k.DB.Row(ctx, `select pg_backend_pid()`).Scan(&pid); err != nil {
		k.Fatal(err)
	}
	k.Until("somebody waits for the transaction", func() bool { // outside the transaction, in which pg_stat_activity would not change
		return k.Count(`select count(*) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`, pid) > 0
	})
}
