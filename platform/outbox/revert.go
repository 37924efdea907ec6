package outbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// errPreview rolls a preview back.
var errPreview = errors.New("roll back a preview")

// revertBatch is how many events are read and gone back from at once, because each may have 256 KiB.
const revertBatch = 250

// Revert implements changes.Changes.
func (c *Changes) Revert(ctx context.Context, account, id uuid.UUID) (changes.AccountChange, error) {
	plan, by, err := c.revert(ctx, account, id, nil)
	switch {
	case err != nil:
		return changes.AccountChange{}, err
	case len(plan.BlockedBy) > 0:
		return changes.AccountChange{}, blocked(plan.BlockedBy)
	}
	return c.Get(ctx, account, by)
}

// Preview implements changes.Changes.
func (c *Changes) Preview(ctx context.Context, account, id uuid.UUID) (changes.RevertPlan, error) {
	plan, _, err := c.revert(ctx, account, id, errPreview)
	return plan, err
}

// blocked is the conflict with what is in the way.
func blocked(by []record.RevertBlocker) error {
	isChange := func(b record.RevertBlocker) bool { return b.Code == record.ChangedSince }
	code, detail := record.NotRevertible, "something in the change cannot be reverted: see blocked_by"
	if slices.ContainsFunc(by, isChange) {
		code, detail = record.ChangedSince, "later changes are in the way: see blocked_by"
	}
	e := apperr.NewConflict(code, detail)
	e.BlockedBy = by
	return e
}

// revert undoes a change in a transaction, which ends with the given error. If something is in the way, it is rolled back, too.
func (c *Changes) revert(ctx context.Context, account, id uuid.UUID, end error) (plan changes.RevertPlan, by uuid.UUID, err error) {
	by = ids.New()
	ctx = events.WithOrigin(ctx, events.Origin{Source: events.FromRevert, RequestID: events.OriginOf(ctx).RequestID, Change: by})
	err = c.db.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.revertible(ctx, account, id)
		if err != nil {
			return err
		}
		if err := c.claim(ctx, account, id, by); err != nil {
			return err
		}
		r := record.NewReversal(account, past{c, account, id, by})
		if err := c.goBack(ctx, r, id, rows); err != nil {
			return err
		}
		plan = changes.RevertPlan{Would: append([]record.RevertStep{}, r.Steps...), BlockedBy: append([]record.RevertBlocker{}, r.Blocked...)}
		if len(plan.Would)+len(plan.BlockedBy) == 0 {
			return apperr.NewConflict(record.NotRevertible, "nothing in the change can be reverted: computed keys and secrets do not go back")
		}
		if len(plan.BlockedBy) > 0 {
			return errPreview
		}
		return end
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return plan, by, err
}

// revertible fails if the caller may not revert the change, or nobody can.
func (c *Changes) revertible(ctx context.Context, account, id uuid.UUID) ([]changeRow, error) {
	rows, err := c.rows(ctx, account, []uuid.UUID{id})
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(rows, func(r changeRow) bool { return c.reads(ctx, r.Ability) }) {
		return nil, c.missing(id)
	}
	var missing, final []string
	events := 0
	for _, row := range rows {
		events += row.Count
		t, known := c.catalog.Find(row.Type)
		if reverter, _ := c.kinds.Of(row.Type); !known || t.Irreversible || reverter == nil {
			final = append(final, row.Type)
		}
		if ability := t.WriteAbility(); known && !caller.From(ctx).Holds(ability) && !slices.Contains(missing, ability) {
			missing = append(missing, ability)
		}
	}
	switch {
	case len(missing) > 0:
		return nil, apperr.NewForbidden("ability_missing", "this API key needs the abilities to write all that the change is about, of which "+
			"it lacks "+strings.Join(missing, ", "))
	case len(final) > 0:
		return nil, apperr.NewConflict(record.NotRevertible, "events of these types cannot be reverted: "+strings.Join(final, ", "))
	case events > record.MaxReverted:
		return nil, apperr.NewConflict("too_large",
			fmt.Sprintf("the change has %d events; at most %d can be reverted at once", events, record.MaxReverted))
	}
	return rows, nil
}

// claim notes the revert. Who comes second waits for the first, and fails if that commits.
func (c *Changes) claim(ctx context.Context, account, id, by uuid.UUID) error {
	made := c.db.In(ctx).Exec("insert into outbox.reverts values (?, ?, ?) on conflict do nothing", account, id, by)
	if made.Error != nil {
		return fmt.Errorf("note a revert: %w", made.Error)
	}
	if made.RowsAffected == 1 {
		return nil
	}
	var first struct{ ByID uuid.UUID }
	err := c.db.In(ctx).Raw("select by_id from outbox.reverts where account_id = ? and change_id = ?", account, id).Scan(&first).Error
	if err != nil {
		return fmt.Errorf("read who has reverted: %w", err)
	}
	const detail = "the change was reverted already, by the change in conflicts_with: revert that to redo it"
	return apperr.NewConflict("already_reverted", detail).With(first.ByID)
}

// eventRow is an event without its body.
type eventRow struct {
	ID, RecordID uuid.UUID
	Type         string
}

// goBack goes back from the events of a change, the latest first, after everything is locked that they are about.
func (c *Changes) goBack(ctx context.Context, r *record.Reversal, id uuid.UUID, rows []changeRow) error {
	var all []eventRow
	err := c.db.In(ctx).Raw(`select id, record_id, type from outbox.events
		where account_id = ? and id > ? and id <= ? and change_id = ? order by id desc`, r.Account, id, lastOf(rows), id).Scan(&all).Error
	if err != nil {
		return fmt.Errorf("list the events of a change: %w", err)
	}
	if err := c.hold(ctx, r, all); err != nil {
		return err
	}
	for len(all) > 0 {
		n := together(all)
		list, err := c.stored(ctx, r.Account, all[:n])
		if err != nil {
			return err
		}
		reverter, _ := c.kinds.Of(all[0].Type)
		if err := reverter.Revert(ctx, r, list); err != nil {
			return err
		}
		all = all[n:]
	}
	return r.Finish(ctx)
}

// together is how many of the first events have one type, and each another record.
func together(all []eventRow) int {
	seen := map[uuid.UUID]bool{}
	for i, e := range all {
		if i == revertBatch || e.Type != all[0].Type || seen[e.RecordID] {
			return i
		}
		seen[e.RecordID] = true
	}
	return len(all)
}

// hold locks kind by kind, in the order of locks, so that whoever changes the same records waits and nobody waits in a circle.
func (c *Changes) hold(ctx context.Context, r *record.Reversal, all []eventRow) error {
	sorted := slices.Clone(all)
	orders := map[string]int{}
	for _, e := range all {
		if _, known := orders[e.Type]; !known {
			_, orders[e.Type] = c.kinds.Of(e.Type)
		}
	}
	slices.SortStableFunc(sorted, func(x, y eventRow) int {
		return cmp.Or(cmp.Compare(orders[x.Type], orders[y.Type]), slices.Compare(x.RecordID[:], y.RecordID[:]))
	})
	for len(sorted) > 0 {
		n := 1
		for n < min(len(sorted), revertBatch) && orders[sorted[n].Type] == orders[sorted[0].Type] {
			n++
		}
		list, err := c.stored(ctx, r.Account, sorted[:n])
		if err != nil {
			return err
		}
		reverter, _ := c.kinds.Of(sorted[0].Type)
		if err := reverter.Hold(ctx, r, list); err != nil {
			return err
		}
		sorted = sorted[n:]
	}
	return nil
}

const storedEvents = `
select e.id, coalesce(e.change_id, '00000000-0000-0000-0000-000000000000') as change, e.record_id as record, e.type, e.sequence, e.body
from outbox.events e`

type bodyRow struct {
	ID, Change, Record uuid.UUID
	Type, Body         string
	Sequence           int64
}

func (b bodyRow) stored() (events.Stored, error) {
	if strings.HasSuffix(b.Body, erased) {
		return events.Stored{}, apperr.NewConflict("erased", "the change is about a person who was erased since")
	}
	var e struct {
		Data struct{ Object, Previous json.RawMessage }
	}
	if err := json.Unmarshal([]byte(b.Body), &e); err != nil {
		return events.Stored{}, fmt.Errorf("read the event %s: %w", b.ID, err)
	}
	s := events.Stored{ID: b.ID, Change: b.Change, Record: b.Record, Type: b.Type, Sequence: b.Sequence, Object: e.Data.Object}
	if string(e.Data.Previous) != "null" {
		s.Previous = e.Data.Previous
	}
	return s, nil
}

func storedOf(rows []bodyRow) ([]events.Stored, error) {
	list := make([]events.Stored, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = row.stored(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// stored reads events, in their order.
func (c *Changes) stored(ctx context.Context, account uuid.UUID, of []eventRow) ([]events.Stored, error) {
	wanted := make([]uuid.UUID, len(of))
	for i, e := range of {
		wanted[i] = e.ID
	}
	var rows []bodyRow
	err := c.db.In(ctx).Raw(storedEvents+` where e.account_id = ? and e.id = any(?)`, account, postgres.Array(wanted)).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read the events of a change: %w", err)
	}
	places := make(map[uuid.UUID]int, len(of))
	for i, id := range wanted {
		places[id] = i
	}
	slices.SortFunc(rows, func(x, y bodyRow) int { return cmp.Compare(places[x.ID], places[y.ID]) })
	return storedOf(rows)
}

// past implements record.History for the revert of a change.
type past struct {
	*Changes
	account    uuid.UUID
	change, by uuid.UUID // what is reverted, and by what
}

// later selects what came after events of records.
const later = storedEvents + `
join unnest(cast(@records as uuid[]), cast(@sequences as bigint[])) as r (id, sequence)
	on e.record_id = r.id and e.sequence > r.sequence
where e.account_id = @account and e.change_id is distinct from @change and e.change_id is distinct from @by
order by e.sequence`

// Later implements record.History.
func (h past) Later(ctx context.Context, list []events.Stored) (map[uuid.UUID][]events.Stored, error) {
	records, sequences := make([]uuid.UUID, len(list)), make([]int64, len(list))
	for i, e := range list {
		records[i], sequences[i] = e.Record, e.Sequence
	}
	var rows []bodyRow
	err := h.db.In(ctx).Raw(later, map[string]any{"account": h.account, "change": h.change, "by": h.by,
		"records": postgres.Array(records), "sequences": postgres.Array(sequences)}).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("look for later changes: %w", err)
	}
	undone, err := h.undone(ctx, rows)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID][]events.Stored{}
	for _, row := range rows {
		if undone[row.Change] {
			continue
		}
		e, err := row.stored()
		if err != nil {
			return nil, err
		}
		found[e.Record] = append(found[e.Record], e)
	}
	return found, nil
}

const reverts = `
with recursive chain as (
	select change_id, by_id from outbox.reverts where account_id = @account and change_id = any(@changes)
	union
	select r.change_id, r.by_id from outbox.reverts r join chain on r.change_id = chain.by_id where r.account_id = @account
)
select change_id, by_id from chain`

// undone are those of the changes that were reverted, and their reverts: together they have changed nothing.
func (h past) undone(ctx context.Context, rows []bodyRow) (map[uuid.UUID]bool, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	of := lists.Map(rows, func(row bodyRow) uuid.UUID { return row.Change })
	var chain []struct{ ChangeID, ByID uuid.UUID }
	err := h.db.In(ctx).Raw(reverts, map[string]any{"account": h.account, "changes": postgres.Array(ids.Distinct(of))}).Scan(&chain).Error
	if err != nil {
		return nil, fmt.Errorf("look for reverts: %w", err)
	}
	by := map[uuid.UUID]uuid.UUID{}
	for _, link := range chain {
		by[link.ChangeID] = link.ByID
	}
	var isUndone func(uuid.UUID) bool
	isUndone = func(id uuid.UUID) bool {
		revert, ok := by[id]
		return ok && revert != h.by && !isUndone(revert)
	}
	undone := map[uuid.UUID]bool{}
	for id, revert := range by {
		if isUndone(id) {
			undone[id], undone[revert] = true, true
		}
	}
	return undone, nil
}

// MadeBy implements record.History.
func (h past) MadeBy(ctx context.Context, records []uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	var rows []struct{ RecordID, ChangeID uuid.UUID }
	err := h.db.In(ctx).Raw(`select r.id as record_id, e.change_id
		from unnest(cast(@records as uuid[])) as r (id)
		cross join lateral (select change_id from outbox.events where account_id = @account and record_id = r.id order by sequence limit 1) as e
		where e.change_id is not null`, map[string]any{"account": h.account, "records": postgres.Array(records)}).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("look for what made records: %w", err)
	}
	made := map[uuid.UUID]uuid.UUID{}
	for _, row := range rows {
		made[row.RecordID] = row.ChangeID
	}
	return made, nil
}

// Removed implements record.History.
func (h past) Removed(ctx context.Context, records []uuid.UUID) ([]events.Stored, error) {
	var found []events.Stored
	err := h.db.In(ctx).Raw(`select e.record_id as record, e.type, e.change_id as change
		from unnest(cast(@records as uuid[])) as r (id)
		cross join lateral (select record_id, type, change_id from outbox.events where account_id = @account and record_id = r.id
			order by sequence desc limit 1) as e
		where e.type like '%.deleted' and e.change_id is not null`,
		map[string]any{"account": h.account, "records": postgres.Array(records)}).Scan(&found).Error
	return found, postgres.Failed("look for what has removed records", err)
}
