package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// statement is a statement for the database.
type statement struct {
	sql  string
	args []any
	scan func(Scanner) error   // gets its rows; may be nil
	done func(rows int64)      // gets the number of changed rows; may be nil
	fail func(err error) error // translates its error; nil only if no input can make it fail
	// assumption marks a check of Relation.assume. When the use case fails as well, the check is evaluated first.
	assumption bool
	long       bool            // it takes the database long enough that the program should go on meanwhile
	shared     bool            // members of a group share equal ones
	each       *EachRow        // where it comes from; nil if a group cannot join it with others
	joins      bool            // a group of reads joins those with the same sql; scan may get more columns than it asks for
	joined     []statement     // those that it stands for
	of         *grouped        // the only member of a group that sends it, or several; nil if others may have caused that it fails
	ctx        context.Context // of the request that it belongs to, for the tracer; nil: of the one that sends it
}

// isRead reports whether it only reads or locks.
func (s statement) isRead() bool { return strings.HasPrefix(s.sql, "select") }

// send runs the statement on its own.
func (s statement) send(ctx context.Context, c *pgx.Conn) (int64, error) {
	if s.scan == nil {
		tag, err := c.Exec(ctx, s.sql, s.args...)
		return s.answered(tag.RowsAffected(), err)
	}
	rows, err := c.Query(ctx, s.sql, s.args...)
	if err != nil {
		return 0, err
	}
	tag, err := read(rows, s.scan)
	return s.answered(tag.RowsAffected(), err)
}

func (s statement) answered(rows int64, err error) (int64, error) {
	switch {
	case err != nil && s.fail != nil:
		err = s.fail(err)
	case err == nil && s.done != nil:
		s.done(rows)
	}
	return rows, err
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

// transaction is an open transaction. A round trip costs more than most statements, so statements without a needed result (begin,
// locks, events) are queued in later and sent in one message with the next statement or the commit. Their order stays the same,
// and each sees what was committed before it ran, as if it had been sent on its own.
type transaction struct {
	db      *DB
	conn    *pgx.Conn // nil until the first message, so that earlier work such as hashing holds no connection
	free    func()    // gives the connection back
	session *sql.DB   // conn as gorm needs it, once it has asked
	gorm    *gorm.DB  // sends to this transaction; nil until it is asked for
	later   []statement
	ahead   <-chan *message // gets what is sent ahead, whose answers come before those of the next message; nil without
	opening int             // how many of later open the transaction
	sent    int             // messages sent so far; begin and savepoints are part of them
	busy    bool            // a statement is being read
	over    bool            // committed
	uses    sync.RWMutex    // held by those who use the context, and for good once it is closed
	closed  bool            // nobody may use the context any more
	failed  error           // of the last message; its caller may have taken the error of a queued statement for that of its own
	unlock  func()          // what lockUpdate has locked; may be nil
	again   bool            // it could not be committed before
	outer   bool            // use cases inside it are savepoints
	saved   bool            // there is one of them
	flat    bool            // without savepoints: see InFlatTx
	spoiled bool            // a use case has failed that can only be undone with all others
}

// aborted is the code of statements after one that has failed.
const aborted = "25P02"

// errBusy reports a programming error that would otherwise be a deadlock with itself.
var errBusy = errors.New("a statement runs inside the scan of another one of its transaction")

// errEnded reports a programming error: what such a context writes could never be committed.
var errEnded = errors.New("the transaction of this context has ended")

// enter keeps the transaction from being closed until leave.
func (t *transaction) enter() error {
	if !t.uses.TryRLock() { // never waits, so those inside may enter again
		return errEnded
	}
	return nil
}

func (t *transaction) leave() { t.uses.RUnlock() }

// close waits for those who use the context in other goroutines, and refuses those who have kept it.
func (t *transaction) close() {
	if !t.closed {
		t.uses.Lock()
		t.closed = true
	}
}

// maxQueued limits the memory of queued statements: an event of a thousand records is some MiB.
const maxQueued = 16

// usual is how many statements most writes queue.
const usual = 10

// inGorm returns gorm for statements of this transaction.
func (t *transaction) inGorm(ctx context.Context) *gorm.DB {
	if t.gorm == nil {
		t.gorm = t.db.gorm.Session(&gorm.Session{NewDB: true, Context: ctx}) // the context makes it a statement of its own
		t.gorm.Statement.ConnPool = connPool{t}
	}
	return t.gorm.WithContext(ctx)
}

func (d *DB) begin() *transaction {
	t := &transaction{db: d, later: append(make([]statement, 0, usual), statement{sql: "begin"})}
	if d.pooled && d.lockTimeout != "" { // its sessions serve other clients, too
		t.later = append(t.later, statement{sql: "set local lock_timeout = " + d.lockTimeout})
	}
	t.opening = len(t.later)
	return t
}

// connect takes a connection for the first message.
func (t *transaction) connect(ctx context.Context) (err error) {
	if t.conn == nil {
		t.conn, t.free, err = t.db.borrow(ctx)
	}
	return err
}

// wait queues a statement. A long one is sent ahead, once the assumptions before it have been checked.
func (t *transaction) wait(ctx context.Context, s statement) error {
	ahead := s.long && t.sent > 0
	if ahead && slices.ContainsFunc(t.later, func(s statement) bool { return s.assumption }) {
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	t.later = append(t.later, s)
	switch {
	case ahead:
		return t.sendAhead(ctx)
	case len(t.later) < maxQueued:
		return nil
	}
	return t.flush(ctx)
}

// sendAhead sends the queued statements in the background. The next message or the end of the use case fails if one of them does.
func (t *transaction) sendAhead(ctx context.Context) error {
	if t.busy {
		return errBusy
	}
	if err := t.receive(); err != nil {
		return err
	}
	list, sent := t.later, make(chan *message, 1)
	go func() { sent <- send(ctx, t.conn, list) }()
	t.ahead, t.later = sent, nil
	t.sent++
	return nil
}

// receive reads the answers of what was sent ahead.
func (t *transaction) receive() error {
	if t.ahead == nil {
		return nil
	}
	m := <-t.ahead
	t.ahead, t.busy = nil, true
	defer func() { t.busy = false }()
	_, err := t.db.receive(m)
	return t.ended(err)
}

// ended takes the error of a message. A transaction that has failed answers with why it did.
func (t *transaction) ended(err error) error {
	if t.failed == nil || !Raised(err, aborted) {
		t.failed = err
	}
	return t.failed
}

// flush sends the queued statements, and waits for their answers and those of what was sent ahead.
func (t *transaction) flush(ctx context.Context) error {
	n := len(t.later)
	switch {
	case t.busy:
		return errBusy
	case n == 0:
		return t.receive()
	}
	last := t.later[n-1]
	t.later = t.later[:n-1]
	_, err := t.run(ctx, last)
	return err
}

// run sends the queued statements and s in one message.
func (t *transaction) run(ctx context.Context, s statement) (int64, error) {
	if len(s.args) > 0 && s.args[0] == Unprepared { // sent on its own
		if err := t.flush(ctx); err != nil {
			return 0, err
		}
	}
	if t.busy {
		return 0, errBusy
	}
	if err := cmp.Or(t.receive(), t.connect(ctx)); err != nil {
		return 0, err
	}
	list := append(t.later, s)
	t.later = nil
	t.sent++
	t.busy = true
	defer func() { t.busy = false }()
	n, err := t.db.sendTogether(ctx, t.conn, list)
	return n, t.ended(err)
}

// savepoint runs fn and rolls back only fn when it fails or panics, so that the rest can still be committed.
func (t *transaction) savepoint(ctx context.Context, fn func(context.Context) error) (err error) {
	if err := t.receive(); err != nil {
		return err
	}
	waiting, sent, saved := len(t.later), t.sent, t.saved
	isSet, kept := false, false
	if saved { // the deeper savepoints are nested, the longer it takes to see what the transaction has written
		t.later = append(t.later, statement{sql: "release savepoint use_case"})
	}
	t.saved = true
	if err := t.wait(ctx, statement{sql: "savepoint use_case", done: func(int64) { isSet = true }}); err != nil {
		return err
	}
	defer func() {
		switch {
		case kept:
			return
		case t.sent == sent: // neither it nor the savepoint has been sent
			t.later = t.later[:waiting]
		default:
			t.later = nil
			_ = t.receive() // if it fails, it is rolled back, too
		}
		if !isSet { // what was queued before it may have failed, and with that the transaction
			t.saved = saved
			return
		}
		_, undone := t.run(ctx, statement{sql: "rollback to savepoint use_case"})
		err = errors.Join(err, undone)
	}()
	err = t.verified(ctx, fn(ctx))
	if err == nil && (t.ahead != nil || slices.ContainsFunc(t.later, func(s statement) bool { return s.fail != nil })) {
		err = t.flush(ctx) // errors that inputs cause must appear inside the savepoint
	}
	kept = err == nil
	return err
}

// verified returns the error of a use case after the queued assumptions have been checked, because a wrong one may be the cause.
func (t *transaction) verified(ctx context.Context, err error) error {
	last := len(t.later) - 1
	for last >= 0 && !t.later[last].assumption {
		last--
	}
	if err == nil || last < 0 {
		return err
	}
	t.later = t.later[:last+1]
	return cmp.Or(t.flush(ctx), err)
}

// errSpoiled is the error of a flat transaction of which nothing was committed: it has to be tried again with savepoints, unless the
// database cannot answer now. Then it would wait as long once more.
func errSpoiled(cause error) error {
	if Unavailable(cause) {
		return cause
	}
	return errors.Join(ErrAssumed, cause)
}

// droppable runs a use case of a flat transaction, whose statements go in one group with those of others. It can be undone as long as
// nothing has been sent. What fails later spoils the transaction, which is seldom: most requests that fail have written nothing.
func (t *transaction) droppable(ctx context.Context, fn func(context.Context) error) error {
	waiting := len(t.later)
	err := fn(ctx)
	switch {
	case err == nil:
	case t.sent > 0 || slices.ContainsFunc(t.later[waiting:], func(s statement) bool { return s.assumption }):
		t.spoiled = true
	default:
		t.later = t.later[:waiting]
	}
	return err
}

// isAborted reports whether a statement has failed outside of a savepoint.
func (t *transaction) isAborted() bool { return t.conn != nil && t.conn.PgConn().TxStatus() == 'E' }

func (t *transaction) commit(ctx context.Context) error {
	if t.sent == 0 && len(t.later) == t.opening {
		return nil // it was never begun in the database
	}
	if err := t.receive(); err != nil {
		return err
	}
	if t.isAborted() {
		return fmt.Errorf("commit: %w", cmp.Or(t.failed, pgx.ErrTxCommitRollback)) // a statement failed and its error was ignored
	}
	if t.sent == 0 && (!t.outer || t.flat) { // savepoints need a "begin"
		if done, err := t.db.commitGrouped(ctx, t.later[t.opening:], t.flat); done {
			t.later = nil
			return err
		}
	}
	if _, err := t.run(ctx, statement{sql: "commit"}); err != nil {
		if t.flat && t.conn != nil && !t.conn.IsClosed() { // the database has said no
			return errSpoiled(err)
		}
		return err
	}
	t.over = true
	return nil
}

// rollbackTime limits how long a rollback may take before the connection is closed.
const rollbackTime = 5 * time.Second

// unlockUpdate undoes lockUpdate.
func (t *transaction) unlockUpdate() {
	if t.unlock != nil {
		t.unlock()
		t.unlock = nil
	}
}

// end rolls back unless the transaction was committed, and returns the connection.
func (t *transaction) end(ctx context.Context) {
	t.close()
	defer t.unlockUpdate()
	_ = t.receive() // sent ahead of an error
	if t.opening > 0 && t.sent > 0 && !t.over {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTime)
		defer cancel()
		t.later = nil
		_, _ = t.conn.Exec(ctx, "rollback") // if it fails, free closes the connection
	}
	if t.session != nil {
		_ = t.session.Close()
	}
	if t.conn != nil {
		t.free()
	}
}
