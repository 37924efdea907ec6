package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// statement is one that goes to the database.
type statement struct {
	sql  string
	args []any
	done func(rows int64)      // hears how many rows it changed; may be nil
	fail func(err error) error // says what its failure means; may be nil: then it must not fail because of an input
}

// send runs the statement by itself and has scan read its rows; scan may be nil.
func (s statement) send(ctx context.Context, c *pgx.Conn, scan func(Scanner) error) (int64, error) {
	if scan == nil {
		return s.answered(c.Exec(ctx, s.sql, s.args...))
	}
	rows, err := c.Query(ctx, s.sql, s.args...)
	if err != nil {
		return 0, err
	}
	return s.answered(read(rows, scan))
}

func (s statement) answered(tag pgconn.CommandTag, err error) (int64, error) {
	switch {
	case err != nil && s.fail != nil:
		err = s.fail(err)
	case err == nil && s.done != nil:
		s.done(tag.RowsAffected())
	}
	return tag.RowsAffected(), err
}

func read(rows pgx.Rows, scan func(Scanner) error) (pgconn.CommandTag, error) {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return pgconn.CommandTag{}, err
		}
	}
	return rows.CommandTag(), rows.Err()
}

// onto runs fn on the connection itself.
func onto(conn *sql.Conn, fn func(*pgx.Conn) (int64, error)) (rows int64, err error) {
	err = conn.Raw(func(driverConn any) error {
		rows, err = fn(driverConn.(*stdlib.Conn).Conn())
		return err
	})
	return rows, err
}

// transaction is an open one. To wait for an answer costs more than most statements, so those whose answer nobody needs
// (begin, locks, events) wait in later for the next statement, the commit at the latest, and travel with it in one message
// to the database. Their order stays, and each sees what was committed before it ran, as if it were sent alone.
type transaction struct {
	db      *DB
	conn    *sql.Conn // nil until the first statement leaves: what a use case does before, such as hashing, holds no connection
	free    func()    // gives the connection back
	gorm    *gorm.DB  // sends to this transaction
	tracer  pgx.QueryTracer
	later   []statement
	opening int  // of them open the transaction
	sent    int  // messages of ours so far; begin and savepoints go in them
	busy    bool // a statement is being read
	over    bool // committed
}

// errBusy is a mistake in the program, which would otherwise wait for itself for ever.
var errBusy = errors.New("a statement runs inside the scan of another one of its transaction")

// maxQueued bounds what waits in memory: an event of a thousand records is some MiB.
const maxQueued = 8

// open is a transaction that has not begun: what is sent with it is only sent together.
func (d *DB) open(ctx context.Context) *transaction {
	t := &transaction{db: d, tracer: d.tracer}
	t.gorm = d.gorm.Session(&gorm.Session{NewDB: true, Context: ctx})
	t.gorm.Statement.ConnPool = ordered{t}
	return t
}

func (d *DB) begin(ctx context.Context) *transaction {
	t := d.open(ctx)
	t.later = append(make([]statement, 0, maxQueued), statement{sql: "begin"})
	if d.pooled && d.lockTimeout != "" { // its sessions are others'
		t.later = append(t.later, statement{sql: "set local lock_timeout = " + d.lockTimeout})
	}
	t.opening = len(t.later)
	return t
}

// connect takes a connection for the first message.
func (t *transaction) connect(ctx context.Context) (err error) {
	if t.conn == nil {
		t.conn, t.free, err = t.db.connection(ctx)
	}
	return err
}

// wait has a statement wait for the next one.
func (t *transaction) wait(ctx context.Context, s statement) error {
	t.later = append(t.later, s)
	if len(t.later) < maxQueued {
		return nil
	}
	return t.flush(ctx)
}

// flush sends what waits.
func (t *transaction) flush(ctx context.Context) error {
	n := len(t.later)
	switch {
	case t.busy:
		return errBusy
	case n == 0:
		return nil
	}
	last := t.later[n-1]
	t.later = t.later[:n-1]
	_, err := t.run(ctx, last, nil)
	return err
}

// run sends what waits and a statement, and has scan read the statement's rows.
func (t *transaction) run(ctx context.Context, s statement, scan func(Scanner) error) (int64, error) {
	if len(s.args) > 0 && s.args[0] == Unprepared { // travels alone
		if err := t.flush(ctx); err != nil {
			return 0, err
		}
	}
	if t.busy {
		return 0, errBusy
	}
	if err := t.connect(ctx); err != nil {
		return 0, err
	}
	list := append(t.later, s)
	t.later = nil
	t.sent++
	t.busy = true
	defer func() { t.busy = false }()
	return onto(t.conn, func(c *pgx.Conn) (int64, error) {
		if len(list) == 1 {
			return s.send(ctx, c, scan)
		}
		return t.sendAll(ctx, c, list, scan)
	})
}

func (t *transaction) sendAll(ctx context.Context, c *pgx.Conn, list []statement, scan func(Scanner) error) (n int64, err error) {
	var batch pgx.Batch
	for _, s := range list {
		batch.Queue(s.sql, s.args...)
	}
	answers := c.SendBatch(ctx, &batch)
	defer func() {
		if closed := answers.Close(); err == nil {
			err = closed
		}
	}()
	for i, s := range list {
		var tag pgconn.CommandTag
		ctx := t.started(ctx, c, s)
		if i == len(list)-1 && scan != nil {
			rows, _ := answers.Query() // its error is that of the rows
			tag, err = read(rows, scan)
		} else {
			tag, err = answers.Exec()
		}
		t.ended(ctx, c, tag, err)
		if n, err = s.answered(tag, err); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// started and ended tell the tracer of each statement: pgx tells of a message as a whole, if at all.
func (t *transaction) started(ctx context.Context, c *pgx.Conn, s statement) context.Context {
	if t.tracer == nil {
		return ctx
	}
	return t.tracer.TraceQueryStart(ctx, c, pgx.TraceQueryStartData{SQL: s.sql, Args: s.args})
}

func (t *transaction) ended(ctx context.Context, c *pgx.Conn, tag pgconn.CommandTag, err error) {
	if t.tracer != nil {
		t.tracer.TraceQueryEnd(ctx, c, pgx.TraceQueryEndData{CommandTag: tag, Err: err})
	}
}

// savepoint runs fn so that it is undone alone when it fails, or panics: whoever recovers may commit the rest.
func (t *transaction) savepoint(ctx context.Context, fn func(context.Context) error) (err error) {
	waiting, sent := len(t.later), t.sent
	if err := t.wait(ctx, statement{sql: "savepoint use_case"}); err != nil {
		return err
	}
	kept := false
	defer func() {
		switch {
		case kept:
		case t.sent == sent: // nothing of it has left, nor has the savepoint
			t.later = t.later[:waiting]
		default:
			t.later = nil
			_, undone := t.run(ctx, statement{sql: "rollback to savepoint use_case"}, nil)
			err = errors.Join(err, undone)
		}
	}()
	err = fn(ctx)
	if err == nil && slices.ContainsFunc(t.later, func(s statement) bool { return s.fail != nil }) {
		err = t.flush(ctx) // what an input can make fail has to fail inside
	}
	kept = err == nil
	return err
}

func (t *transaction) commit(ctx context.Context) error {
	if t.sent == 0 && len(t.later) == t.opening {
		return nil // it has not even begun
	}
	if t.conn != nil && t.aborted() {
		return fmt.Errorf("commit: %w", pgx.ErrTxCommitRollback) // a statement failed, and nobody said so
	}
	if _, err := t.run(ctx, statement{sql: "commit"}, nil); err != nil {
		return err
	}
	t.over = true
	return nil
}

// aborted reports whether the database takes no more than a rollback.
func (t *transaction) aborted() bool {
	var status byte
	_, err := onto(t.conn, func(c *pgx.Conn) (int64, error) {
		status = c.PgConn().TxStatus()
		return 0, nil
	})
	return err == nil && status == 'E'
}

// rollbackTime bounds how long a connection may take to become fit for somebody else.
const rollbackTime = 5 * time.Second

// end gives the connection back, rolled back unless the transaction was committed.
func (t *transaction) end(ctx context.Context) {
	if t.opening > 0 && t.sent > 0 && !t.over {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTime)
		defer cancel()
		t.later = nil
		_ = t.conn.Raw(func(driverConn any) error {
			if _, err := driverConn.(*stdlib.Conn).Conn().Exec(ctx, "rollback"); err != nil {
				return driver.ErrBadConn // nobody shall get it with an open transaction
			}
			return nil
		})
	}
	if t.conn != nil {
		t.free()
	}
}

// ordered is the transaction as gorm sends to it: what waits goes first.
type ordered struct{ *transaction }

// PrepareContext implements gorm.ConnPool.
func (o ordered) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	if err := o.flush(ctx); err != nil {
		return nil, err
	}
	return o.conn.PrepareContext(ctx, query)
}

// ExecContext implements gorm.ConnPool.
func (o ordered) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := o.flush(ctx); err != nil {
		return nil, err
	}
	return o.conn.ExecContext(ctx, query, args...)
}

// QueryContext implements gorm.ConnPool.
func (o ordered) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := o.flush(ctx); err != nil {
		return nil, err
	}
	return o.conn.QueryContext(ctx, query, args...)
}

// QueryRowContext implements gorm.ConnPool. When what waited fails, so does the row: the transaction is aborted.
func (o ordered) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	_ = o.flush(ctx)
	return o.conn.QueryRowContext(ctx, query, args...)
}
