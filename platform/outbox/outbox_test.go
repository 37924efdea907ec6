package outbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations()))
}

type dog struct {
	Name    string  `json:"name"`
	Weight  *string `json:"weight"`
	Version int     `json:"version"`
}

// ear is a subscriber that remembers, or fails.
type ear struct {
	heard []outbox.Event
	err   error
}

func (e *ear) Enqueue(_ context.Context, list []outbox.Event) error {
	e.heard = append(e.heard, list...)
	return e.err
}

func open(t *testing.T) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func bodies(t *testing.T, db *postgres.DB, account uuid.UUID) []map[string]any {
	t.Helper()
	var list []map[string]any
	err := db.Rows(context.Background(), func(row postgres.Scanner) error {
		var body string
		var sequence int64
		if err := row.Scan(&body, &sequence); err != nil {
			return err
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			return fmt.Errorf("%s: %w", body, err)
		}
		if int64(m["sequence"].(float64)) != sequence {
			t.Errorf("sequence %d in %s", sequence, body)
		}
		list = append(list, m)
		return nil
	}, `select body, sequence from outbox.events where account_id = $1 order by sequence`, account)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEnvelopeTellsWhoChangedWhat(t *testing.T) {
	t.Parallel()
	db, account, record := open(t), ids.New(), ids.New()
	listener := &ear{}
	o := outbox.New(db, clock.System)
	o.Subscribe(listener)
	key := caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: `desk "sequence":0,`}
	ctx := caller.With(context.Background(), key)
	heavy := "30"
	before, after := dog{Name: "Rex", Version: 1}, dog{Name: "Rex", Weight: &heavy, Version: 2}
	err := o.Record(ctx, events.Public{Type: "pet.created", Account: account, Record: record, Object: before},
		events.Public{Type: "pet.updated", Account: account, Record: record, Object: after, Before: before})
	if err != nil {
		t.Fatal(err)
	}
	list := bodies(t, db, account)
	if len(list) != 2 || len(listener.heard) != 2 {
		t.Fatalf("%d events, %d heard", len(list), len(listener.heard))
	}
	created, updated := list[0], list[1]
	if created["type"] != "pet.created" || created["api_version"] != "1.0.0" || created["account_id"] != account.String() ||
		created["id"] != listener.heard[0].ID.String() || created["data"].(map[string]any)["previous"] != nil {
		t.Errorf("created: %v", created)
	}
	if _, err := time.Parse(time.RFC3339, created["created_at"].(string)); err != nil {
		t.Error(err)
	}
	actor := created["actor"].(map[string]any)
	if actor["type"] != "api_key" || actor["id"] != key.ID.String() || actor["name"] != key.Name {
		t.Errorf("actor: %v", actor)
	}
	data := updated["data"].(map[string]any)
	if fmt.Sprint(data["previous"]) != "map[weight:<nil>]" || data["object"].(map[string]any)["weight"] != "30" {
		t.Errorf("updated: %v", data)
	}
	if updated["sequence"].(float64) <= created["sequence"].(float64) {
		t.Error("the later event has no larger sequence")
	}
}

func TestEventsOfARolledBackChangeDoNotExist(t *testing.T) {
	t.Parallel()
	db, account := open(t), ids.New()
	o := outbox.New(db, clock.System)
	_ = db.InTx(context.Background(), func(ctx context.Context) error {
		if err := o.Record(ctx, events.Public{Type: "pet.created", Account: account, Record: ids.New(), Object: dog{}}); err != nil {
			t.Error(err)
		}
		return errors.New("no")
	})
	failing := outbox.New(db, clock.System)
	failing.Subscribe(&ear{err: errors.New("no")})
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		return failing.Record(ctx, events.Public{Type: "pet.created", Account: account, Record: ids.New(), Object: dog{}})
	})
	if err == nil || len(bodies(t, db, account)) != 0 {
		t.Errorf("%v, %d events", err, len(bodies(t, db, account)))
	}
}

func TestManyEventsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	db, account := open(t), ids.New()
	list := make([]events.Public, 2500)
	for i := range list {
		list[i] = events.Public{Type: "pet.updated", Account: account, Record: ids.New(), Object: dog{Version: i}}
	}
	if err := outbox.New(db, clock.System).Record(context.Background(), list...); err != nil {
		t.Fatal(err)
	}
	got := bodies(t, db, account)
	for i, b := range got {
		if int(b["data"].(map[string]any)["object"].(map[string]any)["version"].(float64)) != i {
			t.Fatalf("event %d is %v", i, b)
		}
	}
	if len(got) != len(list) {
		t.Errorf("%d events", len(got))
	}
}

// Writers that change one record at once take its row lock first; then a later change has a larger sequence.
func TestWritersAtOnceGiveGrowingSequences(t *testing.T) {
	t.Parallel()
	db, account, record := open(t), ids.New(), ids.New()
	ctx := context.Background()
	if _, err := db.Exec(ctx, `create table if not exists dogs (id uuid primary key, version int not null)`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(ctx, `insert into dogs values ($1, 0)`, record); err != nil {
		t.Fatal(err)
	}
	o := outbox.New(db, clock.System)
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 5 {
				err := db.InTx(ctx, func(ctx context.Context) error {
					var version int
					if err := db.Row(ctx, `update dogs set version = version + 1 where id = $1 returning version`, record).Scan(&version); err != nil {
						return err
					}
					return o.Record(ctx, events.Public{Type: "pet.updated", Account: account, Record: record, Object: dog{Version: version}})
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	for i, b := range bodies(t, db, account) {
		if got := int(b["data"].(map[string]any)["object"].(map[string]any)["version"].(float64)); got != i+1 {
			t.Errorf("event %d is of version %d", i, got)
		}
	}
}
