package outbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/paging"
	kinds "github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

// An account has 100,000 changes, and another one has some of the same days.
func TestNoPageOfChangesReadsMuchMoreThanItself(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	now, busy, quiet := time.Now(), uuid.New(), uuid.New()
	k.Exec(`create table changed as
		select case when n % 5 = 1 then $2::uuid else $1 end as account, to_timestamp(ms / 1000.0) as at,
			(lpad(to_hex(ms), 12, '0') || lpad(to_hex(2 * n), 20, '70000000000000000000'))::uuid as change,
			(lpad(to_hex(ms), 12, '0') || lpad(to_hex(2 * n + 1), 20, '70000000000000000000'))::uuid as event,
			case when n % 1000 = 0 then 'note' else 'pet' end as resource,
			case when n % 20 = 0 then $3::uuid when n = 102 then $4 else lpad(to_hex(n), 32, '0')::uuid end as record,
			case when n % 4 = 0 then 'Sam' when n = 102 then 'Lee' else 'customer ' || n end as actor, case when n % 500 = 0 then 'Kim' end as via
		from generate_series(1, 125000) n cross join lateral (select $5 - (125000 - n) * 10000::bigint as ms) as m`,
		k.Account, uuid.New(), busy, quiet, now.UnixMilli())
	k.Exec(`insert into outbox.events
			(account_id, id, sequence, type, record_id, body, created_at, actor_id, via_id, ability, change_id)
		select account, event, nextval('outbox.sequence'), resource || '.updated', record, '{}', at, actor, via, resource, change
		from changed order by at`)
	k.Exec(`insert into outbox.changes
		select account, change, event, resource || '.updated', resource, resource, 1, at, '{}', actor, via, null, 'api' from changed`)
	k.Exec("analyze outbox.events, outbox.changes")
	list := outbox.NewChanges(k.DB, nil, &kinds.Kinds{}, 0)
	then := now.Add(-5 * 24 * time.Hour)
	const few, scan = 1000, 15_000 // a page whose filters exclude most looks at 5,000 changes, or events of the record and their changes
	for name, c := range map[string]struct {
		changes.Query
		ability string
		most    int64
	}{
		"all of them":                         {changes.Query{}, "*", few},
		"of one record":                       {changes.Query{Record: busy}, "*", few},
		"of a quiet record":                   {changes.Query{Record: quiet}, "*", few},
		"of a resource":                       {changes.Query{Resource: "pet"}, "*", few},
		"of a rare resource":                  {changes.Query{Resource: "note"}, "*", few},
		"of no resource":                      {changes.Query{Resource: "tax"}, "*", few},
		"by an actor":                         {changes.Query{Actor: "Sam"}, "*", few},
		"by a rare actor":                     {changes.Query{Actor: "Lee"}, "*", few},
		"for an actor":                        {changes.Query{Actor: "Kim"}, "*", few},
		"by nobody":                           {changes.Query{Actor: "Jo"}, "*", few},
		"of a day":                            {changes.Query{From: then, To: then.Add(24 * time.Hour)}, "*", few},
		"before":                              {changes.Query{To: then}, "*", few},
		"of a resource before":                {changes.Query{Resource: "pet", To: then}, "*", few},
		"by an actor before":                  {changes.Query{Actor: "Sam", To: then}, "*", few},
		"for who may read few":                {changes.Query{}, "note", scan},
		"of one record for who may read few":  {changes.Query{Record: busy}, "note", scan},
		"of one record before":                {changes.Query{Record: busy, To: then}, "*", scan},
		"of one record for an actor":          {changes.Query{Record: busy, Actor: "Kim"}, "*", scan},
		"of one record, of a resource":        {changes.Query{Record: busy, Resource: "note"}, "*", scan},
		"of a rare resource by an actor":      {changes.Query{Resource: "note", Actor: "Sam"}, "*", scan},
		"of a resource, for who may read few": {changes.Query{Resource: "pet"}, "note", scan},
		"by an actor, for who may read few":   {changes.Query{Actor: "Sam"}, "note", scan},
	} {
		ctx := k.As(caller.Caller{Abilities: []string{c.ability}})
		must(t, k.DB.InTx(ctx, func(ctx context.Context) error { // with one connection
			page := paging.Request{Limit: 50}
			for n := 0; n == 0 || n < 3 && page.After != nil; n++ {
				read := k.RowsRead(ctx, "schemaname = 'outbox'", func() {
					page.After = testkit.Must[paging.Page[changes.AccountChange]](t)(list.List(ctx, k.Account, c.Query, page)).Next
				})
				if read > c.most {
					t.Errorf("page %d %s reads %d rows", n, name, read)
				}
			}
			return nil
		}))
	}
}
