package postgres

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/tx"
	"gorm.io/gorm"
)

// tries is how often a transaction is run at most, after deadlocks, serialization failures and wrong assumptions.
const tries = 5

type txKey struct{}

// txState is the transaction of a context. If the context is around use cases, the next InTx is a savepoint instead of joining.
type txState struct {
	*transaction
	around bool
}

func stateOf(ctx context.Context) (txState, bool) {
	s, ok := ctx.Value(txKey{}).(txState)
	return s, ok
}

// InTransaction reports whether ctx is of a transaction that has not ended.
func (d *DB) InTransaction(ctx context.Context) bool {
	s, ok := stateOf(ctx)
	if !ok || s.enter() != nil {
		return false
	}
	s.leave()
	return true
}

// KeepAlive is for transactions that wait for something else than the database, so that IdleInTransactionTimeout does not end them.
func (d *DB) KeepAlive(ctx context.Context) error {
	_, err := d.Exec(ctx, "select")
	return err
}

// In returns gorm for the transaction of ctx, or for the pool without one.
func (d *DB) In(ctx context.Context) *gorm.DB {
	if s, ok := stateOf(ctx); ok {
		return s.inGorm(ctx)
	}
	g := d.gorm.WithContext(ctx)
	if tx.Checked(ctx) { // any use of gorm may write
		_ = g.AddError(d.InTx(ctx, func(context.Context) error { return nil }))
	}
	return g
}

// errTogether reports a programming error: what Together sends is not a transaction.
var errTogether = errors.New("a transaction begins inside Together, which only reads")

// InTx implements tx.Runner.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	s, ok := stateOf(ctx)
	switch {
	case !ok:
		return d.named(ctx, d.retry(ctx, joining, fn))
	case s.around:
		return d.named(ctx, s.useCase(ctx, fn))
	case !d.InTransaction(ctx):
		return errEnded
	case s.opening == 0:
		return errTogether
	default:
		return fn(ctx)
	}
}

// InOuterTx runs fn in one transaction in which each InTx is a savepoint. Only a failed use case is rolled back; the writes of fn
// commit together with the use cases that succeeded.
func (d *DB) InOuterTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.retry(ctx, withSavepoints, fn)
}

// InFlatTx is InOuterTx for requests. It first tries to do without savepoints, so that what fn writes is sent in a group with others. If
// that fails, all of fn runs again.
func (d *DB) InFlatTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.retry(ctx, flatFirst, fn)
}

// nesting is what becomes of an InTx inside a transaction.
type nesting int

const (
	joining        nesting = iota // a part of the transaction
	withSavepoints                // a savepoint
	flatFirst                     // see InFlatTx
)

// useCase runs fn in a savepoint. Its hooks wait for the outer transaction.
func (t *transaction) useCase(ctx context.Context, fn func(ctx context.Context) error) error {
	if err := t.enter(); err != nil {
		return err
	}
	defer t.leave()
	for try := 1; ; try++ {
		inner, hooks := tx.WithHooks(ctx)
		undoable := t.savepoint
		if t.flat {
			undoable = t.droppable
		}
		err := undoable(inner, func(ctx context.Context) error {
			return fn(context.WithValue(ctx, txKey{}, txState{transaction: t}))
		})
		switch {
		case err == nil:
			tx.AfterCommit(ctx, hooks.Run)
			return nil
		case try == tries || t.spoiled || !errors.Is(err, ErrAssumed):
			return err
		}
	}
}

// Together implements tx.Runner. Each statement of a message has a snapshot of its own, as if it had been sent on its own.
func (d *DB) Together(ctx context.Context, fn func(ctx context.Context) error) error {
	if _, ok := stateOf(ctx); ok {
		return fn(ctx)
	}
	t := &transaction{db: d} // without a "begin", statements only share a message
	defer t.end(ctx)
	err := fn(context.WithValue(ctx, txKey{}, txState{transaction: t}))
	t.close()
	if err != nil {
		return err
	}
	return t.flush(ctx)
}

func (d *DB) retry(ctx context.Context, inner nesting, fn func(ctx context.Context) error) error {
	for try := 1; ; try++ {
		err := d.once(ctx, try > 1, inner, fn)
		switch {
		case err == nil:
			d.ended("committed")
			return nil
		case try == tries || !retryable(err) || ctx.Err() != nil:
			d.ended("rolled_back")
			return err
		}
		d.ended("retried")
		// Random pauses keep two deadlocked transactions from colliding again.
		if !clock.Sleep(ctx, time.Duration(rand.IntN(10*try)+1)*time.Millisecond) {
			return err
		}
	}
}

func (d *DB) once(ctx context.Context, again bool, inner nesting, fn func(ctx context.Context) error) error {
	ctx, hooks := tx.WithHooks(ctx)
	t := d.begin()
	t.again, t.outer, t.flat = again, inner != joining, inner == flatFirst && !again && isGrouped(ctx)
	defer t.end(ctx)
	if err := tx.Begin(context.WithValue(ctx, txKey{}, txState{transaction: t})); err != nil {
		return err
	}
	checks := len(t.later) > t.opening
	err := fn(context.WithValue(ctx, txKey{}, txState{transaction: t, around: t.outer}))
	t.close()
	if t.flat {
		err = cmp.Or(err, t.receive()) // what was sent ahead is on its way, and whether it fails decides
		if t.spoiled || t.isAborted() {
			return errSpoiled(err)
		}
	}
	if err != nil {
		if checks && t.sent == 0 { // the error of the check goes before that of fn
			return cmp.Or(t.flush(ctx), err)
		}
		return t.verified(ctx, err)
	}
	if err := t.commit(ctx); err != nil {
		return err
	}
	t.unlockUpdate() // a hook may update the same record
	hooks.Run()
	return nil
}
