package outbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

// program is a replica with a list of modules.
type program struct {
	feedKit
	types events.Catalog
}

func (k feedKit) program(types ...events.Type) program {
	p := program{k, events.NewCatalog(types)}
	kit := *k.Kit
	p.Kit = &kit
	p.Outbox = outbox.New(k.DB, p.types, clock.System)
	p.feed = outbox.NewFeed(k.DB, p.types, k.box())
	return p
}

// programs returns replicas of which the second one also knows other types.
func (k feedKit) programs() (older, newer program) {
	types := events.TypesOf[dog]("pets:read", "pet.created")
	older = k.program(types...)
	types = append(types, events.TypesOf[dog]("pets:read", "pet.groomed")...)
	types = append(types, events.TypesOf[dog]("spa:read", "spa.booked", "spa.tested")...)
	types[len(types)-1].Direct = true
	types = append(types, events.TypesOf[dog]("", "secret.told")...)
	return older, k.program(types...)
}

// record records events whose dogs are named after their type and a number, and returns the names.
func (p program) record(types ...string) (names []string) {
	p.Helper()
	for i, name := range types {
		names = append(names, fmt.Sprint(name, " ", i))
		must(p, p.Record(p.Ctx, events.Public{Type: name, Account: p.Account, Record: ids.New(), Object: dog{Name: names[i]}}))
	}
	return names
}

// by returns the query of a reader with these abilities.
func (p program) by(abilities []string, types ...string) events.FeedQuery {
	q := p.query(events.Oldest)
	q.Abilities, q.Types, q.Readable = abilities, types, nil
	for _, t := range p.types {
		wanted := len(types) == 0 || slices.ContainsFunc(types, t.Matches)
		if wanted && !t.Direct && (caller.Caller{Abilities: abilities}).Holds(t.ReadAbility()) {
			q.Readable = append(q.Readable, t.Name)
		}
	}
	return q
}

func TestReplicasOfTwoVersionsServeTheSameFeed(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	older, newer := k.programs()
	all := newer.record("spa.booked", "pet.created", "pet.groomed", "spa.booked", "secret.told", "spa.tested", "pet.created", "spa.booked", "pet.groomed")
	all = append(all, older.record("pet.created")...)
	of := func(types ...string) (names []string) {
		for _, name := range all {
			if kind, _, _ := strings.Cut(name, " "); slices.Contains(types, kind) {
				names = append(names, name)
			}
		}
		return names
	}
	for _, c := range []struct {
		abilities, types, want []string
	}{
		{[]string{"*"}, nil, of("pet.created", "pet.groomed", "spa.booked", "secret.told")},
		{[]string{"*"}, []string{"*"}, of("pet.created", "pet.groomed", "spa.booked", "secret.told")},
		{[]string{"pets:read", "spa:read"}, nil, of("pet.created", "pet.groomed", "spa.booked")},
		{[]string{"pets:read", "spa:write"}, nil, of("pet.created", "pet.groomed")},
		{[]string{"spa:read"}, nil, of("spa.booked")},
		{[]string{"notes:read"}, nil, nil},
		{nil, nil, nil},
		{[]string{"*"}, []string{"pet.*"}, of("pet.created", "pet.groomed")},
		{[]string{"*"}, []string{"pet.created"}, of("pet.created")},
		{[]string{"pets:read"}, []string{"pet.created", "spa.*"}, of("pet.created")},
	} {
		for _, limit := range []int{1, 2, 3, 200} {
			readers := []program{older, newer}
			var got []string
			q := events.FeedQuery{After: events.Oldest}
			for n, more := 0, true; more; n++ {
				of := readers[n%2].by(c.abilities, c.types...)
				of.After, of.Limit = q.After, limit
				p := readers[n%2].page(of)
				got, q.After, more = append(got, names(t, p)...), p.Next, p.More
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q of %q, %d a page: %q, want %q", c.types, c.abilities, limit, got, c.want)
			}
		}
	}
}

func TestEventsOfAModuleThatWasTakenOutStayInTheFeed(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	rest, whole := k.programs()
	record := ids.New()
	for _, name := range []string{"booked", "booked again"} {
		must(t, whole.Record(k.Ctx, events.Public{Type: "spa.booked", Account: k.Account, Record: record, Object: dog{Name: name}}))
	}
	all := append([]string{"booked", "booked again"}, whole.record("pet.created")...)
	for _, c := range []struct {
		record uuid.UUID
		actor  string
		want   []string
	}{{uuid.Nil, "", all}, {record, "", all[:2]}, {uuid.Nil, k.Key.ID.String(), all}, {record, k.Key.ID.String(), all[:2]}, {record, "nobody", nil}} {
		q := rest.by([]string{"*"})
		q.Record, q.Actor = c.record, c.actor
		rest.want(q, c.want...)
		q.Limit = 1
		rest.want(q, c.want...)
		q = rest.by([]string{"pets:read"})
		q.Record, q.Actor = c.record, c.actor
		rest.want(q, c.want[min(2, len(c.want)):]...)
	}
	q := rest.by([]string{"*"})
	q.Each = true
	for i, after := range rest.page(q).Each {
		q.After = after
		rest.want(q, all[i+1:]...)
	}
}

// Nothing says who may read them.
func TestEventsWithoutAbilityAreOnlyForProgramsThatKnowTheirType(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	older, newer := k.programs()
	all := newer.record("spa.booked", "pet.created")
	k.Exec(`update outbox.events set ability = null where account_id = $1`, k.Account) // as earlier versions record them
	newer.want(newer.by([]string{"*"}), all...)
	older.want(older.by([]string{"*"}), all[1:]...)
}

func TestManyEventsOfAnotherVersionAreReadPageByPage(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	older, newer := k.programs()
	list := make([]events.Public, 12_000)
	var booked []string
	for i := range list {
		list[i] = events.Public{Type: "spa.booked", Account: k.Account, Record: ids.New(), Object: dog{Name: fmt.Sprint(i)}}
		booked = append(booked, fmt.Sprint(i))
	}
	must(t, newer.Record(k.Ctx, list...))
	own := older.record("pet.created")
	older.want(older.by([]string{"*"}), append(booked, own...)...)
	older.want(older.by([]string{"*"}, "pet.*"), own...)
	q, pages := older.by([]string{"pets:read"}), 0
	for more := true; more; pages++ {
		p := older.page(q)
		q.After, more = p.Next, p.More
	}
	if pages > 4 {
		t.Errorf("a reader that may not read them gets %d pages", pages)
	}
	older.want(older.by([]string{"pets:read"}), own...)
}

func TestEventsKeepTheirAbilityWhenTheyMoveToTheirPartition(t *testing.T) {
	t.Parallel()
	k := withoutMonths(t)
	older, newer := k.programs()
	all := newer.record("spa.booked", "pet.created")
	if n := k.Count(`select count(*) from outbox.events_default`); n != 2 {
		t.Fatal(n)
	}
	for k.Count(`select count(*) from outbox.events_default`) > 0 {
		testkit.Must[int64](t)(k.retention(time.Hour).Sweep(k.Ctx))
	}
	older.want(older.by([]string{"spa:read"}), all[0])
}
