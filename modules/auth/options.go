package auth

import (
	"fmt"
	"time"
)

// Options configure logins.
type Options struct {
	AccessTTL   time.Duration // how long an access token is valid
	RefreshTTL  time.Duration // how long after the login it can be refreshed
	SigningKeys []SigningKey  // the first signs, all verify
	OIDC        OIDCOptions   // where staff sign in, if anywhere
	Box         Sealer        // seals what browsers keep meanwhile; needed with an issuer
}

// SigningKey signs access tokens. ID is the "kid" of tokens that it has signed.
type SigningKey struct {
	ID     string
	Secret []byte
}

// String and GoString keep the secret out of logs.
func (k SigningKey) String() string   { return "signing key " + k.ID }
func (k SigningKey) GoString() string { return k.String() }

func (o Options) check() error {
	if o.AccessTTL < time.Second || o.RefreshTTL < o.AccessTTL {
		return fmt.Errorf("access tokens live %s and can be refreshed for %s: that is too short", o.AccessTTL, o.RefreshTTL)
	}
	return nil
}
