package configlists_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// desk is a service on a fresh account.
type desk struct {
	*configlists.Service
	t       testing.TB
	kit     *testkit.Kit
	db      *postgres.DB
	account uuid.UUID

	mu   sync.Mutex
	told []any // the typed events that were published
	fail error // what the other modules answer to them

	refused string // a public event that cannot be recorded
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	kit := testkit.New(t, fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)})
	d := &desk{t: t, kit: kit, db: kit.DB, account: kit.Account}
	kit.Bus.Register(
		react[configlists.BreedChanged](d), react[configlists.BreedDeleted](d), react[configlists.ColourCodeDeleted](d),
		react[configlists.FieldRemoved](d), react[configlists.OptionsRemoved](d),
	)
	d.Service = configlists.NewService(store.New(d.db), record.Env{Tx: d.db, Events: d, Clock: clock.System, Kinds: kit.Kinds}, kit.Bus)
	return d
}

// Record implements events.Recorder. It records in the outbox, and fails for the event types of d.refused.
func (d *desk) Record(ctx context.Context, list ...events.Public) error {
	if slices.ContainsFunc(list, func(e events.Public) bool { return e.Type == d.refused }) {
		return errRefused
	}
	return d.kit.Outbox.Record(ctx, list...)
}

var errRefused = errors.New("the event cannot be recorded")

// second is the error of a call whose result does not matter.
func second[T any](_ T, err error) error { return err }

func react[E any](d *desk) events.Reaction {
	return events.On("test", func(ctx context.Context, e E) error {
		// Reactions read, and a read waits for the writes that are queued before it: a refused write gets no reaction.
		if err := testkit.One(ctx, d.db, "select 1").Scan(new(int)); err != nil {
			return err
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.told = append(d.told, e)
		return d.fail
	})
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
	for _, e := range d.kit.Events(uuid.Nil) {
		list = append(list, event{e.Type, e.Record, string(e.Data.Object), string(e.Data.Previous)})
	}
	return list
}

// sameJSON compares events by meaning: the order of keys does not count.
func sameJSON(a, b event) bool {
	return a.Type == b.Type && a.Record == b.Record && sorted(a.Object) == sorted(b.Object) && sorted(a.Previous) == sorted(b.Previous)
}

func sorted(text string) string {
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		panic(err)
	}
	return object(tree)
}

// wantEvents asserts the events recorded so far.
func (d *desk) wantEvents(want ...event) {
	d.t.Helper()
	if want == nil {
		want = []event{}
	}
	if diff := cmp.Diff(want, d.events(), cmp.Comparer(sameJSON)); diff != "" {
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

func wantFaultList(t testing.TB, faults []apperr.FieldError, want ...string) {
	t.Helper()
	testkit.WantFieldErrors(t, &apperr.Error{Kind: apperr.Invalid, Errors: faults}, want...)
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

// whileWaiting runs first in a transaction, which ends when second waits for it, and returns how they ended.
func (d *desk) whileWaiting(first func(ctx context.Context) error, second func() error) error {
	d.t.Helper()
	var done <-chan error
	err := d.db.InTx(d.t.Context(), func(ctx context.Context) error {
		err := first(ctx)
		if err == nil {
			done = d.kit.Blocks(ctx, second)
		}
		return err
	})
	if err == nil {
		err = <-done
	}
	return err
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
