package record

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Life creates, updates and deletes the records of one kind. An update locks the record, checks If-Match, and does nothing
// when nothing differs; otherwise it increments the version, writes the record and publishes an event. No change is lost, because the
// record is locked from the reading to the commit. Each method runs in one transaction, or joins the transaction of its context.
//
// A write calls, in this order: change, of an update; the function of Completed, for what a record shows of other modules; Differ, and
// Insert or Update of the Store; Compute, for columns that follow from other rows; the recorder of events; also. UpdateMany, Write and
// reverts do so for a batch. Delete calls also before the event, and computes nothing.
type Life[R any] struct {
	env      Env
	store    Store[R]
	types    EventTypes
	complete func(ctx context.Context, account uuid.UUID, records []*R) error
	within   func(R) bool
	special  Reverting[R]
}

// NewLife makes the Life of the records in store. It is for startup, because changes of the records can be reverted from then on; what is
// special about that, Reverting says.
func NewLife[R any](env Env, store Store[R], types EventTypes) *Life[R] {
	var none R
	MetaOf(&none) // panics at start, not in a request, when R embeds no Meta
	l := &Life[R]{env: env, store: store, types: types}
	env.Kinds.Add(l, types.Created, types.Updated, types.Deleted)
	return l
}

// Completed is the same Life for records that show more than their columns: complete fills in the rest before they are
// published and returned. It gets the record before and after a change in one call.
func (l Life[R]) Completed(complete func(ctx context.Context, account uuid.UUID, records []*R) error) *Life[R] {
	l.complete = complete
	return &l
}

// Within is the same Life, limited to the records for which in returns true; all others are not found.
func (l Life[R]) Within(in func(R) bool) *Life[R] {
	l.within = in
	return &l
}

// Source is the Store as a Source. It panics if it is none; call it at start.
func (l *Life[R]) Source() Source[R] { return l.store.(Source[R]) }

// Create adds a record and calls also in the same transaction. It fills in the id and the times that are not set.
func (l *Life[R]) Create(ctx context.Context, given R, also ...func(ctx context.Context, r R) error) (R, error) {
	var r R
	err := l.env.Tx.InTx(ctx, func(ctx context.Context) error {
		r = given // without the times of a try before
		l.begin(&r)
		if err := l.fill(ctx, &r); err != nil {
			return err
		}
		if err := l.store.Insert(tx.Later(ctx), r); err != nil {
			return err
		}
		if err := l.compute(ctx, &r); err != nil {
			return err
		}
		if err := l.tell(ctx, l.types.Created, r); err != nil {
			return err
		}
		return each(also, func(fn func(context.Context, R) error) error { return fn(ctx, r) })
	})
	return r, err
}

func (l *Life[R]) begin(r *R) {
	m := MetaOf(r)
	if m.ID == uuid.Nil {
		m.ID = ids.New()
	}
	if m.Version == 0 { // an import may keep those of a record that it brings from another installation
		m.UpdatedAt, m.Version = l.env.Clock.Now(), 1
	}
	if m.CreatedAt.IsZero() { // an import may set its own
		m.CreatedAt = m.UpdatedAt
	}
}

// Update reads a record and passes it to change, which may return an error. If the record has changed, Update calls also in the
// same transaction. Both are called again when the transaction starts again. It fails with apperr.NotFound,
// apperr.VersionMismatch and the errors of change and of the store.
func (l *Life[R]) Update(ctx context.Context, account, id uuid.UUID, match patch.Precondition,
	change func(ctx context.Context, r *R) error, also ...func(ctx context.Context, before, after R) error) (R, error) {
	changes := make([]Change[R], 1) // records are large, so there is one copy for all that follows
	c := &changes[0]
	err := l.env.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		if c.Before, err = l.store.Lock(ctx, account, id); err == nil {
			err = l.check(&c.Before, match)
		}
		if err != nil {
			return err
		}
		c.After = c.Before
		if err := change(ctx, &c.After); err != nil {
			return err
		}
		if err := l.fill(ctx, &c.Before, &c.After); err != nil {
			return err
		}
		if c.Columns = l.store.Differ(&c.Before, &c.After); len(c.Columns) == 0 {
			c.After = c.Before
			return nil
		}
		l.touch(&c.After)
		if err := l.store.Update(tx.Later(ctx), changes...); err != nil {
			return err
		}
		if err := l.compute(ctx, &c.After); err != nil {
			return err
		}
		if err := l.tellUpdates(ctx, changes...); err != nil {
			return err
		}
		return each(also, func(fn func(context.Context, R, R) error) error { return fn(ctx, c.Before, c.After) })
	})
	return c.After, err
}

func (l *Life[R]) touch(r *R) {
	m := MetaOf(r)
	m.UpdatedAt = l.env.Clock.Now()
	m.Version++
}

// check fails when the Life is limited to other records, or when r is not the version that was asked for.
func (l *Life[R]) check(r *R, match patch.Precondition) error {
	if l.within != nil && !l.within(*r) {
		return l.store.Missing()
	}
	return match.Check(MetaOf(r).Version, r)
}

// Delete removes a record and then calls also in the same transaction.
func (l *Life[R]) Delete(ctx context.Context, account, id uuid.UUID, match patch.Precondition,
	also ...func(ctx context.Context, r R) error) error {
	return l.env.Tx.InTx(ctx, func(ctx context.Context) error {
		r, err := l.store.Lock(ctx, account, id)
		if err == nil {
			err = l.check(&r, match)
		}
		if err != nil {
			return err
		}
		if err := l.fill(ctx, &r); err != nil {
			return err
		}
		if err := l.store.Delete(ctx, r); err != nil {
			return err
		}
		// What follows is told first: what goes back from the last event to the first then finds the record that others refer to.
		if err := each(also, func(fn func(context.Context, R) error) error { return fn(ctx, r) }); err != nil {
			return err
		}
		return l.tell(ctx, l.types.Deleted, r)
	})
}

func each[F any](list []F, call func(F) error) error {
	for _, fn := range list {
		if err := call(fn); err != nil {
			return err
		}
	}
	return nil
}

func (l *Life[R]) fill(ctx context.Context, records ...*R) error {
	if l.complete == nil {
		return nil
	}
	return l.complete(ctx, MetaOf(records[0]).AccountID, records)
}

func (l *Life[R]) compute(ctx context.Context, written ...*R) error {
	if c, ok := l.store.(Computer[R]); ok {
		return c.Compute(ctx, written...)
	}
	return nil
}

func (l *Life[R]) tell(ctx context.Context, eventType string, records ...R) error {
	if eventType == "" || len(records) == 0 {
		return nil
	}
	told := make([]events.Public, len(records))
	for i := range records {
		m := MetaOf(&records[i])
		told[i] = events.Public{Type: eventType, Account: m.AccountID, Record: m.ID, Object: &records[i]}
	}
	return l.env.Events.Record(ctx, told...)
}

func (l *Life[R]) tellUpdates(ctx context.Context, changes ...Change[R]) error {
	if l.types.Updated == "" || len(changes) == 0 {
		return nil
	}
	told := make([]events.Public, len(changes))
	for i := range changes {
		c := &changes[i]
		m := MetaOf(&c.After)
		told[i] = events.Public{Type: l.types.Updated, Account: m.AccountID, Record: m.ID, Object: &c.After, Before: &c.Before}
	}
	return l.env.Events.Record(ctx, told...)
}
