package auth_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/platform/apperr"
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
