package record_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

type mood string

// toy has a column of every kind.
type toy struct {
	record.Meta
	Name       string             `json:"name"`
	Mood       *mood              `json:"mood"`
	OwnerID    *uuid.UUID         `json:"owner_id"`
	Broken     bool               `json:"broken"`
	Size       int                `json:"size"`
	Weight     *int64             `json:"weight"`
	BoughtOn   *clock.Day         `json:"bought_on"`
	SeenAt     *time.Time         `json:"seen_at"`
	Tags       jsonb.Of[[]string] `json:"tags"`
	Box        jsonb.Of[*box]     `json:"box"`
	Hidden     string             `json:"-"`
	Shown      string             `json:"shown" gorm:"-"`
	ExternalID *string            `json:"external_id"`
}

type box struct {
	Colour string `json:"colour"`
	Depth  int    `json:"depth"`
}

const tables = `create schema toys;
create table toys.toys (
	account_id uuid not null, id uuid not null, created_at timestamptz not null, updated_at timestamptz not null, version bigint not null,
	name text not null, mood text, owner_id uuid, broken boolean not null, size integer not null, weight bigint, bought_on date, seen_at timestamptz,
	tags jsonb not null, box jsonb, hidden text not null, external_id text, deleted_at timestamptz,
	constraint toys_pk primary key (account_id, id), constraint toys_external_key unique (account_id, external_id));
create table toys.toy_changes (account_id uuid not null, id uuid not null, updated_at timestamptz not null, primary key (account_id, id));
create index toy_changes_by_time on toys.toy_changes (account_id, updated_at, id);`

var errTaken = apperr.NewConflict("duplicate", "another toy has this external_id already")

type shop struct {
	*testkit.Kit
	table *postgres.Repository[toy]
	life  *record.Life[toy]
}

func open(t *testing.T) shop {
	t.Helper()
	return shopOf(testkit.New(t, testkit.SQL(tables)), false)
}

func shopOf(k *testkit.Kit, softDelete bool) shop {
	table := postgres.NewRepository[toy](k.DB, postgres.TableOptions{Name: "toys.toys",
		Violations: map[string]error{"toys_external_key": errTaken}, SoftDelete: softDelete})
	types := record.EventTypes{Created: "toy.created", Updated: "toy.updated", Deleted: "toy.deleted"}
	return shop{k, table, record.NewLife(k.Env(), table, types)}
}

func (s shop) create(r toy) toy {
	s.Helper()
	r.Meta = record.New(s.Account)
	return testkit.Must[toy](s)(s.life.Create(s.Ctx, r))
}

func rename(name string) func(context.Context, *toy) error {
	return func(_ context.Context, r *toy) error {
		r.Name = name
		return nil
	}
}

// The change that a write is part of is noted with its event, without a message of its own.
func TestAWriteSendsNoMoreThanItsStatementsAndItsEvent(t *testing.T) {
	t.Parallel()
	k, heard := testkit.New(t, testkit.SQL(tables)), &testkit.Statements{}
	k.DB = k.Open(postgres.Options{Tracer: heard})
	k.Outbox = outbox.New(k.DB, events.Catalog{{Name: "toy.created"}, {Name: "toy.updated"}, {Name: "toy.deleted"}}, k.Clock)
	s := shopOf(k, false)
	s.create(toy{}) // opens the connection
	heard.Sent = nil
	sends := func(want ...string) {
		t.Helper()
		var sent []string
		for _, m := range heard.Sent {
			sent = append(sent, strings.ToLower(strings.Trim(strings.Fields(m.SQL)[0], ";")))
		}
		testkit.Same(t, sent, want)
		heard.Sent = nil
	}
	r := s.create(toy{})
	sends("begin", "insert", "with", "commit")
	testkit.Must[toy](t)(s.life.Update(s.Ctx, s.Account, r.ID, patch.Precondition{}, rename("x")))
	sends("begin", "select", "update", "with", "commit")
	if err := s.life.Delete(s.Ctx, s.Account, r.ID, patch.Precondition{}); err != nil {
		t.Fatal(err)
	}
	sends("begin", "select", "delete", "with", "commit")
	if n := k.Count("select count(*) from outbox.changes where account_id = $1", k.Account); n != 4 {
		t.Errorf("%d changes are noted", n)
	}
}

func TestCreatedRecordIsReadBackAsItIs(t *testing.T) {
	t.Parallel()
	s := open(t)
	day, at := clock.DayOf(s.Now(), time.UTC), s.Now().Add(-time.Hour)
	for _, r := range []toy{
		{Name: "bare", Tags: jsonb.New([]string{}), Box: jsonb.New[*box](nil)},
		{Name: "é\"\n", Mood: new(mood("good")), OwnerID: new(ids.New()), Broken: true, Size: -7, Weight: new(int64(1 << 40)),
			BoughtOn: &day, SeenAt: &at, Tags: jsonb.New([]string{"a"}), Box: jsonb.New(&box{"red", 2}), Hidden: "h", ExternalID: new("T-1")},
	} {
		made := s.create(r)
		got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID))
		testkit.SameJSON(t, got, made)
		if got.Hidden != made.Hidden || len(s.table.Differ(&got, &made)) > 0 {
			t.Errorf("read %+v, want %+v", got, made)
		}
		s.WantEvents(made.ID, "toy.created")
	}
	if _, err := s.table.Get(s.Ctx, ids.New(), s.create(toy{}).ID); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("another account reads it: %v", err)
	}
}

func TestCreateKeepsATimeOfItsOwnAndIsPartOfWhatFollows(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := toy{Meta: record.New(s.Account), Name: "ball"}
	r.CreatedAt = s.Now().Add(-48 * time.Hour)
	refused := errors.New("no")
	if _, err := s.life.Create(s.Ctx, r, func(ctx context.Context, made toy) error {
		if made.Version != 1 || !made.CreatedAt.Equal(r.CreatedAt) || !made.UpdatedAt.Equal(s.Now()) {
			t.Errorf("%+v", made.Meta)
		}
		if err := s.table.Exists(ctx, s.Account, r.ID); err != nil {
			t.Errorf("before what follows: %v", err)
		}
		return refused
	}); !errors.Is(err, refused) {
		t.Errorf("it ended with %v", err)
	}
	if err := s.table.Exists(s.Ctx, s.Account, r.ID); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("what was refused is there: %v", err)
	}
	s.WantEvents(r.ID)
}

func TestUpdateWritesWhatDiffersOrNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball", Box: jsonb.New(&box{"red", 2})})
	s.Advance(time.Minute)
	same := testkit.Must[toy](t)(s.life.Update(s.Ctx, s.Account, made.ID, patch.Precondition{}, func(_ context.Context, r *toy) error {
		r.Name, r.Box = "ball", jsonb.New(&box{"red", 2})
		return nil
	}, func(context.Context, toy, toy) error { return errors.New("nothing has changed") }))
	testkit.SameJSON(t, same, made)
	s.WantEvents(made.ID, "toy.created")
	changed := testkit.Must[toy](t)(s.life.Update(s.Ctx, s.Account, made.ID, patch.IfMatch([]int64{1}), rename("bone")))
	if changed.Version != 2 || !changed.UpdatedAt.Equal(s.Now()) || !changed.CreatedAt.Equal(made.CreatedAt) {
		t.Errorf("%+v", changed.Meta)
	}
	testkit.SameJSON(t, testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)), changed)
	s.WantEvents(made.ID, "toy.created", "toy.updated")
}

func TestUpdateThatIsRefusedLeavesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball", ExternalID: new("T-1")})
	other := s.create(toy{Name: "bone"})
	refused := errors.New("no")
	take := func(_ context.Context, r *toy) error { r.ExternalID = made.ExternalID; return nil }
	_, stale := s.life.Update(s.Ctx, s.Account, other.ID, patch.IfMatch([]int64{2}), rename("x"))
	testkit.WantKind(t, stale, apperr.VersionMismatch)
	_, elsewhere := s.life.Update(s.Ctx, ids.New(), other.ID, patch.Precondition{}, rename("x"))
	testkit.WantKind(t, elsewhere, apperr.NotFound)
	balls := s.life.Within(func(r toy) bool { return r.Name == "ball" })
	_, outside := balls.Update(s.Ctx, s.Account, other.ID, patch.IfMatch([]int64{9}), rename("x"))
	testkit.WantKind(t, outside, apperr.NotFound)
	_, before := s.life.Update(s.Ctx, s.Account, other.ID, patch.Precondition{}, func(context.Context, *toy) error { return refused })
	refuse := func(context.Context, toy, toy) error { return refused }
	_, after := s.life.Update(s.Ctx, s.Account, other.ID, patch.Precondition{}, rename("x"), refuse)
	_, taken := s.life.Update(s.Ctx, s.Account, other.ID, patch.Precondition{}, take)
	if !errors.Is(before, refused) || !errors.Is(after, refused) || !errors.Is(taken, errTaken) {
		t.Errorf("%v, %v, %v", before, after, taken)
	}
	testkit.SameJSON(t, testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, other.ID)), other)
	s.WantEvents(other.ID, "toy.created")
}

func TestUpdateSeesWhatItsTransactionHasWritten(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := toy{Meta: record.New(s.Account), Name: "ball"}
	err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
		if _, err := s.life.Create(ctx, r); err != nil {
			return err
		}
		_, err := s.life.Update(ctx, s.Account, r.ID, patch.IfMatch([]int64{1}), rename("bone"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.WantEvents(r.ID, "toy.created", "toy.updated")
}

func TestDeleteTellsOfTheRecordAsItWas(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball"})
	if err := s.life.Delete(s.Ctx, s.Account, made.ID, patch.IfMatch([]int64{4})); !apperr.Is(err, apperr.VersionMismatch) {
		t.Errorf("stale: %v", err)
	}
	if err := s.life.Delete(s.Ctx, s.Account, made.ID, patch.IfMatch([]int64{1})); err != nil {
		t.Fatal(err)
	}
	if err := s.table.Exists(s.Ctx, s.Account, made.ID); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("after it: %v", err)
	}
	s.WantEvents(made.ID, "toy.created", "toy.deleted")
}

// Ids of another account are those of no record, wherever they come from.
func TestLookUpsFindRecordsOfTheirAccountOnly(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball", ExternalID: new("T-1")})
	bare := s.create(toy{Name: "bone"})
	for account, there := range map[uuid.UUID]bool{s.Account: true, ids.New(): false} {
		if err := s.table.Exists(s.Ctx, account, made.ID); (err == nil) != there || !there && !apperr.Is(err, apperr.NotFound) {
			t.Errorf("exists: %v, want %t", err, there)
		}
		external := testkit.Must[map[uuid.UUID]string](t)(s.table.ExternalIDs(s.Ctx, account, []uuid.UUID{made.ID, bare.ID}))
		known := testkit.Must[map[string]uuid.UUID](t)(s.table.IDs(s.Ctx, account, []string{"T-1", "T-2"}))
		if want := map[bool]int{true: 1}[there]; len(external) != want || len(known) != want {
			t.Errorf("external ids %v, ids %v, want %d of each", external, known, want)
		}
	}
}

// A new record may take a value that the record of a later line gives up, however far behind it is.
func TestImportChangesRecordsBeforeItCreatesOthers(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball", ExternalID: new("A")})
	line := func(externalID string) importing.Record[toy] {
		return importing.Record[toy]{ID: ids.New(), Line: toy{ExternalID: &externalID}, Errors: &apperr.FieldErrors{}, Outcome: new(importing.Outcome)}
	}
	batch := []importing.Record[toy]{line("A")}
	for i := range 300 {
		batch = append(batch, line(strconv.Itoa(i)))
	}
	last := line("B")
	last.ID, last.Exists = made.ID, true
	batch = append(batch, last)
	err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
		return importing.Upsert(ctx, s.life, s.Account, batch, func(l importing.Record[toy], to *toy) error {
			to.ExternalID = l.Line.ExternalID
			return nil
		})
	})
	if err != nil || *batch[0].Outcome != importing.Created || *last.Outcome != importing.Changed {
		t.Errorf("%v, %v, %v", err, *batch[0].Outcome, *last.Outcome)
	}
}

func TestManyAreWrittenLikeOne(t *testing.T) {
	t.Parallel()
	s := open(t)
	var created []toy
	for i := range 1200 {
		created = append(created, toy{Meta: record.Meta{AccountID: s.Account}, Name: strconv.Itoa(i), Tags: jsonb.New([]string{"x"}), Mood: new(mood("good"))})
	}
	if err := s.DB.InTx(s.Ctx, func(ctx context.Context) error { return s.life.Write(ctx, created, nil) }); err != nil {
		t.Fatal(err)
	}
	of := make([]uuid.UUID, len(created))
	for i, r := range created {
		of[i] = r.ID
	}
	s.Advance(time.Minute)
	err := s.life.UpdateMany(s.Ctx, s.Account, of, func(r *toy) bool {
		n, _ := strconv.Atoi(r.Name)
		r.Size, r.Mood = n, nil
		return n%2 == 0
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, made := range created {
		got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID))
		want := made
		if i%2 == 0 {
			want.Size, want.Mood, want.Version, want.UpdatedAt = i, nil, 2, s.Now()
		}
		testkit.SameJSON(t, got, want)
	}
	s.WantEvents(of[0], "toy.created", "toy.updated")
	s.WantEvents(of[1], "toy.created")
}

var byName = postgres.Key[toy]{Column: "name", Type: "text", Of: func(r *toy) string { return r.Name }}

func TestListFollowsItsOrderThroughAllPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, name := range []string{"b", "a", "c", "a", "b"} {
		s.create(toy{Name: name})
	}
	names := func(limit int, order ...postgres.Key[toy]) (all []string) {
		list := testkit.AllPages(t, limit, func(page paging.Request) (paging.Page[toy], error) {
			return postgres.List(s.table.Of(s.Ctx, s.Account).Scopes(postgres.If(true, "name <> ?", "z"), postgres.If(false, "name = ?", "z")), page, order...)
		})
		for _, r := range list {
			all = append(all, r.Name)
		}
		return all
	}
	for limit := 1; limit <= 6; limit++ {
		if got := names(limit, postgres.Newest[toy]()); !slices.Equal(got, []string{"b", "a", "c", "a", "b"}) {
			t.Errorf("newest first, pages of %d: %v", limit, got)
		}
		if got := names(limit, byName, postgres.ByID[toy]()); !slices.Equal(got, []string{"a", "a", "b", "b", "c"}) {
			t.Errorf("by name, pages of %d: %v", limit, got)
		}
	}
	for _, after := range [][]string{{"no id"}, {"a", "b"}} {
		if _, err := postgres.List(s.table.Of(s.Ctx, s.Account), paging.Request{Limit: 5, After: after}, postgres.Newest[toy]()); !apperr.Is(err, apperr.Invalid) {
			t.Errorf("position %v: %v", after, err)
		}
	}
}
