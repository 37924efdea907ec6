package importing

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/events"
)

// UpsertPlan says how lines of type L become records of type R.
type UpsertPlan[L, R any] struct {
	Created string                   // the event type of a new record
	Updated string                   // and of a changed one
	Make    func(r Record[L]) R      // an empty record with the line's ids, version 1 and its times
	Apply   func(r Record[L], to *R) // puts the line's values into the record; notes faults in r.Errors
	Touch   func(to *R)              // next version, updated now
}

// Outcome is what a batch comes to.
type Outcome[R any] struct {
	Created []R
	Changed []R
	Events  []events.Public
}

// Plan compares a batch with the records that are known and sorts out what is new, what changes and what stays.
// Lines with faults are left out: the import fails because of them anyway.
func (u UpsertPlan[L, R]) Plan(account uuid.UUID, batch []Record[L], known map[uuid.UUID]R) (Outcome[R], error) {
	var out Outcome[R]
	for _, r := range batch {
		before, exists := known[r.ID]
		after := before
		if !exists {
			after = u.Make(r)
		}
		u.Apply(r, &after)
		if len(*r.Errors) > 0 {
			continue
		}
		if !exists {
			out.Created = append(out.Created, after)
			out.Events = append(out.Events, events.Public{Type: u.Created, Account: account, Record: r.ID, Object: after})
			continue
		}
		same, err := events.Same(before, after)
		if err != nil {
			return out, err
		}
		if same {
			continue
		}
		u.Touch(&after)
		out.Changed = append(out.Changed, after)
		out.Events = append(out.Events, events.Public{Type: u.Updated, Account: account, Record: r.ID, Object: after, Before: before})
	}
	return out, nil
}
