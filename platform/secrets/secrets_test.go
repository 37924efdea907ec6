package secrets_test

import (
	"bytes"
	"testing"

	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

func key(id string) secrets.Key {
	return secrets.Key{ID: id, Secret: bytes.Repeat([]byte(id), 32)}
}

func box(t *testing.T, ids ...string) *secrets.Box {
	t.Helper()
	var keys []secrets.Key
	for _, id := range ids {
		keys = append(keys, key(id))
	}
	b := testkit.Must[*secrets.Box](t)(secrets.NewBox(keys))
	return b
}

func TestSealedValueOpensForItsPurposeOnly(t *testing.T) {
	t.Parallel()
	b := box(t, "a")
	sealed := b.Seal([]byte("whsec_x"), "webhook 1")
	if plain, err := b.Open(sealed, "webhook 1"); err != nil || string(plain) != "whsec_x" {
		t.Errorf("%q %v", plain, err)
	}
	if _, err := b.Open(sealed, "webhook 2"); err == nil {
		t.Error("it opens for another purpose")
	}
	if bytes.Contains(sealed, []byte("whsec")) || bytes.Equal(sealed, b.Seal([]byte("whsec_x"), "webhook 1")) {
		t.Error("the sealed value tells something")
	}
	for i := range sealed {
		broken := bytes.Clone(sealed)
		broken[i] ^= 1
		if _, err := b.Open(broken, "webhook 1"); err == nil {
			t.Errorf("byte %d can be changed", i)
		}
		if _, err := b.Open(sealed[:i], "webhook 1"); err == nil {
			t.Errorf("it can be cut at %d", i)
		}
	}
}

func TestKeysRotate(t *testing.T) {
	t.Parallel()
	old := box(t, "a").Seal([]byte("x"), "p")
	if plain, err := box(t, "b", "a").Open(old, "p"); err != nil || string(plain) != "x" {
		t.Errorf("%q %v", plain, err)
	}
	if _, err := box(t, "b").Open(old, "p"); err == nil {
		t.Error("it opens without its key")
	}
	if _, err := secrets.NewBox(nil); err == nil {
		t.Error("a box without keys")
	}
}

func TestSignedValueVerifiesForItsPurposeOnly(t *testing.T) {
	t.Parallel()
	b := box(t, "a")
	signed := b.Sign([]byte("position 7"), "list")
	for _, opener := range []*secrets.Box{b, box(t, "b", "a")} {
		if plain, err := opener.Verify(signed, "list"); err != nil || string(plain) != "position 7" {
			t.Errorf("%q %v", plain, err)
		}
	}
	for _, purpose := range []string{"list 2", "lis", "", "listposition 7"} {
		if _, err := b.Verify(signed, purpose); err == nil {
			t.Errorf("it verifies for %q", purpose)
		}
	}
	if _, err := b.Verify(b.Sign([]byte("p7"), "list"), "listp"); err == nil {
		t.Error("text can be moved to the purpose")
	}
	if _, err := box(t, "b").Verify(signed, "list"); err == nil {
		t.Error("it verifies without its key")
	}
	for i := range signed {
		broken := bytes.Clone(signed)
		broken[i] ^= 1
		if _, err := b.Verify(broken, "list"); err == nil {
			t.Errorf("byte %d can be changed", i)
		}
		if _, err := b.Verify(signed[:i], "list"); err == nil {
			t.Errorf("it can be cut at %d", i)
		}
	}
}

// Cursors are signed values that clients send, so they may contain anything.
func TestAnyBytesAreRefused(t *testing.T) {
	t.Parallel()
	b := box(t, "a")
	for first := range 256 {
		value := bytes.Repeat([]byte{byte(first)}, 400)
		if _, err := b.Open(value, "p"); err == nil {
			t.Errorf("400 bytes %d open", first)
		}
		if _, err := b.Verify(value, "p"); err == nil {
			t.Errorf("400 bytes %d verify", first)
		}
	}
}
