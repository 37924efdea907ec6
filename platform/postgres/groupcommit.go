package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/platform/caller"
)

// Group commit: while transactions of an organization are on their way, further ones that have sent nothing before their commit wait
// and are then sent together, as one transaction. They share the round trip and the write to disk. The result is the same as if they
// had been committed one after the other. If one of them fails, all are rolled back and each is committed on its own.

const (
	// maxGroup is the maximum number of transactions in a group.
	maxGroup = 32
	// maxWaiting is how many transactions of an organization wait for a group; further ones commit on their own.
	maxWaiting = 256
	// groupLockTimeout is how many milliseconds a group waits for a lock. A transaction that has to wait longer does so on its own, so
	// that it does not delay the others, and groups that lock the same rows in different orders do not wait for each other.
	groupLockTimeout = "50"
	// groupTime limits a group whose first transaction has no time limit.
	groupTime = 30 * time.Second
)

// errUnsent is the error of a transaction whose group could not be sent because of a panic.
var errUnsent = errors.New("the transaction was not sent")

// grouped is a transaction that waits for a group.
type grouped struct {
	ctx        context.Context
	statements []statement
	turn       chan []*grouped // gets the group that it has to send, or nil when another one has sent it
	err        error
	alone      bool // rolled back with its group: it has to be committed on its own
}

// groups are the groups of all organizations.
type groups struct {
	mu sync.Mutex
	of map[uuid.UUID]*group
}

// group is the next group of an organization, one of whose groups is on its way.
type group struct {
	waiting []*grouped
	size    int // maximum length; a failure halves it
}

// commitGrouped commits a transaction that consists of these statements together with others. done is false if it has to be committed
// on its own; nothing has been written then, and err is why.
func (d *DB) commitGrouped(ctx context.Context, statements []statement) (done bool, err error) {
	if !isGrouped(ctx) {
		return false, nil
	}
	by := caller.From(ctx).Organization
	t := &grouped{ctx: ctx, statements: statements, turn: make(chan []*grouped, 1), err: errUnsent}
	if !d.groups.enter(by, t) {
		return false, nil
	}
	var list []*grouped
	select {
	case list = <-t.turn:
	case <-ctx.Done():
		if d.groups.withdraw(by, t) {
			return true, ctx.Err()
		}
		list = <-t.turn
	}
	if list != nil {
		d.lead(ctx, by, list)
	}
	return !t.alone, t.err
}

// isGrouped reports whether the transactions of ctx may be part of a group: those of requests. Others, such as imports, are long.
func isGrouped(ctx context.Context) bool {
	c := caller.From(ctx)
	return c.ID != uuid.Nil && c.Organization != uuid.Nil
}

// enter lets t be sent when no group is on its way, and queues it otherwise. It reports whether there was room.
func (g *groups) enter(organization uuid.UUID, t *grouped) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[organization]
	switch {
	case o == nil:
		g.of[organization] = &group{size: maxGroup}
		t.turn <- []*grouped{t}
	case len(o.waiting) < maxWaiting:
		o.waiting = append(o.waiting, t)
	default:
		return false
	}
	return true
}

// withdraw removes t and reports whether it was still waiting.
func (g *groups) withdraw(organization uuid.UUID, t *grouped) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[organization]
	if o == nil {
		return false
	}
	for i, other := range o.waiting {
		if other == t {
			o.waiting = append(o.waiting[:i], o.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// leave ends a group: it lets the first of those that wait send the next one and wakes its members.
func (g *groups) leave(organization uuid.UUID, sent []*grouped, succeeded bool) {
	g.mu.Lock()
	o := g.of[organization]
	if succeeded {
		o.size = min(o.size+1, maxGroup)
	} else {
		o.size = max(o.size/2, 1)
	}
	if n := min(len(o.waiting), o.size); n > 0 {
		next := o.waiting[:n:n]
		o.waiting = o.waiting[n:]
		next[0].turn <- next
	} else {
		delete(g.of, organization)
	}
	g.mu.Unlock()
	for _, t := range sent[1:] {
		t.turn <- nil
	}
}

// lead sends a group and ends it, also after a panic.
func (d *DB) lead(ctx context.Context, organization uuid.UUID, list []*grouped) {
	succeeded := false
	defer func() { d.groups.leave(organization, list, succeeded) }()
	succeeded = d.sendGroup(ctx, list)
}

// sendGroup sends a group in one message and reports whether it was committed. The database runs what is sent up to the end of a
// message as one transaction.
func (d *DB) sendGroup(ctx context.Context, list []*grouped) bool {
	ctx, cancel := whole(ctx)
	defer cancel()
	conn, free, err := d.borrow(ctx)
	if err != nil {
		for _, t := range list {
			t.alone, t.err = true, err
		}
		return false
	}
	defer free()
	var batch pgx.Batch
	batch.Queue("select set_config('lock_timeout', $1, true)", groupLockTimeout)
	plan := joined(list)
	for _, s := range plan {
		batch.Queue(s.sql, s.args...)
	}
	answers := conn.SendBatch(ctx, &batch)
	var failed statement
	_, err = answers.Exec()
	rows := make([]int64, len(plan))
	for i, s := range plan {
		if err == nil {
			rows[i], err = d.answered(s, conn, answers)
			failed = s.statement
		}
	}
	if closed := answers.Close(); err == nil {
		err, failed = closed, statement{}
	}
	alone := pgconn.SafeToRetry(err) || isRolledBack(err) && (len(list) > 1 || Locked(err))
	if err != nil && len(list) == 1 && failed.fail != nil {
		err = failed.fail(err)
	}
	for i, s := range plan {
		if err == nil && s.done != nil {
			s.done(rows[i])
		}
	}
	for _, t := range list {
		t.alone, t.err = alone, err
	}
	return err == nil
}

// whole is ctx without its cancellation: the other transactions of the group do not end with the request that sends them.
func whole(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(context.WithoutCancel(ctx), end)
	}
	return context.WithTimeout(context.WithoutCancel(ctx), groupTime)
}

// groupedStatement is a statement of a group, and the first transaction that it belongs to.
type groupedStatement struct {
	statement
	of *grouped
}

// answered reads the result of a statement and reports it to the tracer.
func (d *DB) answered(s groupedStatement, c *pgx.Conn, answers pgx.BatchResults) (rows int64, err error) {
	x := transaction{tracer: d.tracer}
	ctx := x.started(s.of.ctx, c, s.statement)
	tag, err := answers.Exec()
	x.ended(ctx, c, tag, err)
	return tag.RowsAffected(), err
}

// isRolledBack reports whether err means that the database has rolled back the transaction and keeps the connection.
func isRolledBack(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.SeverityUnlocalized == "ERROR"
}
