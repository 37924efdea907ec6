package postgres

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Assumptions save messages. Until a transaction has sent anything, a use case may read outside of it, among the reads of other requests,
// and queue a check of what it has read. If something else has changed it meanwhile, the check fails with ErrAssumed and the transaction
// starts again; the second attempt reads inside, with locks, so that it succeeds.

// Outside returns ctx without its transaction, for reads outside of it, if the use case may assume that nothing changes what it reads
// before the commit. If a change would matter, the use case must queue a check.
func (d *DB) Outside(ctx context.Context) (context.Context, bool) {
	s, ok := stateOf(ctx)
	if !ok || s.enter() != nil {
		return ctx, false
	}
	defer s.leave()
	if s.opening == 0 || s.sent > 0 || s.again || s.outer && !s.flat || !isGrouped(ctx) {
		return ctx, false
	}
	return context.WithValue(ctx, txKey{}, nil), true
}

// outsideUnwritten is Outside for a read that would have to show what the transaction has written itself.
func (d *DB) outsideUnwritten(ctx context.Context) (context.Context, bool) {
	s, ok := stateOf(ctx)
	if !ok || s.enter() != nil {
		return ctx, false
	}
	defer s.leave()
	outside, ok := d.Outside(ctx)
	return outside, ok && !slices.ContainsFunc(s.later[s.opening:], func(s statement) bool { return !s.isRead() })
}

// assume queues a check that fails with a division by zero when the assumption is wrong. wrong is called then. Members of a group may
// share it if none of them can make it wrong by an insert.
func (t *Relation) assume(ctx context.Context, shared bool, wrong func(), check string, args ...any) error {
	return t.db.queue(ctx, statement{assumption: true, shared: shared, sql: check, args: args, fail: func(err error) error {
		if !DividesByZero(err) {
			return t.failed("look for", err)
		}
		wrong()
		return fmt.Errorf("%s: %w", t.options.Name, ErrAssumed)
	}})
}

// AssumeSame lets a use case in a transaction continue as if a list had still the same records in the same versions as when it was read,
// without waiting for the check. If it has not, wrong is called and the transaction fails with ErrAssumed and is retried; the use case must
// then read the list. What is known of it must have been committed. Members of a group share the check, so one of them that changes the
// list counts as later than those that assume it.
func (t *Table[R]) AssumeSame(ctx context.Context, q *Query, known []R, wrong func()) error {
	return t.assumeSame(ctx, q, elements(known), wrong)
}

func (t *Relation) assumeSame(ctx context.Context, q *Query, known []reflect.Value, wrong func()) error {
	versions := make([]string, len(known))
	for i := range known {
		meta := metaOf(known[i])
		versions[i] = meta.ID.String() + ":" + strconv.FormatInt(meta.Version, 10)
	}
	slices.Sort(versions)
	same := "coalesce(string_agg(t.id || ':' || t.version, ' ' order by t.id), '') = " + q.Arg(strings.Join(versions, " "))
	return t.assume(ctx, true, wrong, "select 1 / ("+same+")::integer"+q.rows(), q.args...)
}

// AssumeSome lets a use case in a transaction continue as if a list were not empty. If it is empty, the transaction fails with ErrAssumed
// and is retried. In the second attempt, Outside returns false, and the use case must read the list.
func (t *Relation) AssumeSome(ctx context.Context, q *Query) error {
	return t.assume(ctx, true, func() {}, "select 1 / count(*) from (select"+q.rows()+" limit 1) as one", q.args...)
}

// Assume lets a use case in a transaction continue before a statement has run that divides by zero if the use case was wrong to. The
// transaction then fails with ErrAssumed and is retried. In the second attempt, Outside returns false.
func (t *Relation) Assume(ctx context.Context, statement string, args ...any) error {
	return t.assume(ctx, false, func() {}, statement, args...)
}

// shared are the records that were last read for share, by the last byte of their ids. They are few and seldom change, such as the types
// and statuses that others name. Whether one is still the same is checked when it is locked.
type shared [256]atomic.Pointer[sharedRecord]

type sharedRecord struct {
	record any
	meta   record.Meta
}

// assumeShared is a read for share that is not waited for: the check takes the lock, if the record is still the version that is known.
func (t *Relation) assumeShared(ctx context.Context, account, id uuid.UUID, read func() (any, record.Meta, error)) (any, error) {
	place := &t.shared[id[15]]
	known := place.Load()
	if known == nil || known.meta.ID != id || known.meta.AccountID != account {
		r, meta, err := read()
		if err != nil {
			return nil, err
		}
		known = &sharedRecord{r, meta}
		place.Store(known)
	}
	return known.record, t.assume(ctx, true, func() { place.Store(nil) }, "select 1 / count(*) from (select from "+t.options.Name+
		" t where t.account_id = $1 and t.id = $2 and t.version = $3"+t.live+" for share) as one", account, id, known.meta.Version)
}
