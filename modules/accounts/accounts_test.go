package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)}))
}

// house is the module as the application plugs it.
type house struct {
	*testing.T
	db      *postgres.DB
	service *accounts.Service
}

func newHouse(t *testing.T) house {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	h := house{T: t, db: db}
	app := fx.New(fx.NopLogger, accountsfx.Module, fx.Supply(db, clock.Clock(clock.System)),
		fx.Provide(func() tx.Runner { return db }), outbox.Module,
		fx.Populate(&h.service))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return h
}

func draft(organization, code string) accounts.AccountCreate {
	return accounts.AccountCreate{Organization: organization, Code: code, Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB"}
}

func (h house) create(organization, code string) accounts.Account {
	h.Helper()
	a, err := h.service.Create(context.Background(), draft(organization, code))
	if err != nil {
		h.Fatal(err)
	}
	return a
}

func TestAccountIsMadeWithWhatFollowsFromItsCountry(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	d := draft("Org "+ids.New().String(), "camden")
	d.Country = "US"
	made, err := h.service.Create(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := h.service.Get(context.Background(), made.ID)
	if err != nil || got.Locale != "en-US" || got.WeightUnit != "lb" || got.Status != accounts.Active || got.VaccinationWarningDays != 30 ||
		len(got.ServiceTypes.Get()) != 6 || got.Version != 1 || got.Address.Get() != nil {
		t.Errorf("%+v %v", got, err)
	}
	zone, err := h.service.Zone(context.Background(), made.ID)
	if err != nil || zone.String() != "Europe/London" {
		t.Errorf("%v %v", zone, err)
	}
	if _, err := h.service.Get(context.Background(), ids.New()); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("an account that is not there: %v", err)
	}
}

func TestEveryWrongFieldOfAnAccountIsNamed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	bad, days := "not an e-mail", 366
	_, err := h.service.Create(context.Background(), accounts.AccountCreate{Organization: " ", Code: "Not A Slug", Name: "", Timezone: "Mars/Phobos", Currency: "gbp",
		Country: "GBR", Locale: "english!", WeightUnit: "stone", Phone: &bad, Email: &bad, Website: &bad, ServiceTypes: []string{"taxidermy"}, VaccinationWarningDays: &days})
	var e *apperr.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range e.Errors {
		fields = append(fields, f.Field)
	}
	slices.Sort(fields)
	want := []string{"code", "country", "currency", "email", "locale", "name", "organization", "phone", "service_types", "timezone", "vaccination_warning_days", "website", "weight_unit"}
	if !slices.Equal(fields, want) {
		t.Errorf("got %v, want %v", fields, want)
	}
}

func TestCodeIsUniqueInItsOrganizationOnly(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, other, code := "Org "+ids.New().String(), "Org "+ids.New().String(), "c"+ids.New().String()
	first, second := h.create(one, code), h.create(other, code)
	if _, err := h.service.Create(context.Background(), draft(one, code)); !errors.Is(err, accounts.ErrCodeTaken) {
		t.Errorf("second one: %v", err)
	}
	if _, err := h.service.ByCode(context.Background(), "", code); !apperr.Is(err, apperr.Conflict) {
		t.Errorf("a code of two organizations: %v", err)
	}
	if a, err := h.service.ByCode(context.Background(), other, code); err != nil || a.ID != second.ID {
		t.Errorf("%v %v", a.ID, err)
	}
	for _, c := range [][2]string{{one, "nowhere"}, {"Nobody", code}} {
		if _, err := h.service.ByCode(context.Background(), c[0], c[1]); !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%v: %v", c, err)
		}
	}
	list, err := h.service.OfOrganization(context.Background(), first.OrganizationID)
	if err != nil || len(list) != 1 || list[0].ID != first.ID {
		t.Errorf("%v %v", list, err)
	}
}

func TestAccountsMadeAtOnceShareTheirNewOrganization(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	name := "Org " + ids.New().String()
	owners := make([]uuid.UUID, 6)
	var done sync.WaitGroup
	for i := range owners {
		done.Go(func() { owners[i] = h.create(name, fmt.Sprint("c", i)).OrganizationID })
	}
	done.Wait()
	for _, o := range owners {
		if o != owners[0] {
			t.Errorf("owners %v", owners)
		}
	}
}

func TestVisibleAccountsComeByNameAndPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	organization := "Org " + ids.New().String()
	var mine []uuid.UUID
	for _, code := range []string{"b", "a", "c"} {
		d := draft(organization, code)
		d.Name = "Account " + code
		a, err := h.service.Create(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		mine = append(mine, a.ID)
	}
	h.create(organization, "hidden")
	ctx := caller.With(context.Background(), caller.Caller{Kind: caller.APIKey, Accounts: mine})
	var names []string
	for request := (paging.Request{Limit: 2}); ; {
		page, err := h.service.Visible(ctx, request)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range page.Items {
			names = append(names, a.Name)
		}
		if page.Next == nil {
			break
		}
		request.After = page.Next
	}
	if !slices.Equal(names, []string{"Account a", "Account b", "Account c"}) {
		t.Errorf("names %v", names)
	}
}

func (h house) importReasons(account uuid.UUID, lines map[string]accounts.PendingReasonLine) {
	h.Helper()
	of := h.service.PendingReasonImport()
	var external []string
	for id := range lines {
		external = append(external, id)
	}
	slices.Sort(external)
	err := h.db.InTx(context.Background(), func(ctx context.Context) error {
		known, err := of.Find(ctx, account, external)
		if err != nil {
			return err
		}
		var batch []importing.Record[any]
		for _, id := range external {
			line := lines[id]
			r := importing.Record[any]{ID: known[id], Exists: known[id] != uuid.Nil, ExternalID: id, Line: &line, Errors: &apperr.FieldErrors{}}
			if !r.Exists {
				r.ID = ids.New()
			}
			batch = append(batch, r)
		}
		return of.Apply(ctx, account, batch, nil)
	})
	if err != nil {
		h.Fatal(err)
	}
}

func (h house) eventTypes(account uuid.UUID) []string {
	h.Helper()
	var types []string
	err := h.db.Rows(context.Background(), func(row postgres.Scanner) error {
		types = append(types, "")
		return row.Scan(&types[len(types)-1])
	}, `select type from outbox.events where account_id = $1 order by sequence`, account)
	if err != nil {
		h.Fatal(err)
	}
	return types
}

func TestImportedPendingReasonsAreListedByOrderAndService(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a := h.create("Org "+ids.New().String(), "camden")
	no := false
	lines := map[string]accounts.PendingReasonLine{
		"R-1": {Name: "Waits for proof", ItemOrder: 2, ServiceTypes: []string{"boarding", "daycare"}},
		"R-2": {Name: "Waits for deposit", ItemOrder: 1},
		"R-3": {Name: "Waits for trial", ItemOrder: 3, ServiceTypes: []string{"grooming"}, Active: &no},
	}
	h.importReasons(a.ID, lines)
	list := func(service string) []string {
		page, err := h.service.PendingReasons(context.Background(), a.ID, service, paging.Request{Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range page.Items {
			names = append(names, fmt.Sprint(*p.ExternalID, " ", p.Active, " ", p.Version))
		}
		return names
	}
	if got := list(""); !slices.Equal(got, []string{"R-2 true 1", "R-1 true 1", "R-3 false 1"}) {
		t.Errorf("all: %v", got)
	}
	if got := list("boarding"); !slices.Equal(got, []string{"R-2 true 1", "R-1 true 1"}) {
		t.Errorf("boarding: %v", got)
	}
	h.importReasons(a.ID, lines) // changes nothing
	changed := lines["R-1"]
	changed.Name = "Waits for vaccination proof"
	lines["R-1"] = changed
	h.importReasons(a.ID, lines)
	if got := list("daycare"); !slices.Equal(got, []string{"R-2 true 1", "R-1 true 2"}) {
		t.Errorf("daycare: %v", got)
	}
	want := []string{accounts.PendingReasonCreated, accounts.PendingReasonCreated, accounts.PendingReasonCreated, accounts.PendingReasonUpdated}
	if got := h.eventTypes(a.ID); !slices.Equal(got, want) {
		t.Errorf("events %v", got)
	}
	page, err := h.service.PendingReasons(context.Background(), a.ID, "", paging.Request{Limit: 1})
	if err != nil || len(page.Items) != 1 || page.Next == nil {
		t.Errorf("%+v %v", page, err)
	}
	next, err := h.service.PendingReasons(context.Background(), a.ID, "", paging.Request{Limit: 1, After: page.Next})
	if err != nil || *next.Items[0].ExternalID != "R-1" {
		t.Errorf("%+v %v", next, err)
	}
}
