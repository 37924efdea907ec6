package auth_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// anywhere returns a unique client address, so that tests do not share a limit.
func anywhere() string {
	id := ids.New()
	return fmt.Sprintf("2001:db8:%x:%x::1", id[10:12], id[12:14])
}

func logIn(t *testing.T, s *auth.Service, p person) auth.Grant {
	t.Helper()
	return testkit.Must[auth.Grant](t)(s.Login(t.Context(), p.with(right), anywhere()))
}

func wantLimited(t *testing.T, err error) time.Duration {
	t.Helper()
	return testkit.WantKind(t, err, apperr.RateLimited, "rate_limited").RetryAfter
}

func TestLoginGrantsATokenThatIsTheCustomer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	in := p.with(right)
	in.Email = strings.ToUpper(in.Email)
	g := testkit.Must[auth.Grant](t)(s.Login(t.Context(), in, anywhere()))
	if g.ExpiresIn != 15*time.Minute || !g.RefreshUntil.Equal(w.Now().Add(14*24*time.Hour)) {
		t.Errorf("it lives %s and until %s", g.ExpiresIn, g.RefreshUntil)
	}
	if shown, err := json.Marshal(g.Customer); err != nil || string(shown) != `{"id":"`+p.customer.String()+`"}` {
		t.Errorf("the customer is %s, %v", shown, err)
	}
	c := testkit.Must[caller.Caller](t)(w.replica().Bearer(t.Context(), g.AccessToken))
	if c.Kind != caller.Customer || c.ID != p.customer || c.Customer != p.customer || c.Name != "Jo Smith" || c.AllAccounts ||
		len(c.Accounts) != 1 || c.Accounts[0] != p.account || len(c.Abilities) != 0 {
		t.Errorf("the token is %+v", c)
	}
	if me, err := s.GetProfile(caller.With(t.Context(), c)); err != nil || me.Version != 3 {
		t.Errorf("me: %+v, %v", me, err)
	}
	w.wantCount(1, `select count(*) from logins where customer = $1`, p.customer)
}

func TestEveryFailedLoginLooksTheSameAndChecksOnePassword(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, first := w.replica().Login(t.Context(), w.person().with("wrong password"), anywhere())
	testkit.WantKind(t, first, apperr.Unauthenticated, "login_failed")
	for what, c := range map[string]struct {
		set string
		in  func(person) auth.LoginInput
	}{
		"wrong password":  {"name = name", func(p person) auth.LoginInput { return p.with("wrong password") }},
		"unknown e-mail":  {"name = name", func(p person) auth.LoginInput { p.email = "x" + p.email; return p.with(right) }},
		"unknown account": {"name = name", func(p person) auth.LoginInput { p.account = ids.New(); return p.with(right) }},
		"login disabled":  {"hash = ''", func(p person) auth.LoginInput { return p.with(right) }},
		"blocked":         {"blocked = true", func(p person) auth.LoginInput { return p.with(right) }},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s, p := w.replica(), w.person()
			w.Exec("update people set "+c.set+" where customer = $1", p.customer)
			if _, err := s.Login(t.Context(), c.in(p), anywhere()); !errors.Is(err, first) {
				t.Errorf("got %v, want %v", err, first)
			}
			if n := w.passwords.checked.Load(); n != 1 {
				t.Errorf("%d passwords were checked", n)
			}
			w.wantCount(0, `select count(*) from auth.sessions where customer_id = $1`, p.customer)
			w.wantCount(0, `select count(*) from logins where customer = $1`, p.customer)
		})
	}
}

func TestTenFailuresCloseTheLoginUntilTheirWindowEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one, other, p := w.replica(), w.replica(), w.person()
	began := w.Now()
	for i := range 10 {
		_, err := []*auth.Service{one, other}[i%2].Login(t.Context(), p.with("guess"), anywhere())
		testkit.WantKind(t, err, apperr.Unauthenticated)
		w.Advance(time.Minute)
	}
	for range 3 { // the right password is refused, too, and attempts do not extend the window
		_, err := other.Login(t.Context(), p.with(right), anywhere())
		if wait := wantLimited(t, err); wait != began.Add(15*time.Minute).Sub(w.Now()) {
			t.Errorf("wait %s", wait)
		}
		w.Advance(time.Minute)
	}
	if n := w.passwords.checked.Load(); n != 10 {
		t.Errorf("%d passwords were checked", n)
	}
	w.Advance(2 * time.Minute)
	logIn(t, one, p)
}

func TestLoginThatSucceedsOpensNoWindow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	logIn(t, s, p)
	w.Advance(14 * time.Minute)
	for range 10 {
		testkit.WantKind(t, second(s.Login(t.Context(), p.with("guess"), anywhere())), apperr.Unauthenticated)
		w.Advance(time.Second * 13) // five a minute for one e-mail address
	}
	began := w.Now().Add(-130 * time.Second)
	_, err := s.Login(t.Context(), p.with(right), anywhere())
	if wait := wantLimited(t, err); wait != began.Add(15*time.Minute).Sub(w.Now()) {
		t.Errorf("wait %s: the window begins with the first failure", wait)
	}
}

func TestGuessesFromElsewhereDoNotKeepOutWhoLogsInWhereTheyLastDid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p, home := w.replica(), w.person(), anywhere()
	from := func(address, password string) error {
		return second(s.Login(t.Context(), p.with(password), address))
	}
	in := p.with(right)
	in.Email = strings.ToUpper(in.Email)
	testkit.Must[auth.Grant](t)(s.Login(t.Context(), in, home))
	w.Advance(time.Minute)
	for range 10 {
		testkit.WantKind(t, from(anywhere(), "guess"), apperr.Unauthenticated)
		w.Advance(13 * time.Second) // five a minute for one e-mail address
	}
	wantLimited(t, from(anywhere(), right))
	must(t, from(home, right)) // from where they last logged in
	w.Advance(time.Minute)
	for range 10 { // that address has the same limit
		testkit.WantKind(t, from(home, "guess"), apperr.Unauthenticated)
		w.Advance(13 * time.Second)
	}
	wantLimited(t, from(home, right))
}

func TestNobodyElsewhereCanNameTheCountOfTheLastAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p, home := w.replica(), w.person(), anywhere()
	testkit.Must[auth.Grant](t)(s.Login(t.Context(), p.with(right), home))
	w.Advance(time.Minute)
	guess := p.with("guess")
	guess.Email += " " + caller.Network(home)
	for range 5 {
		testkit.WantKind(t, second(s.Login(t.Context(), guess, anywhere())), apperr.Unauthenticated)
	}
	testkit.Must[auth.Grant](t)(s.Login(t.Context(), p.with(right), home))
}

// Otherwise whoever logs in every day would share the limit of strangers some day.
func TestAddressIsKeptFromTheLastLoginOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p, home := w.replica(), w.person(), anywhere()
	for range 2 {
		testkit.Must[auth.Grant](t)(s.Login(t.Context(), p.with(right), home))
		w.Advance(48 * time.Hour)
	}
	if n := w.Count(`select count(*) from auth.login_addresses where account_id = $1 and ends_at = $2`,
		p.account, w.Now().Add((400*24-48)*time.Hour)); n != 1 {
		t.Error("the second login does not count")
	}
}

func TestGuessesAtOnceAreNoMoreThanTheWindowAllows(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	s := w.replica(func(n *auth.Needs) { n.Throttle = everyAttempt{w.store} }) // without the limit per minute, which would apply first
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() { _, _ = s.Login(t.Context(), p.with("guess"), anywhere()) })
	}
	group.Wait()
	if n := w.passwords.checked.Load(); n != 10 {
		t.Errorf("%d passwords were checked", n)
	}
}

// everyAttempt does not limit attempts.
type everyAttempt struct{ auth.Throttle }

func (everyAttempt) Attempt(context.Context, []byte, time.Time, int, time.Duration) (time.Duration, error) {
	return 0, nil
}

func TestFiveAttemptsAMinuteFromOneAddressOverAllReplicas(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	replicas, address := []*auth.Service{w.replica(), w.replica()}, anywhere()
	try := func() error { // each for a different customer
		_, err := replicas[0].Login(t.Context(), w.person().with(right), address)
		replicas[0], replicas[1] = replicas[1], replicas[0]
		return err
	}
	for range 5 {
		must(t, try())
		w.Advance(5 * time.Second)
	}
	if wait := wantLimited(t, try()); wait != 35*time.Second {
		t.Errorf("wait %s", wait)
	}
	w.Advance(35 * time.Second)
	must(t, try()) // a minute after the first
	wantLimited(t, try())
	logIn(t, replicas[0], w.person()) // from elsewhere
}

func TestFiveAttemptsAMinuteForOneAddressee(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	for i := range 5 {
		in := p.with(right)
		if i%2 == 0 {
			in.Email = " " + strings.ToUpper(in.Email)
		}
		_, _ = s.Login(t.Context(), in, anywhere())
	}
	_, err := s.Login(t.Context(), p.with(right), anywhere())
	if wait := wantLimited(t, err); wait != time.Minute {
		t.Errorf("wait %s", wait)
	}
}

func TestAttemptThatIsRefusedForItsAddresseeCostsItsAddressAndOthersNothing(t *testing.T) {
	t.Parallel()
	for limit, pause := range map[string]time.Duration{"attempts": 0, "failures": time.Minute} {
		t.Run(limit, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			s, p, q, address := w.replica(), w.person(), w.person(), anywhere()
			for range 10 {
				_, _ = s.Login(t.Context(), p.with("guess"), anywhere())
				w.Advance(pause)
			}
			for range 10 {
				wantLimited(t, second(s.Login(t.Context(), p.with(right), address)))
			}
			for range 5 {
				testkit.Must[auth.Grant](t)(s.Login(t.Context(), q.with(right), address))
			}
			wantLimited(t, second(s.Login(t.Context(), w.person().with(right), address)))
			elsewhere := w.person()
			w.Exec(`update people set email = $1 where customer = $2`, p.email, elsewhere.customer)
			elsewhere.email = p.email // the same e-mail address in another account
			logIn(t, s, elsewhere)
		})
	}
}

func TestAttemptsAtOnceFromOneAddressAreNoMoreThanFive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, address := w.replica(), anywhere()
	people := []person{w.person(), w.person(), w.person()} // whose own limits refuse some attempts, too
	var group sync.WaitGroup
	for i := range 30 {
		group.Go(func() { _, _ = s.Login(t.Context(), people[i%3].with("guess"), address) })
	}
	group.Wait()
	if n := w.passwords.checked.Load(); n != 5 {
		t.Errorf("%d passwords were checked", n)
	}
}

func TestPasswordThatChangesDuringTheLoginLeavesNoSession(t *testing.T) {
	t.Parallel()
	for what, set := range map[string]string{"changed": "hash = 'hash of another'", "cleared": "hash = ''", "blocked": "blocked = true"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			p := w.person()
			finish := w.paused(func(s *auth.Service) error { return second(s.Login(t.Context(), p.with(right), anywhere())) })
			must(t, w.changeLogin(p, set, func() {}))
			testkit.WantKind(t, finish(), apperr.Unauthenticated)
			w.wantCount(0, `select count(*) from auth.sessions where customer_id = $1`, p.customer)
		})
	}
}

// A customer whose connection breaks has not guessed.
func TestLoginThatIsGivenUpIsNoFailure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	ctx, giveUp := context.WithCancel(t.Context())
	finish := w.paused(func(s *auth.Service) error { return second(s.Login(ctx, p.with(right), anywhere())) })
	giveUp()
	if finish() == nil {
		t.Error("it succeeded")
	}
	w.wantCount(0, `select count(*) from auth.login_failures where account_id = $1 and failures > 0`, p.account)
}

func TestLoginThatOutlastsItsWindowTakesNoFailureOffTheNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.person()
	finish := w.paused(func(s *auth.Service) error { return second(s.Login(t.Context(), p.with(right), anywhere())) })
	w.Advance(15 * time.Minute)
	testkit.WantKind(t, second(w.replica().Login(t.Context(), p.with("guess"), anywhere())), apperr.Unauthenticated)
	must(t, finish())
	w.wantCount(1, `select failures from auth.login_failures where account_id = $1`, p.account)
}

func TestChangeThatOvertakesALoginAtOnceLeavesNoSession(t *testing.T) {
	t.Parallel()
	w := aloneWorld(t)
	s, p := w.replica(), w.person()
	// The change has ended the sessions and is about to commit. Until then, the login sees the old password.
	result := make(chan error)
	must(t, w.changeLogin(p, "hash = 'hash of another'", func() {
		go func() {
			_, err := s.Login(t.Context(), p.with(right), anywhere())
			result <- err
		}()
		w.UntilLocked(1)
	}))
	testkit.WantKind(t, <-result, apperr.Unauthenticated)
	w.wantCount(0, `select count(*) from auth.sessions where customer_id = $1`, p.customer)
}

func TestUnknownLoginsCloseLikeKnownOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, p := w.replica(), w.person()
	p.email = "nobody." + p.email
	for range 10 {
		testkit.WantKind(t, second(s.Login(t.Context(), p.with("guess"), anywhere())), apperr.Unauthenticated)
		w.Advance(time.Minute)
	}
	wantLimited(t, second(s.Login(t.Context(), p.with("guess"), anywhere())))
}
