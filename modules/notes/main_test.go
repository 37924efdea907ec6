package notes_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/modules/notes/internal/store"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "notes", Files: os.DirFS("migrations")}))
}

// parents are the records that exist; the places must match exactly.
type parents map[notes.Scope]bool

func (p parents) Exists(_ context.Context, _ uuid.UUID, place notes.Scope) error {
	if !p[place] {
		return apperr.NewNotFound()
	}
	return nil
}

// world is one account with a customer who has a pet and an order, asked by an API key.
type world struct {
	*testing.T
	db       *postgres.DB
	service  *notes.Service
	account  uuid.UUID
	now      time.Time
	key      caller.Caller
	ctx      context.Context
	customer notes.Scope
	pet      notes.Scope
	order    notes.Scope
}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	customer := ids.New()
	w := &world{
		T: t, db: db, account: ids.New(), now: time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC),
		key:      caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: "Front desk"},
		customer: notes.UnderCustomer(customer), pet: notes.UnderPet(customer, ids.New()), order: notes.UnderOrder(ids.New()),
	}
	w.ctx = caller.With(t.Context(), w.key)
	clock := func() time.Time { return w.now }
	known := parents{w.customer: true, w.pet: true, w.order: true}
	w.service = notes.NewService(store.New(db), known, record.Env{Tx: db, Events: outbox.New(db, clock), Clock: clock})
	return w
}

func (w *world) create(place notes.Scope, d notes.NoteCreate) notes.Note {
	w.Helper()
	n, err := w.service.Create(w.ctx, w.account, place, d)
	if err != nil {
		w.Fatal(err)
	}
	return n
}

// event is a recorded event, as a receiver reads it.
type event struct {
	Type  string `json:"type"`
	Actor struct {
		Name string `json:"name"`
	} `json:"actor"`
	Data struct {
		Object   json.RawMessage `json:"object"`
		Previous json.RawMessage `json:"previous"`
	} `json:"data"`
}

// events reads the events of the account in the order of their sequence.
func (w *world) events() []event {
	w.Helper()
	var list []event
	err := w.db.Rows(w.Context(), func(row postgres.Scanner) error {
		var body []byte
		if err := row.Scan(&body); err != nil {
			return err
		}
		var e event
		if err := json.Unmarshal(body, &e); err != nil {
			return err
		}
		list = append(list, e)
		return nil
	}, "select body from outbox.events where account_id = $1 order by sequence", w.account)
	if err != nil {
		w.Fatal(err)
	}
	return list
}

func (w *world) wantEvents(types ...string) []event {
	w.Helper()
	list := w.events()
	var got []string
	for _, e := range list {
		got = append(got, e.Type)
	}
	if len(got) != len(types) {
		w.Fatalf("events %v, want %v", got, types)
	}
	for i := range types {
		if got[i] != types[i] {
			w.Fatalf("events %v, want %v", got, types)
		}
	}
	return list
}

func wantSame(t *testing.T, what string, got, want any) {
	t.Helper()
	if g, w := text(t, got), text(t, want); g != w {
		t.Errorf("%s\n got %s\nwant %s", what, g, w)
	}
}

// text is the JSON of v with sorted keys.
func text(t *testing.T, v any) string {
	t.Helper()
	first, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(first, &tree); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

func ptr[T any](v T) *T { return &v }

func wantKind(t *testing.T, what string, err error, kind apperr.Kind) {
	t.Helper()
	if !apperr.Is(err, kind) {
		t.Errorf("%s: %v", what, err)
	}
}
