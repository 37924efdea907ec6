package configlists_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/modules/configlists/masterlist"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)}))
}

// desk is a service on a fresh account.
type desk struct {
	*configlists.Service
	t       testing.TB
	db      *postgres.DB
	account uuid.UUID

	mu   sync.Mutex
	told []any // the typed events that were published
	fail error // what the other modules answer to them

	refused string // a public event that cannot be recorded
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 12})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	d := &desk{t: t, db: db, account: ids.New()}
	bus := events.NewBus()
	bus.Register(
		react[configlists.BreedChanged](d), react[configlists.BreedDeleted](d), react[configlists.ColourCodeDeleted](d),
		react[configlists.FieldRemoved](d), react[configlists.OptionsRemoved](d),
	)
	d.Service = configlists.NewService(store.New(db), record.Env{Tx: db, Events: d, Clock: clock.System}, bus, master)
	return d
}

// Record implements events.Recorder. It records in the outbox, and fails for the event types of d.refused.
func (d *desk) Record(ctx context.Context, list ...events.Public) error {
	if slices.ContainsFunc(list, func(e events.Public) bool { return e.Type == d.refused }) {
		return errRefused
	}
	return outbox.New(d.db, clock.System).Record(ctx, list...)
}

var errRefused = errors.New("the event cannot be recorded")

func ignore[T any](_ T, err error) error { return err }

func react[E any](d *desk) events.Reaction {
	return events.On("test", func(_ context.Context, e E) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.told = append(d.told, e)
		return d.fail
	})
}

func master() []configlists.BreedCreate {
	var list []configlists.BreedCreate
	for _, b := range masterlist.Breeds() {
		list = append(list, configlists.BreedCreate{Name: b.Name, Species: b.Species})
	}
	return list
}

// event is a public event as the outbox keeps it.
type event struct {
	Type     string
	Record   uuid.UUID
	Object   string
	Previous string
}

func (d *desk) events() []event {
	d.t.Helper()
	list := []event{}
	err := d.db.Rows(context.Background(), func(row postgres.Scanner) error {
		var e event
		var body []byte
		if err := row.Scan(&e.Type, &e.Record, &body); err != nil {
			return err
		}
		var envelope struct {
			Data struct{ Object, Previous json.RawMessage }
		}
		if err := json.Unmarshal(body, &envelope); err != nil {
			return err
		}
		e.Object, e.Previous = string(envelope.Data.Object), sorted(envelope.Data.Previous)
		list = append(list, e)
		return nil
	}, "select type, record_id, body from outbox.events where account_id = $1 order by sequence", d.account)
	if err != nil {
		d.t.Fatal(err)
	}
	return list
}

// wantEvents asserts the events recorded so far, in any order of keys inside.
func (d *desk) wantEvents(want ...event) {
	d.t.Helper()
	if want == nil {
		want = []event{}
	}
	if diff := cmp.Diff(want, d.events()); diff != "" {
		d.t.Errorf("events (-want +got):\n%s", diff)
	}
}

func (d *desk) wantTold(want ...any) {
	d.t.Helper()
	if diff := cmp.Diff(want, d.told, comparers()...); diff != "" {
		d.t.Errorf("typed events (-want +got):\n%s", diff)
	}
}

// comparers compare records as the API shows them.
func comparers() []cmp.Option {
	asJSON := func(v any) string { return object(v) }
	return []cmp.Option{
		cmp.Comparer(func(a, b configlists.Field) bool { return asJSON(a) == asJSON(b) }),
	}
}

func object(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func wantSame[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got, comparers()...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func wantMissing(t testing.TB, what string, err error) {
	t.Helper()
	if !apperr.Is(err, apperr.NotFound) {
		t.Errorf("%s: got %v, want not_found", what, err)
	}
}

// wantFaults asserts a validation error with exactly these "field code".
func wantFaults(t testing.TB, err error, want ...string) {
	t.Helper()
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid {
		t.Fatalf("got %v, want faults %q", err, want)
	}
	wantFaultList(t, e.Errors, want...)
}

func wantFaultList(t testing.TB, faults []apperr.FieldError, want ...string) {
	t.Helper()
	got := []string{}
	for _, f := range faults {
		got = append(got, f.Field+" "+f.Code)
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// everything walks a list page by page.
func everything[T any](t testing.TB, limit int, list func(paging.Request) (paging.Page[T], error)) []T {
	t.Helper()
	all := []T{}
	request := paging.Request{Limit: limit}
	for range 2000 {
		page, err := list(request)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) > limit {
			t.Fatalf("a page of %d, limit %d", len(page.Items), limit)
		}
		all = append(all, page.Items...)
		if page.Next == nil {
			return all
		}
		request.After = page.Next
	}
	t.Fatal("the list does not end")
	return nil
}

// atOnce runs n calls that start together and answers their errors.
func atOnce(n int, call func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			errs[i] = call(i)
		})
	}
	close(start)
	wg.Wait()
	return errs
}

// waitUntilBlocked waits until somebody waits for the transaction of ctx; done must stay open meanwhile.
func (d *desk) waitUntilBlocked(ctx context.Context, done <-chan error) {
	d.t.Helper()
	var pid int
	if err := d.db.Row(ctx, "select pg_backend_pid()").Scan(&pid); err != nil {
		d.t.Fatal(err)
	}
	deadline := time.After(10 * time.Second)
	for {
		select {
		case err := <-done:
			d.t.Fatalf("it did not wait (%v)", err)
		case <-deadline:
			d.t.Fatal("nobody waits for the transaction")
		default:
		}
		var waiting bool
		// Not in the transaction itself: there the list of backends stands still.
		err := d.db.Row(context.Background(), "select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))", pid).Scan(&waiting)
		if err != nil {
			d.t.Fatal(err)
		}
		if waiting {
			return
		}
	}
}

// sorted is a JSON object with its keys in order.
func sorted(object json.RawMessage) string {
	var tree map[string]json.RawMessage
	if json.Unmarshal(object, &tree) != nil || tree == nil {
		return string(object)
	}
	text, _ := json.Marshal(tree)
	return string(text)
}
