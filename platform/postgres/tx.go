package postgres

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"github.com/petcare/petcare/platform/tx"
	"gorm.io/gorm"
)

// tries is how often a transaction runs at most when the database ends it for a deadlock or a serialization failure.
const tries = 5

type txKey struct{}

// txState is the transaction of a context. With savepoints set, the next InTx is a savepoint instead of joining.
type txState struct {
	*transaction
	savepoints bool
}

func stateOf(ctx context.Context) (txState, bool) {
	s, ok := ctx.Value(txKey{}).(txState)
	return s, ok
}

// In is the handle for the statements of ctx: its transaction when it has one.
func (d *DB) In(ctx context.Context) *gorm.DB {
	if s, ok := stateOf(ctx); ok {
		return s.gorm.WithContext(ctx)
	}
	g := d.gorm.WithContext(ctx)
	if tx.Checked(ctx) { // gorm does not say whether it will write
		_ = g.AddError(d.InTx(ctx, func(context.Context) error { return nil }))
	}
	return g
}

// InTx implements tx.Runner.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	s, ok := stateOf(ctx)
	switch {
	case !ok:
		return d.named(ctx, d.retry(ctx, false, fn))
	case s.savepoints:
		return d.named(ctx, s.savepoint(ctx, func(ctx context.Context) error {
			return fn(context.WithValue(ctx, txKey{}, txState{transaction: s.transaction}))
		}))
	default:
		return fn(ctx)
	}
}

// InOuterTx runs fn in one transaction in which each InTx is a savepoint of its own: a use case that fails inside
// is undone alone, and what fn writes besides commits together with the use cases that succeeded.
func (d *DB) InOuterTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.retry(ctx, true, fn)
}

// Together implements tx.Runner. The statements of one message see one another's snapshot or a later one, as if they were sent alone.
func (d *DB) Together(ctx context.Context, fn func(ctx context.Context) error) error {
	if _, ok := stateOf(ctx); ok {
		return fn(ctx)
	}
	t := d.open(ctx)
	defer t.end(ctx)
	if err := fn(context.WithValue(ctx, txKey{}, txState{transaction: t})); err != nil {
		return err
	}
	return t.flush(ctx)
}

func (d *DB) retry(ctx context.Context, savepoints bool, fn func(ctx context.Context) error) error {
	for try := 1; ; try++ {
		err := d.once(ctx, savepoints, fn)
		switch {
		case err == nil:
			d.ended("committed")
			return nil
		case try == tries || !retryable(err) || ctx.Err() != nil:
			d.ended("rolled_back")
			return err
		}
		d.ended("retried")
		// Random pauses keep two that ended in a deadlock from meeting again.
		pause := time.Duration(rand.IntN(10*try)+1) * time.Millisecond
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func (d *DB) once(ctx context.Context, savepoints bool, fn func(ctx context.Context) error) error {
	ctx, hooks := tx.WithHooks(ctx)
	t := d.begin(ctx)
	defer t.end(ctx)
	if err := tx.Begin(context.WithValue(ctx, txKey{}, txState{transaction: t})); err != nil {
		return err
	}
	checks := len(t.later) > t.opening
	if err := fn(context.WithValue(ctx, txKey{}, txState{transaction: t, savepoints: savepoints})); err != nil {
		if checks && t.sent == 0 { // what is checked first is told first
			return cmp.Or(t.flush(ctx), err)
		}
		return err
	}
	if err := t.commit(ctx); err != nil {
		return err
	}
	hooks.Run()
	return nil
}
