package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/accounts/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// desk is the module as the application wires it.
type desk struct {
	*testkit.Kit
	service *accounts.Service
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Kit: testkit.New(t, fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)})}
	d.Start(accountsfx.Module, fx.Populate(&d.service))
	return d
}

func location(organization, code string) accounts.AccountCreate {
	return accounts.AccountCreate{
		Organization: organization, Code: code, Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB",
	}
}

func (d *desk) create(c accounts.AccountCreate) accounts.Account {
	d.Helper()
	return testkit.Must[accounts.Account](d)(d.service.Create(d.Ctx, c))
}

func newName() string { return "Org " + ids.New().String() }

func TestAccountIsMadeWithWhatFollowsFromItsCountry(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	camden := location(newName(), "camden")
	camden.Country = "US"
	made := d.create(camden)
	got, err := d.service.Get(d.Ctx, made.ID)
	if err != nil || got.Locale != "en-US" || got.WeightUnit != "lb" || got.Status != accounts.Active || got.VaccinationWarningDays != 30 ||
		len(got.ServiceTypes.Get()) != 6 || got.Version != 1 || got.Address.Get() != nil {
		t.Errorf("%+v %v", got, err)
	}
	known, err := d.service.GetLocation(d.Ctx, made.ID)
	if err != nil || known.Zone.String() != "Europe/London" || known.Country != "US" {
		t.Errorf("%v %v", known, err)
	}
	days := accounts.AccountPatch{VaccinationWarningDays: patch.Of(7)}
	testkit.Must[accounts.Account](t)(d.service.Update(d.Ctx, made.ID, days, patch.Precondition{}))
	if known, err = d.service.GetLocation(d.Ctx, made.ID); err != nil || known.VaccinationWarningDays != 7 {
		t.Errorf("a change does not show at once: %v %v", known.VaccinationWarningDays, err)
	}
	_, err = d.service.Get(d.Ctx, ids.New())
	testkit.WantKind(t, err, apperr.NotFound)
}

// overtaken is a store whose answer has changed before it arrives.
type overtaken struct {
	accounts.Store
	change func()
}

func (s *overtaken) Get(ctx context.Context, id uuid.UUID) (accounts.Account, error) {
	a, err := s.Store.Get(ctx, id)
	s.change()
	s.change = func() {}
	return a, err
}

func TestAccountThatChangesWhileItIsReadIsNotRemembered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	made := d.create(location(newName(), "camden"))
	read := &overtaken{Store: store.New(d.DB, d.Clock)}
	service := accounts.NewService(read, nil, d.Env())
	read.change = func() {
		days := accounts.AccountPatch{VaccinationWarningDays: patch.Of(7)}
		testkit.Must[accounts.Account](t)(service.Update(d.Ctx, made.ID, days, patch.Precondition{}))
	}
	for range 2 {
		made = testkit.Must[accounts.Location](t)(service.GetLocation(d.Ctx, made.ID)).Account
	}
	if made.VaccinationWarningDays != 7 {
		t.Errorf("it still has %d warning days", made.VaccinationWarningDays)
	}
	err := d.DB.InTx(d.Ctx, func(ctx context.Context) error { // whoever asks before the commit gets what was there before
		days := accounts.AccountPatch{VaccinationWarningDays: patch.Of(8)}
		testkit.Must[accounts.Account](t)(service.Update(ctx, made.ID, days, patch.Precondition{}))
		testkit.Must[accounts.Location](t)(service.GetLocation(d.Ctx, made.ID))
		return nil
	})
	if after, _ := service.GetLocation(d.Ctx, made.ID); err != nil || after.VaccinationWarningDays != 8 {
		t.Errorf("after a change that was read before its commit it has %d warning days, %v", after.VaccinationWarningDays, err)
	}
}

func TestEveryWrongFieldOfAnAccountIsNamed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	bad := new("not an e-mail")
	_, err := d.service.Create(d.Ctx, accounts.AccountCreate{
		Organization: " ", Code: "Not A Slug", Name: "", Timezone: "Mars/Phobos", Currency: "gbp",
		Country: "GBR", Locale: "english!", WeightUnit: "stone", Phone: bad, Email: bad, Website: bad,
		ServiceTypes: []string{"taxidermy", "taxidermy"}, VaccinationWarningDays: new(366),
		Address: &address.Address{City: new(strings.Repeat("x", 121)), Country: new("GBR")},
	})
	testkit.WantFieldErrors(t, err, "organization length", "code format", "name length", "timezone format", "currency format",
		"country format", "locale format", "weight_unit enum", "phone format", "email format", "website format", "service_types enum", "service_types not_unique",
		"vaccination_warning_days range", "address.city length", "address.country format")
}

func TestWebsitesLocalesAndPhonesAreWhatTheirStandardsSay(t *testing.T) {
	t.Parallel()
	for value, isRight := range map[string]bool{
		"https://" + strings.Repeat("é", 1500) + ".de": true, "https://" + strings.Repeat("é", 2038) + ".de": false,
		"http://x.de": true, "HTTPS://x.de": true, "https://x.de:8443/a": true, "http://:80": false, "http://x.de:99999": false, "http://x.de:0": false,
		"httpx://x.de": false, "ftp://x.de": false, "https://": false,
	} {
		if faults := (accounts.AccountPatch{Website: patch.Of(value)}).Faults(); isRight != (len(faults) == 0) {
			t.Errorf("website %.20q: %v", value, faults)
		}
	}
	for value, isRight := range map[string]bool{
		"en": true, "en-GB": true, "en-US-x-twain": true, "de-DE-u-co-phonebk": true, "i-klingon": true, "x-own": true,
		"en_US": false, "e": false, "en-": false, "en--GB": false, "x": false, "en-abcdefghi": false,
		"zh-Hant-TW": true, "qx-AA": true, "en-GB-GB": false, "en-a": false, "en-1": false, "en-aaaaaaaa-bbbbbbbb-cccccccc-ddddddd": false,
	} {
		if faults := (accounts.AccountPatch{Locale: patch.Of(value)}).Faults(); isRight != (len(faults) == 0) {
			t.Errorf("locale %q: %v", value, faults)
		}
	}
	for value, isRight := range map[string]bool{
		"+1234567": true, "+123456789012345": true, "+123456": false, "+1234567890123456": false, "+0234567": false, "1234567": false,
	} {
		if faults := (accounts.AccountPatch{Phone: patch.Of(value)}).Faults(); isRight != (len(faults) == 0) {
			t.Errorf("phone %q: %v", value, faults)
		}
	}
	for length, isRight := range map[int]bool{120: true, 121: false} {
		city := accounts.AccountAddressPatch{City: patch.Of(strings.Repeat("é", length))}
		if faults := (accounts.AccountPatch{Address: patch.Of(city)}).Faults(); isRight != (len(faults) == 0) {
			t.Errorf("city of %d characters: %v", length, faults)
		}
	}
}

func TestAnAccountThatIsOlderThanARuleCanChangeInOtherKeys(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	a := d.create(location(newName(), "one"))
	d.Exec(`update accounts.accounts set website = 'example.com', locale = 'english' where id = $1`, a.ID)
	update := func(p accounts.AccountPatch) (accounts.Account, error) {
		return d.service.Update(d.Ctx, a.ID, p, patch.Precondition{})
	}
	renamed := testkit.Must[accounts.Account](t)(update(accounts.AccountPatch{Name: patch.Of("Camden")}))
	if renamed.Name != "Camden" || *renamed.Website != "example.com" {
		t.Errorf("%+v", renamed)
	}
	_, err := update(accounts.AccountPatch{Website: patch.Of("example.org")})
	testkit.WantFieldErrors(t, err, "website format")
}

func TestCodeIsUniqueInItsOrganizationOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	one, other, code := newName(), newName(), "c"+ids.New().String()
	first, second := d.create(location(one, code)), d.create(location(other, code))
	if _, err := d.service.Create(d.Ctx, location(one, code)); !errors.Is(err, accounts.ErrCodeTaken) {
		t.Errorf("second one: %v", err)
	}
	third := d.create(location(other, "d"+code))
	_, err := d.service.UpdateAsOperator(d.Ctx, third.ID, accounts.OperatorPatch{Code: patch.Of(code)}, patch.Precondition{})
	if kept := testkit.Must[accounts.Account](t)(d.service.Get(d.Ctx, third.ID)); !errors.Is(err, accounts.ErrCodeTaken) || kept.Code != third.Code {
		t.Errorf("a code that is taken: %v, and the code is %s", err, kept.Code)
	}
	_, err = d.service.GetByCode(d.Ctx, "", code) // of two organizations
	testkit.WantKind(t, err, apperr.Conflict)
	if a, err := d.service.GetByCode(d.Ctx, other, code); err != nil || a.ID != second.ID {
		t.Errorf("%v %v", a.ID, err)
	}
	for _, c := range [][2]string{{one, "nowhere"}, {"Nobody", code}} {
		_, err := d.service.GetByCode(d.Ctx, c[0], c[1])
		testkit.WantKind(t, err, apperr.NotFound)
	}
	list, err := d.service.ListOfOrganization(d.Ctx, first.OrganizationID)
	if err != nil || len(list) != 1 || list[0].ID != first.ID {
		t.Errorf("%v %v", list, err)
	}
}

func TestAccountsMadeAtOnceShareTheirNewOrganization(t *testing.T) {
	t.Parallel()
	d, name := newDesk(t), newName()
	owners := make([]uuid.UUID, 6)
	var done sync.WaitGroup
	for i := range owners {
		done.Go(func() {
			a, err := d.service.Create(d.Ctx, location(name, fmt.Sprint("c", i)))
			if err != nil {
				t.Error(err)
			}
			owners[i] = a.OrganizationID
		})
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
	d, organization := newDesk(t), newName()
	key := d.Key
	for _, code := range []string{"b", "a", "c", "b-2", "b-3"} {
		c := location(organization, code)
		c.Name = "Account " + code[:1]
		key.Accounts = append(key.Accounts, d.create(c).ID)
	}
	d.create(location(organization, "hidden"))
	var names []string
	for _, a := range testkit.AllPages(t, 2, func(r paging.Request) (paging.Page[accounts.Account], error) {
		return d.service.List(caller.With(context.Background(), key), r)
	}) {
		names = append(names, a.Name)
	}
	testkit.Same(t, names, []string{"Account a", "Account b", "Account b", "Account b", "Account c"})
}

func TestAccountsAreSortedWhateverTheCaseAndAccentsOfTheirNames(t *testing.T) {
	t.Parallel()
	d, organization := newDesk(t), newName()
	key := d.Key
	for i, name := range []string{"zoo", "Éclair", "barn", "Dover", "eden", "Ärmel", "Camden", "éclair 2"} {
		c := location(organization, "a-"+strconv.Itoa(i))
		c.Name = name
		key.Accounts = append(key.Accounts, d.create(c).ID)
	}
	var names []string
	for _, a := range testkit.AllPages(t, 1, func(r paging.Request) (paging.Page[accounts.Account], error) {
		return d.service.List(caller.With(context.Background(), key), r)
	}) {
		names = append(names, a.Name)
	}
	testkit.Same(t, names, []string{"Ärmel", "barn", "Camden", "Dover", "Éclair", "éclair 2", "eden", "zoo"})
}

func TestImportedPendingReasonsAreListedByOrderAndService(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	of := d.service.PendingReasonImport()
	lines := []string{
		`{"external_id": "R-1", "name": "Waits for proof", "item_order": 2, "service_types": ["boarding", "daycare"]}`,
		`{"external_id": "R-2", "name": "Waits for deposit", "item_order": 1}`,
		`{"external_id": "R-3", "name": "Waits for trial", "item_order": 3, "service_types": ["grooming"], "active": false}`,
		`{"external_id": "R-4", "name": "Waits for a call", "item_order": 2, "service_types": ["retail"]}`,
	}
	wantList := func(service string, want ...string) {
		t.Helper()
		var got []string
		for _, p := range testkit.AllPages(t, 1, func(r paging.Request) (paging.Page[accounts.PendingReason], error) {
			return d.service.ListPendingReasons(d.Ctx, d.Account, service, r)
		}) {
			got = append(got, fmt.Sprint(*p.ExternalID, " ", p.Active, " ", p.Version))
		}
		testkit.Same(t, got, want)
	}
	d.MustImport(of, nil, lines...)
	wantList("", "R-2 true 1", "R-1 true 1", "R-4 true 1", "R-3 false 1")
	wantList("boarding", "R-2 true 1", "R-1 true 1")

	d.MustImport(of, nil, lines...) // changes nothing
	lines[0] = `{"external_id": "R-1", "name": "Waits for vaccination proof", "item_order": 2, "service_types": ["boarding", "daycare"]}`
	d.MustImport(of, nil, lines...)
	wantList("daycare", "R-2 true 1", "R-1 true 2")
	made := accounts.PendingReasonCreated
	d.WantEvents(uuid.Nil, made, made, made, made, accounts.PendingReasonUpdated)
}
