package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/tx"
	"gorm.io/gorm"
)

// tries is how often a transaction is run at most, after deadlocks and serialization failures.
const tries = 5

// errEnded reports a programming error: what such a context writes could never be committed.
var errEnded = errors.New("the transaction of this context has ended")

type txKey struct{}

// transaction is the transaction of a context. It begins with its first statement, so that earlier work, such as hashing a password,
// holds no connection.
type transaction struct {
	db      *DB
	ctx     context.Context // of InTx: the transaction ends with it
	options *sql.TxOptions  // nil: the defaults
	outer   bool
	mu      sync.Mutex
	gorm    *gorm.DB // nil before its first statement
	ended   bool
}

// scope is what a context says of its transaction. In an outer one, the next InTx is a savepoint instead of joining.
type scope struct {
	*transaction
	outer bool
}

func scopeOf(ctx context.Context) (scope, bool) {
	s, ok := ctx.Value(txKey{}).(scope)
	return s, ok
}

// In returns GORM for the transaction of ctx, or for the pool without one. Each call starts a new statement.
func (d *DB) In(ctx context.Context) *gorm.DB {
	s, ok := scopeOf(ctx)
	if !ok {
		return d.gorm.WithContext(ctx)
	}
	if err := s.begin(); err != nil {
		g := d.gorm.WithContext(ctx)
		_ = g.AddError(err)
		return g
	}
	return s.gorm.WithContext(ctx)
}

// ExecLater runs a statement that may wait (see tx.Later). done gets the number of its rows, before the commit; it may be nil.
func (d *DB) ExecLater(ctx context.Context, done func(rows int64), statement string, args ...any) error {
	executed := d.In(withOutcome(tx.Later(ctx), nil, done)).Exec(statement, args...)
	if executed.Error == nil && executed.RowsAffected >= 0 && done != nil { // it was sent at once
		done(executed.RowsAffected)
	}
	return executed.Error
}

// InTransaction reports whether ctx is of a transaction that has not ended.
func (d *DB) InTransaction(ctx context.Context) bool {
	s, ok := scopeOf(ctx)
	return ok && !s.hasEnded()
}

// InTx implements tx.Runner.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	s, ok := scopeOf(ctx)
	switch {
	case !ok:
		return d.named(ctx, d.retry(ctx, false, fn))
	case s.hasEnded():
		return errEnded
	case s.outer:
		return d.named(ctx, s.savepoint(ctx, fn))
	default:
		return fn(ctx)
	}
}

// InOuterTx runs fn in one transaction in which each InTx is a savepoint. Only a failed use case is rolled back; the writes of fn
// commit together with the use cases that succeeded. The check of tx.Before is called at the beginning of each use case.
func (d *DB) InOuterTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return d.retry(ctx, true, fn)
}

// InSnapshot runs fn in one transaction that sees the database as it is at its first statement, and changes nothing.
func (d *DB) InSnapshot(ctx context.Context, fn func(ctx context.Context) error) error {
	t := &transaction{db: d, ctx: ctx, options: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}}
	defer t.rollback()
	return fn(context.WithValue(ctx, txKey{}, scope{transaction: t}))
}

func (d *DB) retry(ctx context.Context, outer bool, fn func(ctx context.Context) error) error {
	for try := 1; ; try++ {
		err := d.once(ctx, outer, fn)
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

func (d *DB) once(ctx context.Context, outer bool, fn func(ctx context.Context) error) error {
	ctx, hooks := tx.WithHooks(ctx)
	t := &transaction{db: d, ctx: ctx, outer: outer}
	defer t.rollback()
	inner := context.WithValue(ctx, txKey{}, scope{transaction: t})
	if !outer {
		if err := tx.Begin(inner); err != nil {
			return err
		}
	}
	if err := fn(context.WithValue(ctx, txKey{}, scope{t, outer})); err != nil {
		return err
	}
	if err := hooks.Flush(inner); err != nil {
		return err
	}
	if err := t.commit(); err != nil {
		return err
	}
	hooks.Run()
	return nil
}

// begin opens the transaction in the database, unless it is open.
func (t *transaction) begin() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return errEnded
	}
	if t.gorm != nil {
		return nil
	}
	ctx := t.ctx
	if t.options == nil { // a use case finds rows by their keys
		ctx = byKey(ctx)
	}
	if !t.outer { // what a savepoint undoes must not be sent after it
		ctx = tx.Later(ctx)
	}
	g := t.db.gorm.WithContext(ctx).Begin(t.options)
	if g.Error != nil {
		return fmt.Errorf("begin a transaction: %w", g.Error)
	}
	t.gorm = g
	if t.db.pooled { // its sessions serve other clients, too
		err := g.Exec("select set_config('lock_timeout', ?, true)", t.db.lockTimeout).Error
		if err != nil {
			return fmt.Errorf("begin a transaction: %w", err)
		}
	}
	return nil
}

func (t *transaction) hasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended
}

// end lets nobody use the transaction any more. It returns nil if the database has none to end.
func (t *transaction) end() *gorm.DB {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return nil
	}
	t.ended = true
	return t.gorm
}

func (t *transaction) commit() error {
	g := t.end()
	if g == nil {
		return nil
	}
	if t.db.distributed.Load() {
		if err := g.Exec(commitInTwoPhases).Error; err != nil {
			return errors.Join(fmt.Errorf("commit in two phases: %w", err), g.Rollback().Error)
		}
	}
	return Failed("commit", g.Commit().Error)
}

// rollback does nothing after a commit. If it fails, its connection is closed, and the database rolls back.
func (t *transaction) rollback() {
	if g := t.end(); g != nil {
		g.Rollback()
	}
}

const useCase = "use_case"

// savepoint runs fn and rolls back only fn when it fails or panics, so that the rest can still be committed. The functions of
// tx.AfterCommit wait for the outer transaction.
func (t *transaction) savepoint(outer context.Context, fn func(context.Context) error) (err error) {
	inner := context.WithValue(outer, txKey{}, scope{transaction: t})
	if err := cmp.Or(tx.Begin(inner), t.begin()); err != nil {
		return err
	}
	if err := t.gorm.SavePoint(useCase).Error; err != nil {
		return fmt.Errorf("set a savepoint: %w", err)
	}
	kept := false
	defer func() {
		if !kept {
			err = errors.Join(err, t.gorm.RollbackTo(useCase).Error)
		}
	}()
	ctx, hooks := tx.WithHooks(inner)
	if err := fn(ctx); err != nil {
		return err
	}
	if err := hooks.Flush(ctx); err != nil {
		return err
	}
	// The deeper savepoints are nested, the longer it takes to see what the transaction has written.
	if err := t.gorm.Exec("release savepoint " + useCase).Error; err != nil {
		return fmt.Errorf("release a savepoint: %w", err)
	}
	kept = true
	tx.AfterCommit(outer, hooks.Run)
	return nil
}

// Lock takes an exclusive advisory lock, which is held until the transaction ends. It is for what has no row to lock. Keys with the same
// hash wait for each other, which is harmless. All running versions of the program must use the same key.
func (d *DB) Lock(ctx context.Context, key string) error {
	return d.lock(ctx, "select pg_advisory_xact_lock(hashtextextended(?, 0))", key)
}

// LockShared is Lock for a shared lock, which waits only for exclusive ones.
func (d *DB) LockShared(ctx context.Context, key string) error {
	return d.lock(ctx, "select pg_advisory_xact_lock_shared(hashtextextended(?, 0))", key)
}

func (d *DB) lock(ctx context.Context, statement, key string) error {
	if err := d.In(ctx).Exec(statement, key).Error; err != nil {
		return fmt.Errorf("lock %q: %w", key, err)
	}
	return nil
}
