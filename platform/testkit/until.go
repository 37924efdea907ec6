package testkit

import (
	"context"
	"fmt"
	"time"
)

// patience is long because some work waits for the transactions of other tests on the same server.
const patience = 3 * time.Minute

// Until polls done until it is true, and fails the test after patience. Use it for work that does not signal its end.
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

// Blocks calls second beside the transaction of ctx and returns when second waits for a lock
// of the transaction. The test fails if second ends without having waited. The channel gets its error.
func (k *Kit) Blocks(ctx context.Context, second func() error) <-chan error {
	k.Helper()
	var pid int
	if err := One(ctx, k.DB, `select pg_backend_pid()`).Scan(&pid); err != nil {
		k.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- second() }()
	k.Until("it waits for the transaction", func() bool { // outside the transaction, in which pg_stat_activity would not change
		if len(ended) > 0 {
			k.Fatalf("it did not wait for the transaction: %v", <-ended)
		}
		return k.Count(`select count(*) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`, pid) > 0
	})
	return ended
}
