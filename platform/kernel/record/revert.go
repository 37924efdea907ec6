package record

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// Reverting is what is special about going back from the events of a kind of record. All of it is optional.
type Reverting[R any] struct {
	// Life writes the records, where it is not the same for all accounts.
	Life func(ctx context.Context, account uuid.UUID) (*Life[R], error)
	// Hold locks lists and the like that come before the records in the order of locks. values are the keys that records get back.
	Hold func(ctx context.Context, account uuid.UUID, values []json.RawMessage) error
	// Derive sets what no event shows in a record that gets values back.
	Derive func(after *R)
	// Apply checks what records get back by the rules of a PATCH, and derives what depends on other records.
	Apply func(ctx context.Context, account uuid.UUID, batch []Return[R]) error
	// Also does what else goes with the change: before is nil for a record that is back, after for one that is removed.
	Also func(ctx context.Context, before, after *R) error
	// Removing is called before a record is removed that an event has created, or restored. What it changes in it, only the event shows.
	Removing func(ctx context.Context, r *Reversal, made events.Stored, gone *R) error
	// Computed are further keys that an event shows and that nobody sets: they follow from other records.
	Computed []string
	// Secret are keys that show that somebody has set what no event tells, such as a password. They do not go back.
	Secret []string
}

// Return is a record that gets values back.
type Return[R any] struct {
	Before *R // nil if it was deleted
	After  *R // with the values
	// Patch is the change as a JSON merge patch; null if it was deleted.
	Patch json.RawMessage
}

// Remover is a Store that knows which records refer to others. Removable locks records against references from new ones and returns those
// that refer to them, some of each kind.
type Remover interface {
	Removable(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID][]RevertDependent, error)
}

// Reverting is the same Life, with what is special about going back. Call it last, at start.
func (l Life[R]) Reverting(special Reverting[R]) *Life[R] {
	l.special = special
	l.env.Kinds.Add(&l, l.types.Created, l.types.Updated, l.types.Deleted)
	return &l
}

// writer is the Life that writes the records of an account.
func (l *Life[R]) writer(ctx context.Context, account uuid.UUID) (*Life[R], error) {
	if l.special.Life == nil {
		return l, nil
	}
	return l.special.Life(ctx, account)
}

// Hold implements Reverter.
func (l *Life[R]) Hold(ctx context.Context, r *Reversal, list []events.Stored) error {
	if l.special.Hold != nil {
		values := make([]json.RawMessage, 0, len(list))
		for _, e := range list {
			switch e.Type {
			case l.types.Updated:
				values = append(values, e.Previous)
			case l.types.Deleted:
				values = append(values, e.Object)
			}
		}
		if err := l.special.Hold(ctx, r.Account, values); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(ids.Distinct(recordsOf(list)), chunk) {
		if _, err := l.store.LockMany(ctx, r.Account, part); err != nil {
			return err
		}
	}
	return nil
}

func recordsOf(list []events.Stored) []uuid.UUID {
	return lists.Map(list, func(e events.Stored) uuid.UUID { return e.Record })
}

// Revert implements Reverter: what was updated gets the old values of the keys that the event set, what was deleted is there again, and
// what was created is removed. What somebody has changed since is left alone and noted.
func (l *Life[R]) Revert(ctx context.Context, r *Reversal, list []events.Stored) error {
	found, err := l.store.LockMany(ctx, r.Account, recordsOf(list))
	if err != nil {
		return err
	}
	batch := &reverted[R]{Life: l, r: r, found: ByID(found)}
	if batch.later, err = r.history.Later(ctx, list); err != nil {
		return err
	}
	if batch.writer, err = l.writer(ctx, r.Account); err != nil {
		return err
	}
	switch list[0].Type {
	case l.types.Created:
		return batch.remove(ctx, list)
	case l.types.Updated:
		return batch.update(ctx, list)
	default:
		return batch.restore(ctx, list)
	}
}

// reverted is a batch of events of one type of a revert.
type reverted[R any] struct {
	*Life[R]
	r      *Reversal
	writer *Life[R]
	found  map[uuid.UUID]R
	later  map[uuid.UUID][]events.Stored
}

// last is the latest change of a record, or nil.
func (b *reverted[R]) last(record uuid.UUID) *uuid.UUID {
	if list := b.later[record]; len(list) > 0 {
		return &list[len(list)-1].Change
	}
	return nil
}

func (b *reverted[R]) step(e events.Stored, action string) {
	b.r.Plan(RevertStep{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Action: action})
}

func (b *reverted[R]) update(ctx context.Context, list []events.Stored) error {
	stored := storedKeys[R]()
	for _, key := range slices.Concat(b.special.Computed, b.special.Secret) {
		delete(stored, key)
	}
	changes, returns := make([]Change[R], 0, len(list)), make([]Return[R], 0, len(list))
	for _, e := range list {
		set, err := settings(e)
		if err != nil {
			return err
		}
		set = slices.DeleteFunc(set, func(s setting) bool { return stored[s.key] == nil })
		before, exists := b.found[e.Record]
		switch {
		case len(set) == 0: // everything in it is computed
			continue
		case !exists:
			b.r.ChangedSince(e, nil, b.last(e.Record))
			continue
		}
		after, free, err := withOld(b.r, e, b.later[e.Record], before, set, stored)
		if err != nil {
			return err
		}
		if !free {
			continue
		}
		patch, err := mergePatch(set)
		if err != nil {
			return err
		}
		changes = append(changes, Change[R]{Before: before, After: after})
		c := &changes[len(changes)-1]
		returns = append(returns, Return[R]{Before: &c.Before, After: &c.After, Patch: patch})
		b.r.planUpdate(e, set)
	}
	if free, err := b.apply(ctx, list[0].Resource(), returns); err != nil || !free {
		return err
	}
	if err := b.writer.Write(ctx, nil, changes); err != nil {
		return err
	}
	for i := range changes {
		if c := &changes[i]; len(c.Columns) > 0 { // Write has cleared what has no difference
			if err := b.also(ctx, &c.Before, &c.After); err != nil {
				return err
			}
		}
	}
	return nil
}

// OldValues is Revert of an updated event for a record that has no Life: it returns the record with the old values. changed is false if
// there is nothing to write.
func OldValues[T any](ctx context.Context, r *Reversal, e events.Stored, before T) (after T, changed bool, err error) {
	later, err := r.Later(ctx, e)
	if err != nil {
		return after, false, err
	}
	stored := storedKeys[T]()
	set, err := settings(e)
	set = slices.DeleteFunc(set, func(s setting) bool { return stored[s.key] == nil })
	if err != nil || len(set) == 0 {
		return after, false, err
	}
	after, free, err := withOld(r, e, later, before, set, stored)
	if free {
		r.planUpdate(e, set)
	}
	return after, free, err
}

// Later returns the events of a record that are later than one of it, the latest last.
func (r *Reversal) Later(ctx context.Context, e events.Stored) ([]events.Stored, error) {
	later, err := r.history.Later(ctx, []events.Stored{e})
	return later[e.Record], err
}

func (r *Reversal) planUpdate(e events.Stored, set []setting) {
	r.Plan(RevertStep{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Action: ToUpdate, Keys: lists.Map(set, setting.name)})
}

// ChangedSince notes that somebody has changed a record since; key is nil if it is about the whole record, by if it is not known who.
func (r *Reversal) ChangedSince(e events.Stored, key *string, by *uuid.UUID) {
	r.Block(RevertBlocker{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Key: key, Code: ChangedSince, ChangeID: by})
}

// withOld returns a record with the old values of the keys that an event set. It is not free when somebody has set one of them since.
func withOld[T any](r *Reversal, e events.Stored, later []events.Stored, before T, set []setting,
	stored map[string][]int) (after T, free bool, err error) {
	text, err := json.Marshal(&before)
	if err != nil {
		return after, false, fmt.Errorf("encode a record: %w", err)
	}
	now, err := objectOf(text)
	if err != nil {
		return after, false, err
	}
	free = true
	for _, s := range set {
		by, err := setSince(later, s)
		if err != nil {
			return after, false, err
		}
		if by != nil || !same(now.at(s), s.new) {
			name := s.name()
			r.ChangedSince(e, &name, by)
			free = false
		}
		if err := now.set(s); err != nil {
			return after, false, err
		}
	}
	if !free {
		return after, false, nil
	}
	var old T // a new one: to decode into a copy of before would write through its pointers
	text, err = json.Marshal(now)
	if err == nil {
		err = json.Unmarshal(text, &old)
	}
	if err != nil {
		return after, false, fmt.Errorf("decode old values: %w", err)
	}
	after = before
	from, to := reflect.ValueOf(&old).Elem(), reflect.ValueOf(&after).Elem()
	for _, s := range set {
		to.FieldByIndex(stored[s.key]).Set(from.FieldByIndex(stored[s.key]))
	}
	return after, true, nil
}

// setSince returns the latest change that has set a key again, or nil.
func setSince(later []events.Stored, s setting) (by *uuid.UUID, err error) {
	for i := range later {
		set, err := settings(later[i])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(set, s.meets) {
			by = &later[i].Change
		}
	}
	return by, nil
}

// apply calls the hooks of the module. It is not free when something is not there any more that a record would refer to again.
func (b *reverted[R]) apply(ctx context.Context, resource string, returns []Return[R]) (free bool, err error) {
	if b.special.Derive != nil {
		for _, r := range returns {
			b.special.Derive(r.After)
		}
	}
	if b.special.Apply == nil || len(returns) == 0 {
		return true, nil
	}
	err = b.special.Apply(ctx, b.r.Account, returns)
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return true, err
	}
	for _, f := range refused.Errors {
		id, key, _ := strings.Cut(f.Field, ".")
		at := slices.IndexFunc(returns, func(r Return[R]) bool { return MetaOf(r.After).ID.String() == id })
		if at < 0 || f.Code != "not_found" {
			return false, err
		}
		text, wrong := json.Marshal(returns[at].After)
		if wrong != nil {
			return false, fmt.Errorf("encode a record: %w", wrong)
		}
		blocker := RevertBlocker{Resource: resource, ID: MetaOf(returns[at].After).ID, Name: NameOf(text), Key: &key, Code: ChangedSince}
		if blocker.By, blocker.ChangeID, wrong = b.gone(ctx, text, key); wrong != nil || blocker.By == nil {
			return false, cmp.Or(wrong, err)
		}
		b.r.Block(blocker)
	}
	return false, nil
}

// gone finds the record that a key of another one names and that was removed, and what has removed it.
func (b *reverted[R]) gone(ctx context.Context, text json.RawMessage, key string) (*RevertDependent, *uuid.UUID, error) {
	o, err := objectOf(text)
	if err != nil {
		return nil, nil, err
	}
	key, index, _ := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	var named []uuid.UUID
	for part := range strings.SplitSeq(string(o[key]), `"`) {
		if id, ok := ids.Parse(part); ok {
			named = append(named, id)
		}
	}
	if at, err := strconv.Atoi(index); err == nil && at < len(named) {
		named = named[at : at+1]
	}
	removed, err := b.r.history.Removed(ctx, named)
	if err != nil || len(removed) == 0 {
		return nil, nil, err
	}
	return &RevertDependent{Resource: removed[0].Resource(), ID: removed[0].Record}, &removed[0].Change, nil
}

// Faulty names the record in the faults of an error of a Return.
func (r Return[R]) Faulty(err error) error {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || len(e.Errors) == 0 {
		return err
	}
	named := *e
	named.Errors = slices.Clone(e.Errors)
	for i := range named.Errors {
		f := &named.Errors[i]
		f.In, f.Field = "record", MetaOf(r.After).ID.String()+"."+f.Field
	}
	return &named
}

func (b *reverted[R]) restore(ctx context.Context, list []events.Stored) error {
	records := make([]R, 0, len(list))
	for _, e := range list {
		if _, exists := b.found[e.Record]; exists {
			b.r.ChangedSince(e, nil, b.last(e.Record))
			continue
		}
		var r R
		if err := json.Unmarshal(e.Object, &r); err != nil {
			return fmt.Errorf("decode a deleted record: %w", err)
		}
		m := MetaOf(&r)
		m.AccountID, m.UpdatedAt, m.Version = b.r.Account, b.env.Clock.Now(), m.Version+1
		records = append(records, r)
		b.step(e, ToRestore)
	}
	if len(records) == 0 {
		return nil
	}
	returns, pointers := make([]Return[R], len(records)), make([]*R, len(records))
	for i := range records {
		returns[i], pointers[i] = Return[R]{After: &records[i]}, &records[i]
	}
	if free, err := b.apply(ctx, list[0].Resource(), returns); err != nil || !free {
		return err
	}
	w := b.writer
	if err := w.fill(ctx, pointers...); err != nil {
		return err
	}
	if err := w.store.Insert(ctx, records...); err != nil {
		return err
	}
	if err := w.compute(ctx, pointers...); err != nil {
		return err
	}
	if err := w.tell(ctx, b.types.Created, records...); err != nil {
		return err
	}
	return each(pointers, func(back *R) error { return b.also(ctx, nil, back) })
}

func (b *reverted[R]) also(ctx context.Context, before, after *R) error {
	if b.special.Also == nil {
		return nil
	}
	return b.special.Also(ctx, before, after)
}

func (b *reverted[R]) removing(ctx context.Context, list []events.Stored, gone []*R) error {
	if b.special.Removing == nil {
		return nil
	}
	made := lists.KeyBy(list, func(e events.Stored) uuid.UUID { return e.Record })
	return each(gone, func(r *R) error { return b.special.Removing(ctx, b.r, made[MetaOf(r).ID], r) })
}

func (b *reverted[R]) remove(ctx context.Context, list []events.Stored) error {
	if b.types.Deleted == "" {
		for _, e := range list {
			b.r.Block(RevertBlocker{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Code: NotRevertible})
		}
		return nil
	}
	records, err := b.removable(ctx, list)
	if err != nil || len(records) == 0 {
		return err
	}
	w, pointers := b.writer, make([]*R, len(records))
	for i := range records {
		pointers[i] = &records[i]
	}
	if err := b.removing(ctx, list, pointers); err != nil {
		return err
	}
	if err := w.fill(ctx, pointers...); err != nil {
		return err
	}
	if err := w.store.Delete(ctx, records...); err != nil {
		return err
	}
	if err := each(pointers, func(gone *R) error { return b.also(ctx, gone, nil) }); err != nil {
		return err
	}
	return w.tell(ctx, b.types.Deleted, records...)
}
