package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
)

// Changes implements changes.Changes.
type Changes struct {
	db      *postgres.DB
	catalog events.Catalog
	kinds   *record.Kinds
	keep    time.Duration
}

// NewChanges returns the changes of the events that New records.
func NewChanges(db *postgres.DB, catalog events.Catalog, kinds *record.Kinds, keep Keep) *Changes {
	return &Changes{db, catalog, kinds, max(time.Duration(keep), deliveriesKeep)}
}

// changeRow is a row of outbox.changes: the events of one type in a change.
type changeRow struct {
	ID, LastID uuid.UUID
	Type       string
	Ability    string
	Count      int
	CreatedAt  time.Time
	Actor      string
	RequestID  *string
	Source     events.Source
}

// position is a change of a list, and where it stands.
type position struct {
	ID      uuid.UUID
	At      string
	Matches bool
	Rows    int // of the whole scan
}

// maxChanges is how many rows a list scans for a page if filters exclude most of the first ones.
const maxChanges = 5000

// List implements changes.Changes. A page whose filters exclude most of what it scans ends early.
func (c *Changes) List(ctx context.Context, account uuid.UUID, q changes.Query,
	page paging.Request) (paging.Page[changes.AccountChange], error) {
	none := paging.Page[changes.AccountChange]{}
	after, err := afterOf(q, page)
	if err != nil {
		return none, err
	}
	args := map[string]any{
		"account": account, "record": q.Record, "resource": q.Resource,
		"abilities": new(caller.From(ctx).Abilities), "scan": 4 * page.Fetch(),
		"from": q.From, "to": q.To, "first": ids.First(q.From.Add(-time.Minute)), "last": ids.First(q.To.Add(time.Minute)),
	}
	var found []position
	for more := true; more && len(found) <= page.Limit; {
		args["after"] = after
		var scanned []position
		if err := c.db.In(ctx).Raw(positionsOf(q, args), args).Scan(&scanned).Error; err != nil {
			return none, fmt.Errorf("list changes: %w", err)
		}
		size := args["scan"].(int)
		if n := len(scanned); n > 1 && scanned[0].Rows == size {
			scanned = scanned[:n-1] // the scan may have ended within it
		}
		for _, p := range scanned {
			if after = p.At; p.Matches {
				found = append(found, p)
			}
		}
		if more = len(scanned) > 0 && size < maxChanges; !more && len(scanned) > 0 && len(found) <= page.Limit {
			return c.page(ctx, account, found, after) // where it stopped, there may be more
		}
		args["scan"] = maxChanges
	}
	if len(found) <= page.Limit {
		return c.page(ctx, account, found, "")
	}
	found = found[:page.Limit]
	return c.page(ctx, account, found, found[len(found)-1].At)
}

// afterOf is where a page begins: behind a change, or with a record, behind one of its events.
func afterOf(q changes.Query, page paging.Request) (string, error) {
	first := "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if q.Record != uuid.Nil {
		first = "9223372036854775807"
	}
	switch {
	case page.After == nil:
		return first, nil
	case len(page.After) != 1:
		return "", paging.BadCursor()
	case q.Record != uuid.Nil:
		if _, err := strconv.ParseInt(page.After[0], 10, 64); err != nil {
			return "", paging.BadCursor()
		}
	case uuid.Validate(page.After[0]) != nil:
		return "", paging.BadCursor()
	}
	return page.After[0], nil
}

// positionsOf selects the next @scan changes in the order of an index, each with whether it matches the other filters. The rows of a change
// stand side by side.
func positionsOf(q changes.Query, args map[string]any) string {
	matches := []string{"(c.ability = any(@abilities) or '*' = any(@abilities))"}
	var bounds string
	if q.Resource != "" {
		matches = append(matches, "c.resource = @resource")
	}
	if !q.From.IsZero() {
		matches, bounds = append(matches, "c.created_at >= @from"), " and c.id >= @first"
	}
	if !q.To.IsZero() {
		matches, bounds = append(matches, "c.created_at <= @to"), bounds+" and c.id <= @last"
	}
	var actors []string
	if q.Actor != "" {
		actors = slices.Compact(spellings(q.Actor))
		args["actors"] = &actors
		matches = append(matches, "(c.actor_id = any(@actors) or c.via_id = any(@actors))")
	}
	is := strings.Join(matches, " and ")
	if q.Record != uuid.Nil {
		return `with e as (select change_id, sequence from outbox.events where account_id = @account and record_id = @record
				and sequence < cast(@after as bigint) and change_id is not null order by sequence desc limit @scan)
			select e.change_id as id, cast(min(e.sequence) as text) as at, (select count(*) from e) as rows,
				(select coalesce(bool_or(` + is + `), false) from outbox.changes c where c.account_id = @account and c.id = e.change_id) as matches
			from e group by e.change_id order by min(e.sequence) desc`
	}
	scan := func(condition string) string {
		return `(select c.* from outbox.changes c where c.account_id = @account and c.id < cast(@after as uuid)` + bounds + condition + `
			order by c.id desc limit @scan)`
	}
	var from []string
	for i := range actors {
		for _, column := range []string{"actor_id", "via_id"} {
			name := "actor" + strconv.Itoa(i)
			args[name] = actors[i]
			from = append(from, scan(" and c."+column+" = @"+name))
		}
	}
	switch {
	case len(from) > 0:
	case q.Resource != "":
		from = append(from, scan(" and c.resource = @resource"))
	default:
		from = append(from, scan(""))
	}
	return `select id, cast(id as text) as at, bool_or(coalesce(` + is + `, false)) as matches, cast(sum(count(*)) over () as integer) as rows
		from (select * from (` + strings.Join(from, " union ") + `) as c order by id desc limit @scan) as c group by id order by id desc`
}

// page makes a page of changes.
func (c *Changes) page(ctx context.Context, account uuid.UUID, found []position, next string) (paging.Page[changes.AccountChange], error) {
	items, err := c.changes(ctx, account, lists.Map(found, func(p position) uuid.UUID { return p.ID }))
	page := paging.Page[changes.AccountChange]{Items: items}
	if next != "" {
		page.Next = []string{next}
	}
	return page, err
}

// changes reads changes, in the order of their ids as given, without those of which the caller may read no event.
func (c *Changes) changes(ctx context.Context, account uuid.UUID, of []uuid.UUID) ([]changes.AccountChange, error) {
	if len(of) == 0 {
		return nil, nil
	}
	rows, err := c.rows(ctx, account, of)
	if err != nil {
		return nil, err
	}
	by := map[uuid.UUID]*changes.AccountChange{}
	for _, row := range rows {
		if !c.reads(ctx, row.Ability) {
			continue
		}
		change := by[row.ID]
		if change == nil {
			change = &changes.AccountChange{ID: row.ID, CreatedAt: row.CreatedAt, RequestID: row.RequestID, Source: row.Source}
			change.Records = []changes.ChangedRecord{}
			if err := json.Unmarshal([]byte(row.Actor), &change.Actor); err != nil {
				return nil, fmt.Errorf("read the actor of a change: %w", err)
			}
			by[row.ID] = change
		}
		if row.CreatedAt.Before(change.CreatedAt) {
			change.CreatedAt = row.CreatedAt
		}
		resource, action, _ := strings.Cut(row.Type, ".")
		change.Counts = append(change.Counts, changes.ChangeCount{Resource: resource, Action: action, Count: row.Count})
	}
	if err := c.addRecords(ctx, account, of, by); err != nil {
		return nil, err
	}
	if err := c.addReverts(ctx, account, of, by); err != nil {
		return nil, err
	}
	list := make([]changes.AccountChange, 0, len(of))
	for _, id := range of {
		if change := by[id]; change != nil {
			list = append(list, *change)
		}
	}
	return list, nil
}

func (c *Changes) reads(ctx context.Context, ability string) bool {
	return caller.From(ctx).Holds(ability)
}

// rows reads all rows of changes, also of types that the caller may not read.
func (c *Changes) rows(ctx context.Context, account uuid.UUID, of []uuid.UUID) (rows []changeRow, err error) {
	err = c.db.In(ctx).Raw(`select id, last_id, type, ability, count, created_at, actor, request_id, source from outbox.changes
		where account_id = ? and id = any(?) order by id, type`, account, postgres.Array(of)).Scan(&rows).Error
	return rows, postgres.Failed("read changes", err)
}

// firstRecords selects the records of the first events of changes.
const firstRecords = `
select c.id as change, e.type, e.record_id as record, e.object
from (select id, max(cast(last_id as text) collate "C") as last_id from outbox.changes where account_id = @account and id = any(@changes)
	group by id) as c
cross join lateral (
	select e.id, e.type, e.record_id, cast(cast(e.body as jsonb) -> 'data' -> 'object' as text) as object from outbox.events e
	where e.account_id = @account and e.id > c.id and e.id <= cast(c.last_id as uuid) and e.change_id = c.id
		and (e.ability = any(@abilities) or '*' = any(@abilities))
	order by e.id limit 20
) as e
order by c.id, e.id`

func (c *Changes) addRecords(ctx context.Context, account uuid.UUID, of []uuid.UUID, by map[uuid.UUID]*changes.AccountChange) error {
	var rows []struct {
		Change, Record uuid.UUID
		Type, Object   string
	}
	err := c.db.In(ctx).Raw(firstRecords, map[string]any{
		"account": account, "changes": postgres.Array(of), "abilities": new(caller.From(ctx).Abilities),
	}).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read the records of changes: %w", err)
	}
	for _, row := range rows {
		change := by[row.Change]
		if change == nil || len(change.Records) == 10 ||
			slices.ContainsFunc(change.Records, func(n changes.ChangedRecord) bool { return n.ID == row.Record }) {
			continue
		}
		e := events.Stored{Type: row.Type}
		change.Records = append(change.Records,
			changes.ChangedRecord{Resource: e.Resource(), ID: row.Record, Name: record.NameOf([]byte(row.Object))})
	}
	return nil
}

func (c *Changes) addReverts(ctx context.Context, account uuid.UUID, of []uuid.UUID, by map[uuid.UUID]*changes.AccountChange) error {
	var rows []struct{ ChangeID, ByID uuid.UUID }
	err := c.db.In(ctx).Raw(`select change_id, by_id from outbox.reverts where account_id = @account and change_id = any(@changes)
		union select change_id, by_id from outbox.reverts where account_id = @account and by_id = any(@changes)`,
		map[string]any{"account": account, "changes": postgres.Array(of)}).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read what was reverted: %w", err)
	}
	for _, row := range rows {
		if change := by[row.ChangeID]; change != nil {
			change.RevertedBy = &row.ByID
		}
		if change := by[row.ByID]; change != nil {
			change.Reverts = &row.ChangeID
		}
	}
	return nil
}

// Get implements changes.Changes.
func (c *Changes) Get(ctx context.Context, account, id uuid.UUID) (changes.AccountChange, error) {
	found, err := c.changes(ctx, account, []uuid.UUID{id})
	if err == nil && len(found) == 0 {
		err = c.missing(id)
	}
	if err != nil {
		return changes.AccountChange{}, err
	}
	return found[0], nil
}

// missing is the error for a change that is not there. Its id tells when it was made.
func (c *Changes) missing(id uuid.UUID) error {
	if id.Version() == 7 && time.Unix(id.Time().UnixTime()).Before(time.Now().Add(-c.keep)) {
		return &apperr.Error{Kind: apperr.Gone, Code: "gone", Detail: "the change is older than the events that are kept"}
	}
	return apperr.NewNotFound("change")
}

// Events implements changes.Changes.
func (c *Changes) Events(ctx context.Context, account, id uuid.UUID, page paging.Request) (paging.Page[json.RawMessage], error) {
	none := paging.Page[json.RawMessage]{}
	rows, err := c.rows(ctx, account, []uuid.UUID{id})
	if err != nil {
		return none, err
	}
	if !slices.ContainsFunc(rows, func(r changeRow) bool { return c.reads(ctx, r.Ability) }) {
		return none, c.missing(id)
	}
	after := id
	if page.After != nil {
		if len(page.After) != 1 || uuid.Validate(page.After[0]) != nil {
			return none, paging.BadCursor()
		}
		after = uuid.MustParse(page.After[0])
	}
	var found []struct {
		ID   uuid.UUID
		Body string
	}
	err = c.db.In(ctx).Raw(`select id, body from outbox.events
		where account_id = @account and id > @after and id <= @last and change_id = @change
		and (ability = any(@abilities) or '*' = any(@abilities)) order by id limit @limit`, map[string]any{
		"account": account, "after": after, "last": lastOf(rows), "change": id, "limit": page.Fetch(),
		"abilities": new(caller.From(ctx).Abilities),
	}).Scan(&found).Error
	if err != nil {
		return none, fmt.Errorf("read the events of a change: %w", err)
	}
	bodies, size := []json.RawMessage{}, 0
	for i, e := range found {
		if size += len(e.Body); i == page.Limit || i > 0 && size > maxPage {
			return paging.Page[json.RawMessage]{Items: bodies, Next: []string{found[i-1].ID.String()}}, nil
		}
		bodies = append(bodies, json.RawMessage(e.Body))
	}
	return paging.Page[json.RawMessage]{Items: bodies}, nil
}

// lastOf is the id of the last event of a change.
func lastOf(rows []changeRow) (last uuid.UUID) {
	for _, r := range rows {
		if r.LastID.String() > last.String() {
			last = r.LastID
		}
	}
	return last
}
