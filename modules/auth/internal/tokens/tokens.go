// Package tokens signs and verifies access tokens: JWT with HS256 and the key id in "kid".
package tokens

import (
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/ids"
)

const (
	issuer   = "petcare"
	audience = "petcare-customers"
	// maxLength is much longer than any token of Sign; longer ones are not decoded.
	maxLength = 2048
	// skew is how far the clocks of two replicas may differ.
	skew = time.Minute
)

// Tokens implements auth.Tokens.
type Tokens struct {
	first  auth.SigningKey
	keys   map[string][]byte
	parser *jwt.Parser
}

// New returns Tokens that sign with the first key and accept tokens of all keys.
func New(keys []auth.SigningKey) (*Tokens, error) {
	if len(keys) == 0 {
		return nil, errors.New("there is no key to sign access tokens with")
	}
	t := &Tokens{first: keys[0], keys: make(map[string][]byte, len(keys))}
	for _, k := range keys {
		if _, twice := t.keys[k.ID]; twice || k.ID == "" || len(k.Secret) < 32 {
			return nil, fmt.Errorf("%s: a signing key has an id of its own and at least 32 bytes", k)
		}
		t.keys[k.ID] = k.Secret
	}
	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), // whatever the token claims
		jwt.WithStrictDecoding(),
		jwt.WithoutClaimsValidation(), // check does that, because it depends on the operation
	)
	return t, nil
}

type claims struct {
	jwt.RegisteredClaims
	Session string `json:"sid"`
	Account string `json:"account_id"`
}

// Sign implements auth.Tokens.
func (t *Tokens) Sign(c auth.Claims) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: c.Customer.String(), ID: c.ID.String(),
			IssuedAt: jwt.NewNumericDate(c.IssuedAt), ExpiresAt: jwt.NewNumericDate(c.ExpiresAt),
		},
		Session: c.Session.String(), Account: c.Account.String(),
	})
	token.Header["kid"] = t.first.ID
	signed, err := token.SignedString(t.first.Secret)
	if err != nil {
		return "", fmt.Errorf("sign an access token: %w", err)
	}
	return signed, nil
}

// Read implements auth.Tokens.
func (t *Tokens) Read(token string, now time.Time, expired bool) (auth.Claims, error) {
	if len(token) > maxLength {
		return auth.Claims{}, auth.Unauthenticated()
	}
	var c claims
	// The error is dropped on purpose, because it may contain parts of the token.
	if _, err := t.parser.ParseWithClaims(token, &c, t.keyOf); err != nil {
		return auth.Claims{}, auth.Unauthenticated()
	}
	read, ok := c.check(now, expired)
	if !ok {
		return auth.Claims{}, auth.Unauthenticated()
	}
	return read, nil
}

func (t *Tokens) keyOf(token *jwt.Token) (any, error) {
	kid, _ := token.Header["kid"].(string)
	secret, ok := t.keys[kid]
	if !ok {
		return nil, errors.New("no such key")
	}
	return secret, nil
}

func (c claims) check(now time.Time, expired bool) (auth.Claims, bool) {
	// A number out of range becomes a time before 1970.
	if c.IssuedAt == nil || c.ExpiresAt == nil || c.IssuedAt.Unix() <= 0 || !c.ExpiresAt.After(c.IssuedAt.Time) ||
		c.IssuedAt.After(now.Add(skew)) {
		return auth.Claims{}, false
	}
	if !expired && !now.Before(c.ExpiresAt.Time) {
		return auth.Claims{}, false
	}
	if c.Issuer != issuer || len(c.Audience) != 1 || c.Audience[0] != audience {
		return auth.Claims{}, false
	}
	read := auth.Claims{IssuedAt: c.IssuedAt.UTC(), ExpiresAt: c.ExpiresAt.UTC()}
	for _, id := range []struct {
		text string
		into *uuid.UUID
	}{{c.ID, &read.ID}, {c.Subject, &read.Customer}, {c.Session, &read.Session}, {c.Account, &read.Account}} {
		var ok bool
		if *id.into, ok = ids.Parse(id.text); !ok || id.into.String() != id.text { // the form that Sign writes
			return auth.Claims{}, false
		}
	}
	return read, true
}
