package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
)

// In one transaction, the lock of the first member does not make the second one wait: its check must see what the first has written.
func TestACheckInAGroupSeesWhatMembersBeforeItHaveWritten(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	first := func(ctx context.Context) error {
		return b.InTx(ctx, func(ctx context.Context) error {
			return errors.Join(b.Queue(ctx, nil, "select pg_advisory_xact_lock(hashtext($1))", b.name),
				b.Write(ctx, func(err error) error { return err }, "select 1 / (count(*) = 0)::integer from letters where box = $1", b.name),
				b.Queue(ctx, nil, "insert into letters values ($1, gen_random_uuid())", b.name))
		})
	}
	written := 0
	for _, err := range b.behindOne(someone(t), first, first, first) {
		switch {
		case err == nil:
			written++
		case !postgres.DividesByZero(err):
			t.Error(err)
		}
	}
	if written != 1 {
		t.Errorf("%d transactions wrote the first letter", written)
	}
	b.want(1, 1)
}

func TestAGroupHasTheTimeOfTheMemberWithTheMost(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	short := func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return b.hold(ctx, "short", func() { <-ctx.Done() })
	}
	long := func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		return b.letter("a")(ctx)
	}
	if errs := b.behindOne(someone(t), short, long); errs[1] != nil {
		t.Errorf("the one with time: %v", errs[1])
	}
	b.want(1, 1)
}

// A savepoint is rolled back without its transaction, and runs again after a wrong assumption.
func TestHooksOfAUseCaseThatIsRolledBackDoNotRun(t *testing.T) {
	t.Parallel()
	db := open(t)
	ran := ""
	hook := func(ctx context.Context, name string) { tx.AfterCommit(ctx, func() { ran += name }) }
	tries := 0
	err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
		_ = db.InTx(ctx, func(ctx context.Context) error {
			hook(ctx, "refused ")
			return errors.New("refused")
		})
		err := db.InTx(ctx, func(ctx context.Context) error {
			hook(ctx, "again ")
			if tries++; tries == 1 {
				return postgres.ErrAssumed
			}
			return nil
		})
		if ran != "" {
			t.Errorf("%sran before the commit", ran)
		}
		return err
	})
	if err != nil || ran != "again " || tries != 2 {
		t.Errorf("after %d tries ran %q, %v", tries, ran, err)
	}
}
