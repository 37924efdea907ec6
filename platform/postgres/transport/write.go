package transport

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Conn is a connection on which the writes of a transaction that may wait (see tx.Later) are sent in one message with what comes next, in
// the order in which they were made. It is that of one goroutine, like each connection of database/sql.
type Conn struct {
	*stdlib.Conn
	waiting *writes // nil outside of transactions
}

type writes struct {
	ctx    context.Context
	batch  pgx.Batch
	failed []func(error) error
	done   []func(rows int64)
}

// Session implements Session.
func (c *Conn) Session() *pgx.Conn { return c.Conn.Conn() }

type outcomeKey struct{}

type outcome struct {
	failed func(error) error
	done   func(rows int64)
}

// WithOutcome is the context of a write that may wait: failed turns its error into what the caller is told, and done gets the number of its
// rows. Neither is called for a write that is sent at once. Both may be nil.
func WithOutcome(ctx context.Context, failed func(error) error, done func(rows int64)) context.Context {
	return context.WithValue(ctx, outcomeKey{}, outcome{failed, done})
}

// BeginTx implements driver.ConnBeginTx. Writes wait in a transaction whose own context is one of tx.Later.
func (c *Conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	begun, err := c.Conn.BeginTx(ctx, o)
	if err != nil || !tx.MayWait(ctx) {
		return begun, err
	}
	c.waiting = &writes{ctx: ctx}
	return &transaction{begun, c}, nil
}

// ExecContext implements driver.ExecerContext.
func (c *Conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	w := c.waiting
	if w == nil || !tx.MayWait(ctx) {
		if err := c.send(ctx); err != nil {
			return nil, err
		}
		return c.Conn.ExecContext(ctx, query, args)
	}
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	o, _ := ctx.Value(outcomeKey{}).(outcome)
	w.batch.Queue(query, values...)
	w.failed, w.done = append(w.failed, o.failed), append(w.done, o.done)
	return driver.RowsAffected(-1), nil // nobody knows yet
}

// QueryContext implements driver.QueryerContext.
func (c *Conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.send(ctx); err != nil {
		return nil, err
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// send sends the writes that wait, and then the statements.
func (c *Conn) send(ctx context.Context, statements ...string) (err error) {
	w := c.waiting
	if w == nil || w.batch.Len() == 0 {
		return nil
	}
	c.waiting = &writes{ctx: w.ctx}
	for _, s := range statements {
		w.batch.Queue(s)
	}
	results := c.Session().SendBatch(ctx, &w.batch)
	for i := 0; i < w.batch.Len() && err == nil; i++ {
		tag, failed := results.Exec()
		switch {
		case failed != nil && i < len(w.failed) && w.failed[i] != nil:
			err = w.failed[i](failed)
		case failed != nil:
			err = failed
		case i < len(w.done) && w.done[i] != nil:
			w.done[i](tag.RowsAffected())
		case tag.String() == "ROLLBACK":
			err = pgx.ErrTxCommitRollback
		}
	}
	return cmp.Or(err, results.Close())
}

type transaction struct {
	driver.Tx
	conn *Conn
}

// Commit implements driver.Tx.
func (t *transaction) Commit() error {
	w := t.conn.waiting
	if w.batch.Len() == 0 {
		t.conn.waiting = nil
		return t.Tx.Commit()
	}
	err := t.conn.send(w.ctx, "commit")
	t.conn.waiting = nil
	if err != nil {
		return errors.Join(err, t.Tx.Rollback())
	}
	return nil
}

// Rollback implements driver.Tx. What waits is not sent.
func (t *transaction) Rollback() error {
	t.conn.waiting = nil
	return t.Tx.Rollback()
}
