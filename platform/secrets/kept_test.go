package secrets_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// Values sealed by earlier versions are in databases and backups, so they must always open.
func TestValueSealedByAnEarlierVersionOpens(t *testing.T) {
	t.Parallel()
	sealed := testkit.Must[[]byte](t)(hex.DecodeString("01610b5e2d7f5e85f83a264cd0fc57ef3697d8000f3bb0042f37f6ccf5c23275fa4514747f"))
	if plain, err := box(t, "a").Open(sealed, "webhook 1"); err != nil || string(plain) != "whsec_x" {
		t.Errorf("%q %v", plain, err)
	}
}

// Cursors signed by replicas of earlier versions must verify.
func TestValueSignedByAnEarlierVersionVerifies(t *testing.T) {
	t.Parallel()
	signed := testkit.Must[[]byte](t)(hex.DecodeString("01610c726ffe82ae027a3c64e6dcf9ed9b2d706f736974696f6e2037"))
	if plain, err := box(t, "a").Verify(signed, "list"); err != nil || string(plain) != "position 7" {
		t.Errorf("%q %v", plain, err)
	}
}

func TestWhyAValueDoesNotOpenIsSaid(t *testing.T) {
	t.Parallel()
	b := box(t, "a")
	sealed := b.Seal([]byte("x"), "p")
	for want, given := range map[string][]byte{"it is cut off": sealed[:5], `its key "b" is not configured`: box(t, "b").Seal([]byte("x"), "p"),
		"it was changed or sealed for something else": sealed[:len(sealed)-1]} {
		if _, err := b.Open(given, "p"); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, cut := range [][]byte{nil, sealed[:1], sealed[:2]} {
		if _, err := b.Open(cut, "p"); err == nil || err.Error() != "open a sealed value: it is cut off" {
			t.Errorf("%d bytes: %v", len(cut), err)
		}
	}
}
