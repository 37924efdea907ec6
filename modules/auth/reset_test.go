package auth_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
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
				_, err := s.CreatePasswordReset(ctx, p.account, p.customer)
				return err
			})
			if created != nil || blocked != nil {
				t.Fatal(created, blocked)
			}
			if n := w.Count(`select count(*) from auth.password_resets where customer_id = $1`, p.customer); n != 0 {
				t.Error("there is a token")
			}
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
		if w.Count("select count(*) from people where customer = $1 and hash = $2", p.customer, hashOf(right)) != 1 {
			t.Errorf("%s: the password is another one", what)
		}
	}
}
