package customerspets_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(
		outbox.Migrations(),
		fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
		fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)},
	))
}

// world is the modules as they run, and an account of the test's own.
type world struct {
	t       testing.TB
	ctx     context.Context // staff
	db      *postgres.DB
	run     tx.Runner
	bus     *events.Bus
	lists   *configlists.Service
	service *customerspets.Service
	account uuid.UUID
	logins  *loginChanges
	places  *accounts.Service
}

// loginChanges notes the LoginChanged that were published, committed or not.
type loginChanges struct{ told []uuid.UUID }

func newWorld(t testing.TB) *world { return worldOn(t, testdb.URL()) }

func worldOn(t testing.TB, url string) *world {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: url, PoolSize: 6})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	w := &world{t: t, db: db, logins: &loginChanges{}}
	app := fx.New(fx.NopLogger, outbox.Module, accountsfx.Module, configlistsfx.Module, customerspetsfx.Module,
		fx.Supply(db, clock.Clock(clock.System)),
		fx.Provide(
			func() tx.Runner { return db },
			passwords.New,
		),
		fxgroups.ProvideReaction(func() events.Reaction {
			return events.On("test", func(_ context.Context, e customerspets.LoginChanged) error {
				w.logins.told = append(w.logins.told, e.Customer)
				return nil
			})
		}),
		fx.Populate(&w.places, &w.lists, &w.service, &w.run, &w.bus))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	w.open()
	return w
}

// open gives the world a new account.
func (w *world) open() {
	w.t.Helper()
	a, err := w.places.Create(w.t.Context(), accounts.AccountCreate{
		Organization: "Test " + ids.New().String(), Code: "one", Name: "One", Timezone: "Europe/London", Currency: "GBP", Country: "GB",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.account = a.ID
	w.ctx = caller.With(w.t.Context(), caller.Caller{Kind: caller.APIKey, ID: ids.New(), Name: "staff", Accounts: []uuid.UUID{a.ID}, Abilities: []string{"*"}})
}

// another is the same modules with another account.
func (w *world) another() *world {
	w.t.Helper()
	other := *w
	other.open()
	return &other
}

// as is the context of a customer who has logged in.
func (w *world) as(customer uuid.UUID) context.Context {
	return caller.With(w.ctx, caller.Caller{Kind: caller.Customer, ID: customer, Customer: customer, Name: "customer", Accounts: []uuid.UUID{w.account}})
}

// decode reads a body as the HTTP adapter does, strictness aside.
func decode[T any](t testing.TB, body string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatalf("read %s: %v", body, err)
	}
	return v
}

func (w *world) create(ctx context.Context, body string) (customerspets.Customer, error) {
	c, _, err := w.service.CreateCustomer(ctx, w.account, decode[customerspets.CustomerPatch](w.t, body))
	return c, err
}

func (w *world) customer(body string) customerspets.Customer {
	w.t.Helper()
	c, err := w.create(w.ctx, body)
	if err != nil {
		w.t.Fatalf("create customer %s: %v", body, err)
	}
	return c
}

func (w *world) change(ctx context.Context, id uuid.UUID, body string) (customerspets.Customer, error) {
	return w.service.UpdateCustomer(ctx, w.account, id, decode[customerspets.CustomerPatch](w.t, body), patch.Precondition{})
}

func (w *world) createPet(ctx context.Context, owner uuid.UUID, body string) (customerspets.Pet, error) {
	return w.service.CreatePet(ctx, w.account, owner, decode[customerspets.PetCreate](w.t, body))
}

func (w *world) pet(owner uuid.UUID, body string) customerspets.Pet {
	w.t.Helper()
	p, err := w.createPet(w.ctx, owner, body)
	if err != nil {
		w.t.Fatalf("create pet %s: %v", body, err)
	}
	return p
}

func (w *world) updatePet(ctx context.Context, p customerspets.Pet, body string) (customerspets.Pet, error) {
	return w.service.UpdatePet(ctx, w.account, p.CustomerID, p.ID, decode[customerspets.PetPatch](w.t, body), patch.Precondition{})
}

func (w *world) breed(species, name string) configlists.Breed {
	w.t.Helper()
	b, err := w.lists.CreateBreed(w.ctx, w.account, configlists.BreedCreate{Name: name, Species: species})
	if err != nil {
		w.t.Fatalf("create breed %s: %v", name, err)
	}
	return b
}

func (w *world) colourCode(kind configlists.ColourCodeType) configlists.ColourCode {
	w.t.Helper()
	c, err := w.lists.CreateColourCode(w.ctx, w.account, configlists.ColourCodeCreate{Type: kind, Name: "Code", Colour: "#112233"})
	if err != nil {
		w.t.Fatalf("create colour code: %v", err)
	}
	return c
}

func (w *world) status(name string) configlists.SecondaryPetStatus {
	w.t.Helper()
	s, err := w.lists.CreateSecondaryPetStatus(w.ctx, w.account, configlists.SecondaryPetStatusCreate{Name: name})
	if err != nil {
		w.t.Fatalf("create status %s: %v", name, err)
	}
	return s
}

func (w *world) page(q customerspets.CustomerQuery) []customerspets.Customer {
	w.t.Helper()
	p, err := w.service.ListCustomers(w.ctx, w.account, q, paging.Request{Limit: 200})
	if err != nil {
		w.t.Fatalf("list %+v: %v", q, err)
	}
	return p.Items
}

// event is a recorded event as far as tests look at it.
type event struct {
	Type string
	Data struct {
		Object   map[string]json.RawMessage
		Previous map[string]json.RawMessage
	}
}

// events are the events of a record in the order of their sequence.
func (w *world) events(record uuid.UUID) []event {
	w.t.Helper()
	var list []event
	err := w.db.Rows(w.ctx, func(row postgres.Scanner) error {
		var body string
		if err := row.Scan(&body); err != nil {
			return err
		}
		var e event
		if err := json.Unmarshal([]byte(body), &e); err != nil {
			return err
		}
		list = append(list, e)
		return nil
	}, "select body from outbox.events where account_id = $1 and record_id = $2 order by sequence", w.account, record)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// wantEvents checks the types of all events of a record and gives the last one.
func (w *world) wantEvents(record uuid.UUID, types ...string) event {
	w.t.Helper()
	list := w.events(record)
	var got []string
	for _, e := range list {
		got = append(got, e.Type)
	}
	if !slices.Equal(got, types) {
		w.t.Fatalf("the events are %v, want %v", got, types)
	}
	return list[len(list)-1]
}

// wantPrevious checks the previous values of an event: exactly these keys with these values, as JSON.
func wantPrevious(t testing.TB, e event, want string) {
	t.Helper()
	got, err := json.Marshal(e.Data.Previous)
	if err != nil {
		t.Fatal(err)
	}
	if !sameJSON(t, string(got), want) {
		t.Errorf("previous is %s, want %s", got, want)
	}
}

func sameJSON(t testing.TB, a, b string) bool {
	t.Helper()
	return fmt.Sprint(decode[any](t, a)) == fmt.Sprint(decode[any](t, b))
}

func asJSON(t fataler, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantFaults checks that err names exactly these fields.
func wantFaults(t testing.TB, err error, fields ...string) {
	t.Helper()
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != apperr.Invalid {
		t.Fatalf("the error is %v, want faults at %v", err, fields)
	}
	var got []string
	for _, f := range e.Errors {
		got = append(got, f.Field)
	}
	slices.Sort(got)
	slices.Sort(fields)
	if !slices.Equal(got, fields) {
		t.Errorf("the faults are %v, want %v", e.Errors, fields)
	}
}

func wantKind(t testing.TB, err error, kind apperr.Kind, code string) *apperr.Error {
	t.Helper()
	var e *apperr.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("the error is %v, want %s", err, code)
	}
	return e
}

func text(s *string) string {
	if s == nil {
		return "<null>"
	}
	return *s
}

func idList(list jsonb.Of[[]uuid.UUID]) string {
	var all []string
	for _, id := range list.Get() {
		all = append(all, id.String())
	}
	return strings.Join(all, " ")
}

func since(d time.Duration) *time.Time {
	at := clock.System().Add(-d)
	return &at
}

// fataler is what tests and properties have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
}
