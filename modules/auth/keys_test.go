package auth_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func makeKey(t *testing.T, s *auth.Service, d auth.KeyCreate) auth.NewKey {
	t.Helper()
	if d.Name == "" {
		d.Name = "a key"
	}
	if d.Abilities == nil {
		d.Abilities = []string{"customers:read"}
	}
	return testkit.Must[auth.NewKey](t)(s.CreateKey(t.Context(), d))
}

// keyed is a world with a key of its only organization.
func keyed(t *testing.T, d auth.KeyCreate, change ...func(*auth.Needs)) (*world, *auth.Service, auth.NewKey) {
	t.Helper()
	w := newWorld(t)
	w.locations.open("Willow", "camden")
	s := w.replica(change...)
	d.Organization = "Willow"
	return w, s, makeKey(t, s, d)
}

func TestKeyIsItsHolderAndSeesAllAccountsOfTheOrganization(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.replica()
	accounts := w.locations.open("Willow", "camden", "soho")
	w.locations.open("Other", "leeds")
	k := makeKey(t, s, auth.KeyCreate{Organization: "Willow", Name: " Till ", Abilities: []string{"orders:read", "*", "orders:read"}})
	c := testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
	organization, _ := w.locations.GetOrganization(t.Context(), "Willow")
	if c.Kind != caller.APIKey || c.ID != k.ID || c.Name != "Till" || c.Organization != organization || !c.AllAccounts {
		t.Errorf("the key is %+v", c)
	}
	if !slices.Equal(c.Accounts, accounts) || !slices.Equal(c.Abilities, []string{"orders:read", "*"}) {
		t.Errorf("it sees %v and holds %v", c.Accounts, c.Abilities)
	}
}

func TestKeyOfSomeAccountsSeesNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.replica()
	accounts := w.locations.open("Willow", "camden", "soho", "leeds")
	k := makeKey(t, s, auth.KeyCreate{Organization: "Willow", AccountCodes: []string{"leeds", "camden", "leeds"}})
	w.locations.open("Willow", "york")
	c, err := s.APIKey(t.Context(), k.Secret, true)
	if err != nil || c.AllAccounts || !slices.Equal(c.Accounts, []uuid.UUID{accounts[0], accounts[2]}) {
		t.Errorf("it sees %v of %v, %v", c.Accounts, accounts, err)
	}
}

func TestDraftOfAKeyNamesEveryFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.replica()
	w.locations.open("Willow", "camden")
	for _, c := range []struct {
		draft auth.KeyCreate
		want  []string
	}{
		{auth.KeyCreate{}, []string{"name length", "abilities required", "organization unknown"}},
		{auth.KeyCreate{Organization: "Willow", Name: strings.Repeat("x", 101), AccountCodes: []string{"camden", "soho"},
			Abilities: []string{"*", "all:things"}, Expires: -time.Second}, []string{"name length", "expires range", "abilities[1] enum", "accounts[1] unknown"}},
	} {
		testkit.WantFieldErrors(t, second(s.CreateKey(t.Context(), c.draft)), c.want...)
	}
}

func TestKeyItselfIsNowhereInTheDatabase(t *testing.T) {
	t.Parallel()
	w, s, k := keyed(t, auth.KeyCreate{})
	if n := w.Count(`select count(*) from auth.api_keys k where k.id = $1`, k.ID); n != 1 {
		t.Fatalf("%d keys", n)
	}
	hidden := k.Secret[len(k.Prefix):]
	w.wantCount(0, `select count(*) from auth.api_keys k where k::text like '%' || $1 || '%'`, hidden)
	if list, err := s.ListKeys(t.Context()); err != nil || strings.Contains(fmt.Sprintf("%+v", list), hidden) {
		t.Errorf("the list shows the key, or %v", err)
	}
}

func TestRevokedKeyStopsOnEveryReplicaWithinFiveSeconds(t *testing.T) {
	t.Parallel()
	w, one, k := keyed(t, auth.KeyCreate{})
	other := w.replica()
	for _, s := range []*auth.Service{one, other} {
		testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
	}
	testkit.Must[[]auth.Key](t)(one.RevokeKey(t.Context(), k.ID, false))
	// Constant use must not keep a key in the cache.
	for range 4 {
		w.Advance(time.Second)
		_, _ = other.APIKey(t.Context(), k.Secret, false)
	}
	for _, s := range []*auth.Service{one, other} {
		testkit.WantKind(t, second(s.APIKey(t.Context(), k.Secret, false)), apperr.Unauthenticated)
	}
	first := testkit.Must[[]auth.Key](t)(one.ListKeys(t.Context()))
	w.Advance(time.Hour)
	if _, err := one.RevokeKey(t.Context(), k.ID, false); err != nil {
		t.Fatalf("revoking it again: %v", err)
	}
	again, err := one.ListKeys(t.Context())
	if err != nil || !find(first, k.ID).RevokedAt.Equal(*find(again, k.ID).RevokedAt) {
		t.Errorf("revoking it again moved the time, or %v", err)
	}
	testkit.WantKind(t, second(one.RevokeKey(t.Context(), ids.New(), false)), apperr.NotFound)
}

func find(list []auth.Key, id uuid.UUID) auth.Key {
	return list[slices.IndexFunc(list, func(k auth.Key) bool { return k.ID == id })]
}

// slowKeys does something after it has read a key and before it answers.
type slowKeys struct {
	auth.KeyStore
	then func()
}

func (k *slowKeys) GetKeyByHash(ctx context.Context, hash []byte) (auth.Key, error) {
	found, err := k.KeyStore.GetKeyByHash(ctx, hash)
	k.then()
	return found, err
}

func TestKeyThatIsRevokedDuringASlowLookupStopsWithinFiveSeconds(t *testing.T) {
	t.Parallel()
	keys := &slowKeys{}
	w, s, k := keyed(t, auth.KeyCreate{}, func(n *auth.Needs) { keys.KeyStore, n.Keys = n.Keys, keys })
	keys.then = func() {
		keys.then = func() {}
		must(t, second(s.RevokeKey(t.Context(), k.ID, false)))
		w.Advance(4 * time.Second)
	}
	testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
	w.Advance(time.Second)
	testkit.WantKind(t, second(s.APIKey(t.Context(), k.Secret, false)), apperr.Unauthenticated)
}

func TestKeyStopsTheMomentItExpiresAlsoWhileItIsRemembered(t *testing.T) {
	t.Parallel()
	w, s, k := keyed(t, auth.KeyCreate{Expires: time.Hour})
	w.Advance(time.Hour - time.Microsecond)
	testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
	w.Advance(time.Microsecond)
	testkit.WantKind(t, second(s.APIKey(t.Context(), k.Secret, false)), apperr.Unauthenticated)
}

// watchedKeys counts lookups.
type watchedKeys struct {
	auth.KeyStore
	lookups atomic.Int64
}

func (k *watchedKeys) GetKeyByHash(ctx context.Context, hash []byte) (auth.Key, error) {
	k.lookups.Add(1)
	return k.KeyStore.GetKeyByHash(ctx, hash)
}

func TestMalformedKeyIsRefusedWithoutALookup(t *testing.T) {
	t.Parallel()
	keys := &watchedKeys{}
	_, s, k := keyed(t, auth.KeyCreate{}, func(n *auth.Needs) { keys.KeyStore, n.Keys = n.Keys, keys })
	last := k.Secret[39]
	wrong := k.Secret[:39] + string(rune('0'+(last+1-'0')%10))
	for _, key := range []string{"", "pck_", wrong, k.Secret + " ", strings.Repeat("x", 1<<20)} {
		_, err := s.APIKey(t.Context(), key, true)
		testkit.WantKind(t, err, apperr.Unauthenticated)
		if key != "" && err != nil && strings.Contains(err.Error(), key) {
			t.Error("the error repeats the key")
		}
	}
	if n := keys.lookups.Load(); n != 0 {
		t.Errorf("%d lookups", n)
	}
}

func TestBusyKeyIsLookedUpOnceInThreeSeconds(t *testing.T) {
	t.Parallel()
	keys := &watchedKeys{}
	w, s, k := keyed(t, auth.KeyCreate{}, func(n *auth.Needs) { keys.KeyStore, n.Keys = n.Keys, keys })
	for range 30 { // 3 seconds
		testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
		w.Advance(100 * time.Millisecond)
	}
	if n := keys.lookups.Load(); n != 1 {
		t.Errorf("%d lookups", n)
	}
}

func TestUseOfAKeyIsWrittenOnceAMinuteWhateverTheReplicas(t *testing.T) {
	t.Parallel()
	w, one, k := keyed(t, auth.KeyCreate{})
	other := w.replica()
	unused := makeKey(t, one, auth.KeyCreate{Organization: "Willow"})
	use := func(replicas ...*auth.Service) {
		for _, s := range replicas {
			testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
		}
	}
	var written []time.Time
	for i := range 13 { // two minutes
		use(one)
		if i >= 3 { // half a minute out of step
			use(other)
		}
		list := testkit.Must[[]auth.Key](t)(one.ListKeys(t.Context()))
		last := find(list, k.ID).LastUsedAt
		if last == nil {
			t.Fatal("no use was written")
		}
		if !slices.ContainsFunc(written, last.Equal) {
			written = append(written, *last)
		}
		if find(list, unused.ID).LastUsedAt != nil {
			t.Error("a key that nobody used was used")
		}
		w.Advance(10 * time.Second)
	}
	if len(written) != 3 {
		t.Errorf("written at %v", written)
	}
}

func TestKeysThatAreOverLeaveRoomForOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, organization := w.replica(), ids.New().String()
	w.locations.open(organization, "main")
	create := func(expires time.Duration) auth.NewKey {
		return testkit.Must[auth.NewKey](t)(s.CreateKey(t.Context(),
			auth.KeyCreate{Organization: organization, Name: "x", Abilities: []string{"*"}, Expires: expires}))
	}
	of := create(0).OrganizationID
	create(time.Hour)
	create(time.Hour + time.Microsecond)
	testkit.Must[[]auth.Key](t)(s.RevokeKey(t.Context(), create(0).ID, false))
	w.Advance(time.Hour)
	must(t, w.DB.InTx(t.Context(), func(ctx context.Context) error {
		n, err := w.store.EnterKeys(ctx, of, w.Now())
		if n != 2 {
			t.Errorf("%d keys count, want 2", n)
		}
		return err
	}))
}

func TestKeyIsRevokedAfterTheKeyThatItCreatesAtTheMoment(t *testing.T) {
	t.Parallel()
	w, s, k := keyed(t, auth.KeyCreate{Abilities: []string{"*"}})
	c := testkit.Must[caller.Caller](t)(s.APIKey(t.Context(), k.Secret, false))
	var revoked <-chan error
	must(t, w.DB.InTx(caller.With(t.Context(), c), func(ctx context.Context) error {
		_, err := s.GrantKey(ctx, auth.KeyGrant{Name: "x", Abilities: []string{"*"}})
		revoked = w.Blocks(ctx, func() error {
			return second(s.RevokeKey(t.Context(), k.ID, true))
		})
		return err
	}))
	must(t, <-revoked)
	w.wantCount(0, `select count(*) from auth.api_keys where maker_id = $1 and revoked_at is null`, k.ID)
}

// Two at once would count the same keys, and exceed the limit.
func TestKeysOfAnOrganizationAreAddedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	of := ids.New()
	enter := func(ctx context.Context) error {
		return second(w.store.EnterKeys(ctx, of, w.Now()))
	}
	var second <-chan error
	must(t, w.DB.InTx(t.Context(), func(ctx context.Context) error {
		err := enter(ctx)
		second = w.Blocks(ctx, func() error { return w.DB.InTx(t.Context(), enter) })
		return err
	}))
	must(t, <-second)
}

func TestUnknownKeyWithAChecksumIsRefused(t *testing.T) {
	t.Parallel()
	w, s, k := keyed(t, auth.KeyCreate{})
	w.Exec(`delete from auth.api_keys where id = $1`, k.ID)
	testkit.WantKind(t, second(s.APIKey(t.Context(), k.Secret, false)), apperr.Unauthenticated)
}
