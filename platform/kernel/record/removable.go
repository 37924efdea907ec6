package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
			set = slices.DeleteFunc(set, func(s setting) bool { return slices.Contains(b.special.Computed, s.key) })
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

// blockDepended notes what depends on records, with the change that made it refer to them, but for what the same change made: either that
// is still to be removed, as a category below another one, or it could not be and is noted already. If the event has only restored a
// record, what referred to it already and has not changed since is left out: that did not keep it from being deleted either.
func (b *reverted[R]) blockDepended(ctx context.Context, list []events.Stored, dependents map[uuid.UUID][]RevertDependent) error {
	if len(dependents) == 0 {
		return nil
	}
	var since []events.Stored
	for _, e := range list {
		for _, d := range dependents[e.Record] {
			since = append(since, events.Stored{Record: d.ID, Sequence: e.Sequence})
		}
	}
	made, err := b.r.history.MadeBy(ctx, recordsOf(append(since, list...)))
	if err != nil {
		return err
	}
	later, err := b.r.history.Later(ctx, since)
	if err != nil {
		return err
	}
	for _, e := range list {
		by, known := made[e.Record]
		restored := known && by != e.Change
		found := slices.DeleteFunc(dependents[e.Record], func(d RevertDependent) bool {
			return made[d.ID] == e.Change && !b.r.isBlocked(d.ID) || restored && len(later[d.ID]) == 0
		})
		dependents[e.Record] = found
		slices.SortFunc(found, func(x, y RevertDependent) int { return cmp.Compare(x.ID.String(), y.ID.String()) })
		for _, d := range found {
			if b.r.isBlocked(d.ID) {
				continue
			}
			by, err := referredBy(later[d.ID], e.Record)
			if err != nil {
				return err
			}
			b.r.Block(RevertBlocker{Resource: e.Resource(), ID: e.Record, Name: NameOf(e.Object), Code: NotRevertible, ChangeID: by, By: &d})
		}
	}
	return nil
}

// referredBy is the last of the changes that made a record refer to another one, or nil.
func referredBy(later []events.Stored, to uuid.UUID) (by *uuid.UUID, err error) {
	names := func(text json.RawMessage) bool { return bytes.Contains(text, []byte(to.String())) }
	for i, e := range later {
		set, err := settings(e)
		if err != nil {
			return nil, err
		}
		if len(set) == 0 && names(e.Object) || slices.ContainsFunc(set, func(s setting) bool { return names(s.new) && !names(s.old) }) {
			by = &later[i].Change
		}
	}
	return by, nil
}
