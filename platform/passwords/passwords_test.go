package passwords

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/testkit"
)

func TestTheRightPasswordVerifiesAndNoOther(t *testing.T) {
	t.Parallel()
	h := New()
	hash := testkit.Must[string](t)(h.Hash(t.Context(), "correct horse"))
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("the hash is %s", hash)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horsf": false, "": false} {
		got, err := h.Verify(t.Context(), password, hash)
		if err != nil || got != want {
			t.Errorf("%q verifies %v (%v), want %v", password, got, err, want)
		}
	}
}

func TestTwoHashesOfOnePasswordDiffer(t *testing.T) {
	t.Parallel()
	h := New()
	first := testkit.Must[string](t)(h.Hash(t.Context(), "correct horse"))
	second := testkit.Must[string](t)(h.Hash(t.Context(), "correct horse"))
	if first == second {
		t.Error("both hashes have the same salt")
	}
}

func TestComposedAndDecomposedLettersAreOnePassword(t *testing.T) {
	t.Parallel()
	h := New()
	hash := testkit.Must[string](t)(h.Hash(t.Context(), "pass\u00e9 compos\u00e9"))
	if ok, err := h.Verify(t.Context(), "passe\u0301 compose\u0301", hash); !ok || err != nil {
		t.Errorf("the decomposed form verifies %v (%v)", ok, err)
	}
}

func TestDummyCostsAsMuchAsARealHash(t *testing.T) {
	t.Parallel()
	h := New()
	dummy := testkit.Must[parameters](t)(parse(h.dummy()))
	hash := testkit.Must[string](t)(h.Hash(t.Context(), "correct horse"))
	genuine := testkit.Must[parameters](t)(parse(hash))
	if dummy.memory != genuine.memory || dummy.passes != genuine.passes || dummy.lanes != genuine.lanes || len(dummy.key) != len(genuine.key) {
		t.Errorf("the dummy is %s, a real hash %s", h.dummy(), hash)
	}
	for _, password := range []string{"", "any password", "nobody's password"} {
		if ok, err := h.Verify(t.Context(), password, ""); ok || err != nil {
			t.Errorf("%q verifies %v (%v) where there is no hash", password, ok, err)
		}
	}
}

func TestOneMoreWaitsNoLongerThanItsContext(t *testing.T) {
	t.Parallel()
	h := New()
	staff := caller.With(t.Context(), caller.Caller{Kind: caller.APIKey, ID: uuid.New(), Organization: uuid.New()})
	if !h.verifying.TryAcquire(int64(atOnce())) {
		t.Fatal("the slots are not free")
	}
	var releases []func()
	for range atOnce() {
		release := testkit.Must[func()](t)(h.hashing.Acquire(staff))
		releases = append(releases, release)
	}
	ctx, cancel := context.WithCancel(staff)
	cancel()
	if _, err := h.Hash(ctx, "correct horse"); !errors.Is(err, context.Canceled) {
		t.Errorf("hashing without a free slot ends with %v", err)
	}
	if _, err := h.Verify(ctx, "correct horse", h.dummy()); !errors.Is(err, context.Canceled) {
		t.Errorf("verifying without a free slot ends with %v", err)
	}
	for _, release := range releases {
		release()
	}
	if _, err := h.Hash(t.Context(), "correct horse"); err != nil {
		t.Errorf("with a free slot it ends with %v", err)
	}
}

func TestStaffWhoSetPasswordsKeepNobodyFromLoggingIn(t *testing.T) {
	t.Parallel()
	h := New()
	staff := caller.With(t.Context(), caller.Caller{Kind: caller.APIKey, ID: uuid.New(), Organization: uuid.New()})
	for range atOnce() {
		testkit.Must[func()](t)(h.hashing.Acquire(staff))
	}
	if _, err := h.Verify(t.Context(), "correct horse", h.dummy()); err != nil {
		t.Errorf("a login: %v", err)
	}
	other := caller.With(t.Context(), caller.Caller{Kind: caller.APIKey, ID: uuid.New(), Organization: uuid.New()})
	if _, err := h.Hash(other, "correct horse"); err != nil {
		t.Errorf("staff of another organization: %v", err)
	}
}

func TestAForeignHashIsAnErrorAndCostsNothing(t *testing.T) {
	t.Parallel()
	salted := "$c2FsdHNhbHRzYWx0c2FsdA$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5"
	for _, hash := range []string{
		"plain", "$2a$10$abcdefghijklmnopqrstuv", "$argon2i$v=19$m=19456,t=2,p=1" + salted, "$argon2id$v=16$m=19456,t=2,p=1" + salted,
		"$argon2id$v=19$m=99999999,t=2,p=1" + salted, "$argon2id$v=19$m=19456,t=0,p=1" + salted, "$argon2id$v=19$m=19456,t=2,p=0" + salted,
		"$argon2id$v=19$m=262145,t=2,p=1" + salted, "$argon2id$v=19$m=19456,t=11,p=1" + salted, "$argon2id$v=19$m=19456,t=2,p=5" + salted,
		"$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$" + strings.Repeat("a2V5", 22), "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$", "$argon2id$v=19$m=19456,t=2,p=1$???$a2V5",
	} {
		if ok, err := New().Verify(t.Context(), "correct horse", hash); ok || err == nil {
			t.Errorf("%q verifies %v (%v)", hash, ok, err)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	h := New()
	for b.Loop() {
		if _, err := h.Hash(b.Context(), "correct horse"); err != nil {
			b.Fatal(err)
		}
	}
}
