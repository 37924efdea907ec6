package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
)

// removable are the records that nobody has changed since and that nothing depends on.
func (b *reverted[R]) removable(ctx context.Context, list []events.Stored) ([]R, error) {
	free := make([]events.Stored, 0, len(list))
	for _, e := range list {
		if _, exists := b.found[e.Record]; !exists {
			b.r.ChangedSince(e, nil, b.last(e.Record))
			continue
		}
		changed := false
		for _, later := range b.later[e.Record] {
			set, err := settings(later)
			if err != nil {
				return nil, err
			}
			for _, s := range set {
				name := s.name()
				b.r.ChangedSince(e, &name, &later.Change)
				changed = true
			}
		}
		if !changed {
			free = append(free, e)
		}
	}
	dependents := map[uuid.UUID][]RevertDependent{}
	if s, ok := b.writer.store.(Remover); ok && len(free) > 0 {
		var err error
		if dependents, err = s.Removable(ctx, b.r.Account, recordsOf(free)); err != nil {
			return nil, err
		}
	}
	if err := b.forgetOlder(ctx, free, dependents); err != nil {
		return nil, err
	}
	if err := b.blockDepended(ctx, free, dependents); err != nil {
		return nil, err
	}
	records := make([]R, 0, len(free))
	for _, e := range free {
		if len(dependents[e.Record]) > 0 {
			continue
		}
		records = append(records, b.found[e.Record])
		b.step(e, ToDelete)
	}
	return records, nil
}

// forgetOlder leaves out what referred to a record already when it was deleted, if the event has only restored it: that did not keep it
// from being deleted. Whoever has not changed since then did.
func (b *reverted[R]) forgetOlder(ctx context.Context, list []events.Stored, dependents map[uuid.UUID][]RevertDependent) error {
	if len(dependents) == 0 {
		return nil
	}
	made, err := b.r.history.MadeBy(ctx, recordsOf(list))
	if err != nil {
		return err
	}
	var since []events.Stored
	for _, e := range list {
		for _, d := range dependents[e.Record] {
			since = append(since, events.Stored{Record: d.ID, Sequence: e.Sequence})
		}
	}
	later, err := b.r.history.Later(ctx, since)
	if err != nil {
		return err
	}
	for _, e := range list {
		if by, known := made[e.Record]; known && by != e.Change {
			dependents[e.Record] = slices.DeleteFunc(dependents[e.Record], func(d RevertDependent) bool { return len(later[d.ID]) == 0 })
		}
	}
	return nil
}

// blockDepended notes what depends on records, but for what the same change made and could not remove: that is noted already.
func (b *reverted[R]) blockDepended(ctx context.Context, list []events.Stored, dependents map[uuid.UUID][]RevertDependent) error {
	var of []uuid.UUID
	for _, found := range dependents {
		for _, d := range found {
			of = append(of, d.ID)
		}
	}
	if len(of) == 0 {
		return nil
	}
	made, err := b.r.history.MadeBy(ctx, of)
	if err != nil {
		return err
	}
	for _, e := range list {
		found := dependents[e.Record]
		slices.SortFunc(found, func(x, y RevertDependent) int { return cmp.Compare(x.ID.String(), y.ID.String()) })
		for _, d := range found {
			if b.r.isBlocked(d.ID) {
				continue
			}
			blocker := RevertBlocker{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Code: NotRevertible, By: &d}
			if change, known := made[d.ID]; known {
				blocker.ChangeID = &change
			}
			b.r.Block(blocker)
		}
	}
	return nil
}
