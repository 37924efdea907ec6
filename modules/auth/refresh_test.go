package auth_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/testkit"
)

func works(t *testing.T, s *auth.Service, token string) bool {
	t.Helper()
	_, err := s.Bearer(t.Context(), token)
	if err != nil {
		testkit.WantKind(t, err, apperr.Unauthenticated)
	}
	return err == nil
}

func refresh(t *testing.T, s *auth.Service, token string) auth.Grant {
	t.Helper()
	return testkit.Must[auth.Grant](t)(s.Refresh(t.Context(), token))
}

func TestRefreshReplacesTheToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other := w.replica(), w.replica()
	first := logIn(t, one, w.person())
	w.Advance(time.Minute)
	second := refresh(t, one, first.AccessToken)
	if works(t, other, first.AccessToken) {
		t.Error("the old token still works")
	}
	if !works(t, other, second.AccessToken) {
		t.Error("the new token does not work")
	}
	if !second.RefreshUntil.Equal(first.RefreshUntil) || string(second.Customer.JSON) != string(first.Customer.JSON) {
		t.Errorf("got %+v after %+v", second, first)
	}
}

func TestExpiredTokenIsRefreshedUntilTheWindowEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.replica()
	g := logIn(t, s, w.person())
	w.Advance(15 * time.Minute)
	if works(t, s, g.AccessToken) {
		t.Error("an expired token works")
	}
	w.Advance(14*24*time.Hour - 16*time.Minute) // a minute is left
	g = refresh(t, s, g.AccessToken)
	if g.ExpiresIn != time.Minute {
		t.Errorf("the token would outlive the window: %s", g.ExpiresIn)
	}
	w.Advance(time.Minute)
	if works(t, s, g.AccessToken) {
		t.Error("a token works after the window")
	}
	testkit.WantKind(t, second(s.Refresh(t.Context(), g.AccessToken)), apperr.Unauthenticated)
}

func TestTokenThatComesAgainEndsTheSession(t *testing.T) {
	t.Parallel()
	for _, refreshes := range []int{1, 3} {
		w := newWorld(t)
		s, p := w.replica(), w.person()
		other, first := logIn(t, s, p), logIn(t, s, p)
		last := first
		for range refreshes {
			last = refresh(t, s, last.AccessToken)
			w.Advance(10 * time.Second)
		}
		testkit.WantKind(t, second(s.Refresh(t.Context(), first.AccessToken)), apperr.Unauthenticated)
		if works(t, s, last.AccessToken) {
			t.Errorf("after %d refreshes, the newest token still works", refreshes)
		}
		testkit.WantKind(t, second(s.Refresh(t.Context(), last.AccessToken)), apperr.Unauthenticated)
		if !works(t, s, other.AccessToken) {
			t.Error("another session of the customer ended too")
		}
	}
}

func TestTokenThatComesAgainWithinTenSecondsGetsTheSameAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, other := w.replica(), w.replica()
	first := logIn(t, s, w.person())
	second := refresh(t, s, first.AccessToken)
	w.Advance(10*time.Second - time.Microsecond)
	testkit.Same(t, refresh(t, other, first.AccessToken), second)
	third := refresh(t, s, second.AccessToken)
	_, err := s.Refresh(t.Context(), first.AccessToken) // the new token is refreshed
	testkit.WantKind(t, err, apperr.Unauthenticated)
	if works(t, s, third.AccessToken) {
		t.Error("the session goes on")
	}
}

func TestTwentyRefreshesAtOnceGetTheSameToken(t *testing.T) {
	t.Parallel()
	w := aloneWorld(t)
	s, p := w.replica(), w.person()
	g := logIn(t, s, p)
	var won atomic.Int64
	var token atomic.Value
	var group sync.WaitGroup
	// All of them wait for the locked session, so that they are really concurrent.
	must(t, w.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := w.DB.In(ctx).Exec(`select 1 from auth.sessions where account_id = ? for update`, p.account).Error; err != nil {
			return err
		}
		for range 20 {
			group.Go(func() {
				next, err := s.Refresh(context.Background(), g.AccessToken)
				if err == nil {
					won.Add(1)
					if old := token.Swap(next.AccessToken); old != nil && old != next.AccessToken {
						t.Error("another token")
					}
				} else if !apperr.Is(err, apperr.Unauthenticated) {
					t.Error(err)
				}
			})
		}
		w.UntilLocked(20)
		return nil
	}))
	group.Wait()
	if n := won.Load(); n != 20 {
		t.Fatalf("%d won", n)
	}
	if !works(t, s, token.Load().(string)) {
		t.Error("the token does not work")
	}
}

func TestRefreshThatCameBeforeTheOtherWasDoneIsNoTheft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	slow := &slowSessions{SessionStore: w.store, came: make(chan struct{}), goOn: make(chan struct{})}
	late := w.replica(func(n *auth.Needs) { n.Sessions = slow })
	s := w.replica()
	g := logIn(t, s, p)
	result := make(chan error)
	go func() {
		_, err := late.Refresh(t.Context(), g.AccessToken)
		result <- err
	}()
	<-slow.came // it has arrived, but waits for a connection
	w.Advance(time.Minute)
	next := refresh(t, s, g.AccessToken)
	close(slow.goOn)
	must(t, <-result)
	if !works(t, s, next.AccessToken) {
		t.Error("the session ended")
	}
}

// slowSessions stops before its first read.
type slowSessions struct {
	auth.SessionStore
	once       sync.Once
	came, goOn chan struct{}
}

func (s *slowSessions) GetSession(ctx context.Context, account, id uuid.UUID) (auth.Session, error) {
	s.once.Do(func() {
		close(s.came)
		<-s.goOn
	})
	return s.SessionStore.GetSession(ctx, account, id)
}

func TestRefreshThatTwoOthersOvertakeIsNoTheft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.replica()
	first := logIn(t, s, w.person())
	var last auth.Grant
	late := w.replica(func(n *auth.Needs) {
		n.Sessions = &overtaken{SessionStore: w.store, by: func() { last = refresh(t, s, refresh(t, s, first.AccessToken).AccessToken) }}
	})
	testkit.WantKind(t, second(late.Refresh(t.Context(), first.AccessToken)), apperr.Unauthenticated)
	if !works(t, s, last.AccessToken) {
		t.Error("the session ended")
	}
}

// overtaken lets others go first between its first read of a session and the lock.
type overtaken struct {
	auth.SessionStore
	once sync.Once
	by   func()
}

func (o *overtaken) LockSession(ctx context.Context, account, id uuid.UUID) (auth.Session, error) {
	o.once.Do(o.by)
	return o.SessionStore.LockSession(ctx, account, id)
}

func TestLogoutEndsTheSessionOnEveryReplicaAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other, p := w.replica(), w.replica(), w.person()
	g, elsewhere := logIn(t, one, p), logIn(t, one, p)
	must(t, one.Logout(t.Context(), g.AccessToken))
	if works(t, other, g.AccessToken) {
		t.Error("the token still works")
	}
	testkit.WantKind(t, second(other.Refresh(t.Context(), g.AccessToken)), apperr.Unauthenticated)
	if !works(t, other, elsewhere.AccessToken) {
		t.Error("another session of the customer ended too")
	}
	testkit.WantKind(t, one.Logout(t.Context(), g.AccessToken), apperr.Unauthenticated)
}

func TestLogoutTakesEveryTokenOfItsSessionUntilTheWindowEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	expired, late := logIn(t, s, p), logIn(t, s, p)
	w.Advance(15 * time.Minute)
	replaced, elsewhere := logIn(t, s, p), logIn(t, s, p)
	current := refresh(t, s, refresh(t, s, replaced.AccessToken).AccessToken)
	for what, token := range map[string]string{"expired": expired.AccessToken, "replaced": replaced.AccessToken} {
		if err := s.Logout(t.Context(), token); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, ended := range []auth.Grant{expired, current} {
		testkit.WantKind(t, second(s.Refresh(t.Context(), ended.AccessToken)), apperr.Unauthenticated)
	}
	if !works(t, s, elsewhere.AccessToken) {
		t.Error("another session of the customer ended too")
	}
	w.Advance(14*24*time.Hour - 15*time.Minute)
	testkit.WantKind(t, s.Logout(t.Context(), late.AccessToken), apperr.Unauthenticated)
}

func TestChangedLoginEndsAllSessionsOfThatCustomerOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p, q := w.replica(), w.person(), w.person()
	w.Exec(`update people set account = $1 where customer = $2`, p.account, q.customer)
	q.account = p.account
	mine, also, others := logIn(t, s, p), logIn(t, s, p), logIn(t, s, q)
	must(t, w.changeLogin(p, "hash = 'hash of another'", func() {}))
	if works(t, s, mine.AccessToken) || works(t, s, also.AccessToken) {
		t.Error("a token still works")
	}
	testkit.WantKind(t, second(s.Refresh(t.Context(), mine.AccessToken)), apperr.Unauthenticated)
	if !works(t, s, others.AccessToken) {
		t.Error("another customer's session ended too")
	}
}

func TestChangedLoginThatIsRolledBackEndsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	g := logIn(t, s, p)
	undone := errors.New("undone")
	err := w.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := auth.NewReactions(w.store).LoginChanged(ctx, p.account, p.customer); err != nil {
			return err
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	if !works(t, s, g.AccessToken) {
		t.Error("the session ended")
	}
}

func TestSweepTakesOnlyWhatIsOver(t *testing.T) {
	t.Parallel()
	w := aloneWorld(t)
	w.SetTime(time.Now())
	s, p := w.replica(), w.person()
	testkit.WantKind(t, second(s.Login(t.Context(), p.with("guess"), anywhere())), apperr.Unauthenticated)
	g := logIn(t, s, p)
	testkit.Must[auth.ResetToken](t)(s.CreatePasswordReset(w.Context(), p.account, p.customer))
	wantOf := func(table string, want int) {
		t.Helper()
		w.wantCount(want, `select count(*) from auth.`+table+` where account_id = $1`, p.account)
	}
	var aged time.Duration
	sweep := func(after time.Duration) {
		t.Helper()
		for table, end := range map[string]string{"sessions": "refresh_until", "login_failures": "ends_at", "login_attempts": "ends_at",
			"login_addresses": "ends_at", "password_resets": "expires_at"} {
			w.Exec(fmt.Sprintf(`update auth.%[1]s set %[2]s = %[2]s - $1::interval`, table, end), after-aged)
		}
		aged = after
		for testkit.Must[int64](t)(w.store.Sweep(t.Context())) > 0 {
		}
	}
	sweep(0)
	wantOf("sessions", 1)
	wantOf("login_failures", 1)
	sweep(15 * time.Minute)
	wantOf("sessions", 1)
	wantOf("login_failures", 0)
	wantOf("password_resets", 1)
	sweep(24 * time.Hour)
	wantOf("password_resets", 0)
	sweep(g.RefreshUntil.Sub(w.Now()))
	wantOf("sessions", 0)
	w.wantCount(0, `select count(*) from auth.login_attempts where ends_at <= now()`)
	wantOf("login_addresses", 1)
	sweep(400 * 24 * time.Hour)
	wantOf("login_addresses", 0)
}
