package customerspets_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/internal/lists"
	"github.com/petcare/petcare/modules/customerspets/internal/locations"
	"github.com/petcare/petcare/modules/customerspets/internal/phones"
	"github.com/petcare/petcare/modules/customerspets/internal/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

const secret = "correct-horse-battery"

func TestAPasswordOpensTheLoginAndIsNeverShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "email": "Ann@Example.com", "password": "` + secret + `"}`)
	if !c.Login.Enabled {
		t.Error("the login is not enabled")
	}
	l := testkit.Must[customerspets.Login](t)(w.service.Login(w.ctx, w.account, "aNN@example.COM"))
	if ok, err := passwords.New().Verify(w.ctx, secret, l.PasswordHash); !ok || err != nil || l.Customer != c.ID || l.Status != customerspets.Active {
		t.Errorf("the login is %+v (%v)", l, err)
	}
	testkit.Must[customerspets.Customer](t)(w.change(w.ctx, c.ID, `{"password": "another-secret-1"}`))
	testkit.Must[customerspets.Customer](t)(w.change(w.ctx, c.ID, `{"password": null}`))
	bodies := strings.Join(testkit.Must[[]string](t)(testkit.Column[string](w.ctx, w.db,
		"select body from outbox.events where account_id = $1", w.account)), "")
	for _, word := range []string{secret, "another-secret-1", "argon2", "password"} {
		if strings.Contains(bodies, word) || strings.Contains(asJSON(t, c), word) {
			t.Errorf("%q is in an event or answer", word)
		}
	}
}

// countedHashes counts the passwords that are hashed.
type countedHashes struct {
	customerspets.Passwords
	n int
}

func (c *countedHashes) Hash(ctx context.Context, password string) (string, error) {
	c.n++
	return c.Passwords.Hash(ctx, password)
}

func TestAPasswordThatACustomerSendsIsRefusedBeforeItCostsAHash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hashes := &countedHashes{Passwords: passwords.New()}
	w.service = customerspets.NewService(w.Env(), w.Bus, store.NewCustomers(w.db), store.NewPets(w.db), lists.New(w.lists),
		locations.New(w.places), phones.New(), hashes, nil, nil, nil)
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "password": "` + secret + `"}`)
	for _, body := range []string{`{"password": "another-secret-1"}`, `{"first_name": "Bea", "password": null}`} {
		testkit.WantKind(t, second(w.change(w.as(c.ID), c.ID, body)), apperr.Forbidden, "forbidden")
	}
	if l, err := w.service.LoginOf(w.ctx, w.account, c.ID); err != nil || l.PasswordHash == "" || hashes.n != 1 {
		t.Errorf("%d passwords were hashed, the login is %+v, %v", hashes.n, l, err)
	}
}

func TestAPasswordNeedsAnEmail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wantFaults(t, second(w.create(w.ctx, `{"first_name": "Ann", "password": "`+secret+`"}`)), "email")
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "password": "` + secret + `"}`)
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"email": null}`)), "email")
	must(t, second(w.change(w.ctx, c.ID, `{"email": null, "password": null}`)))
	wantFaults(t, second(w.change(w.ctx, c.ID, `{"password": "short"}`)), "password")
}

func TestEmailsAreUniqueAmongCustomersWithLogin(t *testing.T) {
	t.Parallel()
	w, elsewhere := newWorld(t), newWorld(t)
	login := `, "password": "` + secret + `"}`
	w.customer(`{"first_name": "Ann", "email": "ann@example.com"` + login)
	without := w.customer(`{"first_name": "Bea", "email": "ANN@example.com"}`)
	testkit.WantKind(t, second(w.create(w.ctx, `{"first_name": "Cat", "email": "Ann@Example.com"`+login)), apperr.Conflict, "duplicate")
	testkit.WantKind(t, second(w.change(w.ctx, without.ID, `{"password": "`+secret+`"}`)), apperr.Conflict, "duplicate")
	dee := w.customer(`{"first_name": "Dee", "email": "dee@example.com"` + login)
	testkit.WantKind(t, second(w.change(w.ctx, dee.ID, `{"email": "ann@EXAMPLE.com"}`)), apperr.Conflict, "duplicate")
	elsewhere.customer(`{"first_name": "Ann", "email": "ann@example.com"` + login)
}

func TestLoginChangedIsToldWhenSessionsHaveToEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "password": "` + secret + `"}`)
	for _, step := range []struct {
		body    string
		told    int
		version int64
	}{
		{`{"alert": "x"}`, 0, 2},
		{`{"password": "` + secret + `"}`, 1, 3}, // set is set, even to the same
		{`{"status": "inactive"}`, 0, 4},
		{`{"status": "blocked"}`, 1, 5},
		{`{"status": "blocked"}`, 0, 5},
		{`{"password": null}`, 1, 6},
		{`{"password": null}`, 0, 6},
	} {
		w.logins.told = nil
		after := testkit.Must[customerspets.Customer](t)(w.change(w.ctx, c.ID, step.body))
		if len(w.logins.told) != step.told || after.Version != step.version {
			t.Errorf("%s told %d and made version %d, want %d and %d", step.body, len(w.logins.told), after.Version, step.told, step.version)
		}
	}
	if _, err := w.service.Login(w.ctx, w.account, "ann@example.com"); !apperr.Is(err, apperr.NotFound) {
		t.Errorf("without a password the login is there: %v", err)
	}
}

func TestLoggedInIsNoChangeOfTheRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "password": "` + secret + `"}`)
	must(t, w.service.LoggedIn(w.ctx, w.account, c.ID))
	after := testkit.Must[customerspets.Customer](t)(w.service.GetCustomer(w.ctx, w.account, c.ID))
	if after.Login.LastLoginAt == nil || after.Version != 1 || !after.UpdatedAt.Equal(c.UpdatedAt) {
		t.Errorf("the customer is %s", asJSON(t, after))
	}
	w.wantEvents(c.ID, customerspets.CustomerCreated)
}

func TestAPasswordIsSetWhereTheLoginAllowsItAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "email": "ann@example.com", "status": "blocked"}`)
	var seen customerspets.Login
	set := func(answer error) error {
		return w.service.SetPassword(w.ctx, w.account, c.ID, secret, func(_ context.Context, l customerspets.Login) error {
			seen = l
			return answer
		})
	}
	refused := apperr.NewForbidden("forbidden", "no")
	if err := set(refused); !errors.Is(err, refused) || seen.Customer != c.ID || seen.Status != customerspets.Blocked || seen.Email != "ann@example.com" {
		t.Errorf("%v for %+v", err, seen)
	}
	if l, err := w.service.LoginOf(w.ctx, w.account, c.ID); err != nil || l.PasswordHash != "" || len(w.logins.told) != 0 {
		t.Errorf("the refused password is set: %+v, %v", l, err)
	}
	if err := set(nil); err != nil || len(w.logins.told) != 1 {
		t.Errorf("%v, told %v", err, w.logins.told)
	}
}
