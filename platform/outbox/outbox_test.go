package outbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

type dog struct {
	Name    string  `json:"name"`
	Weight  *string `json:"weight"`
	Version int     `json:"version"`
}

// ear is a subscriber that remembers events, or fails.
type ear struct {
	heard []events.Recorded
	err   error
}

func (e *ear) Enqueue(_ context.Context, list []events.Recorded) error {
	e.heard = append(e.heard, list...)
	return e.err
}

func record(k *testkit.Kit, kind string, id uuid.UUID, object dog) events.Public {
	return events.Public{Type: kind, Account: k.Account, Record: id, Object: object}
}

func TestEnvelopeTellsWhoChangedWhat(t *testing.T) {
	t.Parallel()
	k, id, listener := testkit.New(t), ids.New(), &ear{}
	k.Key.Name = `desk "sequence":0,`
	before, after := dog{Name: "Rex", Version: 1}, dog{Name: "Rex", Weight: new("30"), Version: 2}
	update := record(k, "pet.updated", id, after)
	update.Before = before
	o := outbox.New(k.DB, nil, k.Clock)
	o.Subscribe(listener)
	change := ids.New()
	ctx := events.WithOrigin(k.As(k.Key), events.Origin{Source: events.FromAPI, RequestID: "r-1", Change: change})
	must(t, k.DB.InTx(ctx, func(ctx context.Context) error {
		return o.Record(ctx, record(k, "pet.created", id, before), update)
	}))
	list := k.WantEvents(id, "pet.created", "pet.updated")
	if len(listener.heard) != 2 || list[1].Sequence <= list[0].Sequence {
		t.Errorf("%d heard, %v", len(listener.heard), list)
	}
	for i, want := range []string{
		`"data": {"object": {"name": "Rex", "weight": null, "version": 1}, "previous": null}, "type": "pet.created"`,
		`"data": {"object": {"name": "Rex", "weight": "30", "version": 2}, "previous": {"weight": null}}, "type": "pet.updated"`,
	} {
		testkit.SameJSON(t, list[i].Body, fmt.Sprintf(`{"id": %q, "created_at": %q, "api_version": "1.0.0", "account_id": %q, "sequence": %d,
			"change_id": %q, "request_id": "r-1", "actor": {"type": "api_key", "id": %q, "name": %q, "via": null}, %s}`,
			listener.heard[i].ID, k.Now().Format(time.RFC3339), k.Account, list[i].Sequence, change, k.Key.ID, k.Key.Name, want))
	}
}

func TestEventsOfARolledBackChangeDoNotExist(t *testing.T) {
	t.Parallel()
	k, no := testkit.New(t), errors.New("no")
	if err := k.Outbox.Record(k.Ctx, record(k, "pet.created", ids.New(), dog{})); err == nil {
		t.Error("an event is recorded without a transaction")
	}
	_ = k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		return errors.Join(k.Outbox.Record(ctx, record(k, "pet.created", ids.New(), dog{})), no)
	})
	failing := outbox.New(k.DB, nil, k.Clock)
	failing.Subscribe(&ear{err: no})
	err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		return failing.Record(ctx, record(k, "pet.created", ids.New(), dog{}))
	})
	if !errors.Is(err, no) {
		t.Errorf("a subscriber failed, and it ended with %v", err)
	}
	k.WantEvents(uuid.Nil)
}

func TestEventsOfATypeThatNoModuleDeclaresAreRefused(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	o := outbox.New(k.DB, events.NewCatalog(events.TypesOf[dog]("pets:read", "pet.created")), k.Clock)
	for name, declared := range map[string]bool{"pet.created": true, "pet.craeted": false} {
		err := k.DB.InTx(k.Ctx, func(ctx context.Context) error { return o.Record(ctx, record(k, name, ids.New(), dog{})) })
		if (err == nil) != declared {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRecordsOfMoreThan256KiBAreRefusedUnlessTheyShrinkOrGo(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	type note struct {
		Body string `json:"body"`
	}
	of := func(size int) note { return note{strings.Repeat("x", size-len(`{"body":""}`))} }
	const most = 256 << 10
	for name, c := range map[string]struct {
		kind        string
		now, before int
		fits        bool
	}{
		"the largest": {"pet.created", most, 0, true}, "one byte more": {"pet.created", most + 1, 0, false},
		"it grows": {"pet.updated", most + 2, most + 1, false}, "it shrinks": {"pet.updated", most + 1, most + 2, true},
		"it goes": {"pet.deleted", most + 1, 0, true},
	} {
		e := events.Public{Type: c.kind, Account: k.Account, Record: ids.New(), Object: of(c.now)}
		if c.before > 0 {
			e.Before = of(c.before)
		}
		err := k.Record(k.Ctx, e)
		if c.fits && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !c.fits {
			testkit.WantKind(t, err, apperr.Invalid, "too_large")
		}
	}
}

func TestManyEventsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	list := make([]events.Public, 2500)
	for i := range list {
		list[i] = record(k, "pet.updated", ids.New(), dog{Version: i})
	}
	must(t, k.Record(k.Ctx, list...))
	wantVersions(k, uuid.Nil, 0, len(list))
}

// wantVersions checks that the record's events have n consecutive versions.
func wantVersions(k *testkit.Kit, id uuid.UUID, first, n int) {
	k.Helper()
	got := k.Events(id)
	for i, e := range got {
		var d dog
		if err := json.Unmarshal(e.Data.Object, &d); err != nil || d.Version != first+i {
			k.Fatalf("event %d is %s, %v", i, e.Data.Object, err)
		}
	}
	if len(got) != n {
		k.Errorf("%d events", len(got))
	}
}

// Concurrent writers of a record take its row lock first, so a later change has a higher sequence.
func TestWritersAtOnceGiveGrowingSequences(t *testing.T) {
	t.Parallel()
	k, id := testkit.New(t, testkit.SQL(`create table dogs (id uuid primary key, version int not null);`)), ids.New()
	k.Exec(`insert into dogs values ($1, 0)`, id)
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 5 {
				err := k.DB.InTx(k.Ctx, func(ctx context.Context) error {
					var version int
					if err := testkit.One(ctx, k.DB, `update dogs set version = version + 1 where id = $1 returning version`, id).Scan(&version); err != nil {
						return err
					}
					return k.Outbox.Record(ctx, record(k, "pet.updated", id, dog{Version: version}))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	wantVersions(k, id, 1, 40)
}
