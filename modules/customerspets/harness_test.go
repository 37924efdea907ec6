package customerspets_test

import (
	"context"
	"encoding/json"
	"errors"
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
	"github.com/petcare/petcare/modules/files/filesfx"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
	"go.uber.org/fx"
)

// world is the modules as they run, and an account of the test's own.
type world struct {
	*testkit.Kit
	t       testing.TB
	ctx     context.Context // staff
	db      *postgres.DB
	run     tx.Runner
	lists   *configlists.Service
	service *customerspets.Service
	account uuid.UUID
	logins  *loginChanges
	places  *accounts.Service
}

// loginChanges notes the LoginChanged that were published, committed or not.
type loginChanges struct{ told []uuid.UUID }

var tables = []fxgroups.Migrations{
	{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
	{Module: "configlists", Files: fxgroups.Sub(configlists.Files)},
	{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files)},
}

func newWorld(t testing.TB) *world { t.Helper(); return worldOn(testkit.New(t, tables...)) }

// worldOn is in real time: pets have birthdays.
func worldOn(k *testkit.Kit) *world {
	k.Helper()
	k.Clock = clock.System
	w := &world{Kit: k, t: k.TB, db: k.DB, run: k.DB, logins: &loginChanges{}}
	k.Start(accountsfx.Module, configlistsfx.Module, customerspetsfx.Module, filesfx.Module, fx.Supply(config.Config{}, outbox.Keep(0)), fx.Provide(passwords.New),
		fxgroups.ProvideReaction(func() events.Reaction {
			return events.On("test", func(_ context.Context, e customerspets.LoginChanged) error {
				w.logins.told = append(w.logins.told, e.Customer)
				return nil
			})
		}),
		fx.Populate(&w.places, &w.lists, &w.service))
	w.open()
	return w
}

// open gives the world a new account.
func (w *world) open() { w.Helper(); w.openIn("GB") }

func (w *world) openIn(country string) {
	w.Helper()
	a := testkit.Must[accounts.Account](w)(w.places.Create(w.Ctx, accounts.AccountCreate{
		Organization: "Test " + ids.New().String(), Code: "one", Name: "One", Timezone: "Europe/London", Currency: "GBP", Country: country,
	}))
	w.Use(a.OrganizationID, a.ID)
	w.account, w.ctx = w.Account, w.Ctx
}

// another is the same modules with another account.
func (w *world) another() *world {
	w.Helper()
	other := *w
	other.Kit = w.AnotherAccount()
	other.open()
	return &other
}

// as is the context of a customer who has logged in.
func (w *world) as(customer uuid.UUID) context.Context { return w.AsCustomer(customer) }

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
	w.Helper()
	return testkit.Must[customerspets.Customer](w)(w.create(w.ctx, body))
}

func (w *world) change(ctx context.Context, id uuid.UUID, body string) (customerspets.Customer, error) {
	return w.service.UpdateCustomer(ctx, w.account, id, decode[customerspets.CustomerPatch](w.t, body), patch.Precondition{})
}

func (w *world) createPet(ctx context.Context, owner uuid.UUID, body string) (customerspets.Pet, error) {
	return w.service.CreatePet(ctx, w.account, owner, decode[customerspets.PetCreate](w.t, body))
}

func (w *world) pet(owner uuid.UUID, body string) customerspets.Pet {
	w.Helper()
	return testkit.Must[customerspets.Pet](w)(w.createPet(w.ctx, owner, body))
}

func (w *world) updatePet(ctx context.Context, p customerspets.Pet, body string) (customerspets.Pet, error) {
	return w.service.UpdatePet(ctx, w.account, p.CustomerID, p.ID, decode[customerspets.PetPatch](w.t, body), patch.Precondition{})
}

func (w *world) breed(species, name string) configlists.Breed {
	w.Helper()
	return testkit.Must[configlists.Breed](w)(
		w.lists.CreateBreed(w.ctx, w.account, configlists.BreedCreate{Name: name, Species: species}))
}

func (w *world) colourCode(kind configlists.ColourCodeType) configlists.ColourCode {
	w.Helper()
	return testkit.Must[configlists.ColourCode](w)(
		w.lists.CreateColourCode(w.ctx, w.account, configlists.ColourCodeCreate{Type: kind, Name: "Code", Colour: "#112233"}))
}

func (w *world) status(name string) configlists.SecondaryPetStatus {
	w.Helper()
	return testkit.Must[configlists.SecondaryPetStatus](w)(
		w.lists.CreateSecondaryPetStatus(w.ctx, w.account, configlists.SecondaryPetStatusCreate{Name: name}))
}

func (w *world) page(q customerspets.CustomerQuery) []customerspets.Customer {
	w.Helper()
	return testkit.Must[paging.Page[customerspets.Customer]](w)(
		w.service.ListCustomers(w.ctx, w.account, q, paging.Request{Limit: 200})).Items
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
	w.Helper()
	var list []event
	for _, e := range w.Events(record) {
		list = append(list, decode[event](w, string(e.Body)))
	}
	return list
}

// wantEvents checks the types of all events of a record and gives the last one.
func (w *world) wantEvents(record uuid.UUID, types ...string) event {
	w.Helper()
	w.WantEvents(record, types...)
	list := w.events(record)
	return list[len(list)-1]
}

// wantPrevious checks the previous values of an event: exactly these keys with these values, as JSON.
func wantPrevious(t testing.TB, e event, want string) {
	t.Helper()
	testkit.SameJSON(t, e.Data.Previous, want)
}

func asJSON(t fataler, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wantKeys checks the keys of got that want has.
func wantKeys(t testing.TB, what string, got any, want map[string]any) {
	t.Helper()
	keys := decode[map[string]any](t, asJSON(t, got))
	for key, value := range want {
		if asJSON(t, keys[key]) != asJSON(t, value) {
			t.Errorf("%s: %s is %s, want %s", what, key, asJSON(t, keys[key]), asJSON(t, value))
		}
	}
}

// wantFaults checks that err names exactly these fields.
func wantFaults(t testing.TB, err error, fields ...string) {
	t.Helper()
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.Kind != apperr.Invalid {
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

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
