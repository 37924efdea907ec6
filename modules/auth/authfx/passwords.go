package authfx

import (
	"context"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/passwords"
)

// verifier implements auth.Passwords.
type verifier struct{ *passwords.Hasher }

func newVerifier(h *passwords.Hasher) auth.Passwords { return verifier{h} }

// Verify checks a password against hash. If hash is "", it checks a dummy, which takes the same time.
func (v verifier) Verify(ctx context.Context, hash, password string) (bool, error) {
	if hash == "" {
		_, err := v.Hasher.Verify(ctx, password, v.Dummy())
		return false, err
	}
	return v.Hasher.Verify(ctx, password, hash)
}
