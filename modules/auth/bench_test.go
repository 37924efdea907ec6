package auth_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/ids"
	hashing "github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/testkit"
)

// unlimited limits neither attempts nor failures.
type unlimited struct{ everyAttempt }

func (unlimited) CountFailure(context.Context, uuid.UUID, []byte, time.Time, int, time.Duration) (time.Time, time.Duration, error) {
	return time.Time{}, 0, nil
}

// BenchmarkFailedLogin must show the same time for all cases.
func BenchmarkFailedLogin(b *testing.B) {
	w := newWorld(b)
	hasher := hashing.New()
	hash := testkit.Must[string](b)(hasher.Hash(b.Context(), right))
	s := w.replica(func(n *auth.Needs) { n.Passwords, n.Throttle = hasher, unlimited{everyAttempt{w.store}} })
	known, disabled, blocked := w.person(), w.person(), w.person()
	w.Exec(`update people set hash = $1`, hash)
	w.Exec(`update people set hash = '' where customer = $1`, disabled.customer)
	w.Exec(`update people set blocked = true where customer = $1`, blocked.customer)
	unknown, nowhere := known, known
	unknown.email, nowhere.account = "x"+known.email, ids.New()
	for _, c := range []struct {
		what string
		in   auth.LoginInput
	}{
		{"wrong password", known.with("wrong password")}, {"unknown e-mail", unknown.with(right)}, {"unknown account", nowhere.with(right)},
		{"disabled", disabled.with(right)}, {"blocked", blocked.with(right)},
	} {
		b.Run(c.what, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Login(b.Context(), c.in, "192.0.2.1"); err == nil {
					b.Fatal("it succeeded")
				}
			}
		})
	}
}

// BenchmarkBearer measures what authentication adds to a customer's request.
func BenchmarkBearer(b *testing.B) {
	w := newWorld(b)
	s := w.replica()
	g := testkit.Must[auth.Grant](b)(s.Login(b.Context(), w.person().with(right), anywhere()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Bearer(b.Context(), g.AccessToken); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAPIKey measures what authentication adds to a request with a cached key.
func BenchmarkAPIKey(b *testing.B) {
	w := newWorld(b)
	s := w.replica()
	w.locations.open("Willow", "camden")
	k := testkit.Must[auth.NewKey](b)(
		s.CreateKey(b.Context(), auth.KeyCreate{Organization: "Willow", Name: "a key", Abilities: []string{"*"}}))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.APIKey(b.Context(), k.Secret, false); err != nil {
			b.Fatal(err)
		}
	}
}
