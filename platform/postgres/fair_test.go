package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func someone(t *testing.T) context.Context {
	return caller.With(t.Context(), caller.Caller{Kind: caller.APIKey, ID: uuid.New(), Organization: uuid.New()})
}

func openFair(t *testing.T, o postgres.Options) *postgres.DB {
	t.Helper()
	o.Fair = true
	return testkit.New(t, tables(t)).Open(o)
}

// hold runs n transactions of one caller that keep their connections until the test ends.
func hold(t *testing.T, db *postgres.DB, ctx context.Context, n int) {
	t.Helper()
	held, end := make(chan struct{}, n), make(chan struct{}) // nobody may be there to hear of the last ones
	t.Cleanup(func() { close(end) })
	for range n {
		go func() {
			_ = db.InTx(ctx, func(ctx context.Context) error {
				_, err := testkit.Exec(ctx, db, "select 1")
				held <- struct{}{}
				<-end
				return err
			})
		}()
	}
	for range min(n, 5) {
		<-held
	}
}

func TestOneOrganizationDoesNotTakeAllConnections(t *testing.T) {
	t.Parallel()
	db := openFair(t, postgres.Options{PoolSize: 8})
	hold(t, db, someone(t), 40)                                      // of which five get one
	for _, ctx := range []context.Context{someone(t), t.Context()} { // another organization, and what works for nobody
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if _, err := testkit.Exec(ctx, db, "select 1"); err != nil {
			t.Error(err)
		}
	}
}

// The alert on waits for connections needs them: hardly any request waits in the pool itself.
func TestWaitsForATurnAreInTheStatistics(t *testing.T) {
	t.Parallel()
	db := openFair(t, postgres.Options{PoolSize: 8})
	greedy := someone(t)
	hold(t, db, greedy, 5)
	var n int64
	var long time.Duration
	for range 5 { // the process may pause between the beginning of the context and that of the wait
		before := db.Stats()
		ctx, cancel := context.WithTimeout(greedy, 40*time.Millisecond)
		defer cancel()
		if _, err := testkit.Exec(ctx, db, "select 1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		after := db.Stats()
		if n, long = after.WaitCount-before.WaitCount, after.WaitDuration-before.WaitDuration; n == 1 && long >= 20*time.Millisecond {
			return
		}
	}
	t.Errorf("%d waits of %s", n, long)
}

func TestATransactionHoldsNoConnectionBeforeItsFirstStatement(t *testing.T) {
	t.Parallel()
	db := openFair(t, postgres.Options{PoolSize: 2})
	ctx := someone(t)
	err := db.InOuterTx(ctx, func(context.Context) error {
		if n := db.Stats().InUse; n != 0 { // as a password is hashed
			return errors.New("a connection is held")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAWaitForALockEnds(t *testing.T) {
	t.Parallel()
	db := openFair(t, postgres.Options{PoolSize: 4, LockTimeout: 50 * time.Millisecond})
	must(t, db.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := testkit.Exec(ctx, db, "select pg_advisory_xact_lock(4711)"); err != nil {
			return err
		}
		_, err := testkit.Exec(t.Context(), db, "select pg_advisory_xact_lock(4711)")
		if !postgres.Unavailable(err) {
			t.Errorf("who waits gets %v", err)
		}
		return nil
	}))
}
