package auth_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/testkit"
)

// Blocking voids the reset token of a customer, also one that is created at the same time: it must not work once the customer is unblocked.
func TestBlockedCustomersHaveNoResetToken(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(w *world, p person, create func(context.Context) error) (created, blocked error){
		"the token comes first": func(w *world, p person, create func(context.Context) error) (created, blocked error) {
			var done <-chan error
			created = w.DB.InTx(w.Context(), func(ctx context.Context) error {
				if err := create(ctx); err != nil {
					return err
				}
				done = w.Blocks(ctx, func() error { return w.changeLogin(p, "blocked = true", func() {}) })
				return nil
			})
			return created, <-done
		},
		"the block comes first": func(w *world, p person, create func(context.Context) error) (created, blocked error) {
			done := make(chan error, 1)
			blocked = w.changeLogin(p, "blocked = true", func() {
				go func() { done <- create(w.Context()) }()
				w.Until("it waits or has ended", func() bool {
					return len(done) > 0 || w.Count(`select count(*) from pg_stat_activity
						where datname = current_database() and wait_event_type = 'Lock'`) > 0
				})
			})
			created = <-done
			testkit.WantKind(t, created, apperr.Conflict)
			return nil, blocked
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := aloneWorld(t)
			p, s := w.person(), w.replica()
			created, blocked := at(w, p, func(ctx context.Context) error {
				return second(s.CreatePasswordReset(ctx, p.account, p.customer))
			})
			if created != nil || blocked != nil {
				t.Fatal(created, blocked)
			}
			w.wantCount(0, `select count(*) from auth.password_resets where customer_id = $1`, p.customer)
		})
	}
}

// closing is a location that becomes inactive once it was asked.
type closing struct {
	auth.Locations
	asked atomic.Bool
}

func (c *closing) RequireWritable(context.Context, uuid.UUID) error {
	if c.asked.Swap(true) {
		return apperr.NewConflict("account_inactive", "the account is inactive")
	}
	return nil
}

// Hashing takes long. A location that becomes inactive meanwhile keeps its passwords.
func TestPasswordsDoNotChangeInALocationThatBecomesInactive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	token := testkit.Must[auth.ResetToken](t)(w.replica().CreatePasswordReset(w.Context(), p.account, p.customer))
	as := w.As(caller.Caller{Kind: caller.Customer, ID: p.customer, Customer: p.customer, Accounts: []uuid.UUID{p.account}})
	for what, change := range map[string]func(s *auth.Service) error{
		"by the password": func(s *auth.Service) error {
			return s.ChangePassword(as, auth.PasswordChange{CurrentPassword: right, NewPassword: "another password"}, anywhere())
		},
		"by a token": func(s *auth.Service) error {
			return s.ResetPassword(w.Context(), auth.PasswordResetInput{Token: token.Token, NewPassword: "another password"}, anywhere())
		},
	} {
		err := change(w.replica(func(n *auth.Needs) { n.Locations = &closing{Locations: w.locations} }))
		if e := testkit.WantKind(t, err, apperr.Conflict); e == nil || e.Code != "account_inactive" {
			t.Errorf("%s: %v", what, err)
		}
		w.wantCount(1, "select count(*) from people where customer = $1 and hash = $2", p.customer, hashOf(right))
	}
}

// replaced is a location in which another token for the customer is created while the first one is being used.
type replaced struct {
	auth.Locations
	once   sync.Once
	create func()
}

func (r *replaced) RequireWritable(context.Context, uuid.UUID) error {
	r.once.Do(r.create)
	return nil
}

func TestResetTokenThatIsReplacedWhileItIsUsedChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, s := w.person(), w.replica()
	create := func() auth.ResetToken {
		return testkit.Must[auth.ResetToken](t)(s.CreatePasswordReset(w.Context(), p.account, p.customer))
	}
	reset := func(s *auth.Service, token auth.ResetToken) error {
		return s.ResetPassword(w.Context(), auth.PasswordResetInput{Token: token.Token, NewPassword: "another password"}, anywhere())
	}
	older := create()
	var newer auth.ResetToken
	err := reset(w.replica(func(n *auth.Needs) {
		n.Locations = &replaced{Locations: w.locations, create: func() { newer = create() }}
	}), older)
	testkit.WantKind(t, err, apperr.Unauthenticated)
	w.wantCount(1, "select count(*) from people where customer = $1 and hash = $2", p.customer, hashOf(right))
	if err := reset(s, newer); err != nil {
		t.Error("the newer token:", err)
	}
}

func TestResetTokenThatIsUsedWhileAnotherIsCreatedWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, s := w.person(), w.replica()
	older := testkit.Must[auth.ResetToken](t)(s.CreatePasswordReset(w.Context(), p.account, p.customer))
	var used <-chan error
	err := w.DB.InTx(w.Context(), func(ctx context.Context) error {
		if err := w.store.LockCustomer(ctx, p.account, p.customer); err != nil {
			return err
		}
		used = w.Blocks(ctx, func() error {
			return s.ResetPassword(w.Context(), auth.PasswordResetInput{Token: older.Token, NewPassword: "another password"}, anywhere())
		})
		// What holds the older token now while it waits would be a deadlock.
		err := w.DB.In(ctx).Exec(`select from auth.password_resets where customer_id = ? for update nowait`, p.customer).Error
		if err == nil {
			_, err = s.CreatePasswordReset(ctx, p.account, p.customer)
		}
		return err
	})
	if err != nil {
		t.Fatal("the newer token:", err)
	}
	testkit.WantKind(t, <-used, apperr.Unauthenticated)
}

func TestResetTokenEndsAfterADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, s := w.person(), w.replica()
	reset := func(after time.Duration) error {
		token := testkit.Must[auth.ResetToken](t)(s.CreatePasswordReset(w.Context(), p.account, p.customer))
		w.Advance(after)
		return s.ResetPassword(w.Context(), auth.PasswordResetInput{Token: token.Token, NewPassword: "another password"}, anywhere())
	}
	testkit.WantKind(t, reset(24*time.Hour), apperr.Unauthenticated)
	if err := reset(24*time.Hour - time.Microsecond); err != nil {
		t.Error("just before its end:", err)
	}
}

// Staff may set another password while the customer's current one is being checked.
func TestPasswordThatChangesDuringItsChangeStays(t *testing.T) {
	t.Parallel()
	for what, set := range map[string]string{"changed": "hash = 'hash of another'", "blocked": "blocked = true"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			p := w.person()
			as := w.As(caller.Caller{Kind: caller.Customer, ID: p.customer, Customer: p.customer, Accounts: []uuid.UUID{p.account}})
			finish := w.paused(func(s *auth.Service) error {
				return s.ChangePassword(as, auth.PasswordChange{CurrentPassword: right, NewPassword: "third password"}, anywhere())
			})
			must(t, w.changeLogin(p, set, func() {}))
			testkit.WantKind(t, finish(), apperr.Unauthenticated)
			w.wantCount(0, "select count(*) from people where customer = $1 and hash = $2", p.customer, hashOf("third password"))
		})
	}
}

func TestPasswordChangesHaveTheLimitsOfLogins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p, elsewhere, address := w.replica(), w.person(), w.person(), anywhere()
	w.Exec(`update people set email = $1 where customer = $2`, p.email, elsewhere.customer) // the same e-mail address in another account
	change := func(p person, current, address string) error {
		as := w.As(caller.Caller{Kind: caller.Customer, ID: p.customer, Customer: p.customer, Accounts: []uuid.UUID{p.account}})
		return s.ChangePassword(as, auth.PasswordChange{CurrentPassword: current, NewPassword: "another password"}, address)
	}
	for range 5 {
		testkit.WantKind(t, change(p, "guess", anywhere()), apperr.Unauthenticated)
	}
	if wait := wantLimited(t, change(p, right, anywhere())); wait != time.Minute {
		t.Errorf("wait %s", wait)
	}
	must(t, change(elsewhere, right, anywhere())) // the customer of another account
	w.Advance(time.Minute)
	for range 5 {
		testkit.WantKind(t, change(p, "guess", anywhere()), apperr.Unauthenticated)
	}
	w.Advance(time.Minute) // ten failures in all, which close the login as well
	_, err := s.Login(t.Context(), p.with(right), anywhere())
	if wait := wantLimited(t, err); wait != 13*time.Minute {
		t.Errorf("the login waits %s", wait)
	}
	wantLimited(t, change(p, right, anywhere()))
	for range 5 {
		testkit.WantKind(t, change(w.person(), "guess", address), apperr.Unauthenticated)
	}
	wantLimited(t, change(w.person(), right, address))
}

func TestFiveResetsAMinuteFromOneAddress(t *testing.T) {
	t.Parallel()
	s, address := newWorld(t).replica(), anywhere()
	reset := func(address string) error {
		return s.ResetPassword(t.Context(), auth.PasswordResetInput{Token: "x", NewPassword: "another password"}, address)
	}
	for range 5 {
		testkit.WantKind(t, reset(address), apperr.Unauthenticated)
	}
	wantLimited(t, reset(address))
	testkit.WantKind(t, reset(anywhere()), apperr.Unauthenticated)
}
