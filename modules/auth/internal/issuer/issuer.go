// Package issuer implements auth.Issuer with an OpenID Connect issuer: the code flow with PKCE.
package issuer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"golang.org/x/oauth2"
)

const (
	// skew is how far the issuer's clock may be behind.
	skew = time.Minute
	// timeout is that of a request to the issuer.
	timeout = 10 * time.Second
)

// Issuer implements auth.Issuer.
type Issuer struct {
	options auth.OIDCOptions
	clock   clock.Clock
	client  *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until the issuer has answered
}

// New returns an Issuer that asks nothing before it is needed.
func New(o auth.OIDCOptions, c clock.Clock) *Issuer {
	return &Issuer{options: o, clock: c, client: &http.Client{Timeout: timeout}}
}

// discover reads where the issuer has its endpoints and keys, once. The keys are read again when a token has an unknown one.
func (i *Issuer) discover(ctx context.Context) (*oidc.Provider, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.provider != nil {
		return i.provider, nil
	}
	// The provider keeps the context, also for later requests for keys.
	p, err := oidc.NewProvider(i.with(context.WithoutCancel(ctx)), i.options.Issuer)
	if err != nil {
		return nil, unavailable(fmt.Errorf("discover the issuer %s: %w", i.options.Issuer, err))
	}
	i.provider = p
	return p, nil
}

func (i *Issuer) with(ctx context.Context) context.Context { return oidc.ClientContext(ctx, i.client) }

// unavailable keeps the cause for the log.
func unavailable(cause error) error { return errors.Join(apperr.NewUnavailable(5*time.Second), cause) }

func (i *Issuer) config(p *oidc.Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{ClientID: i.options.ClientID, ClientSecret: i.options.ClientSecret, Endpoint: p.Endpoint(), RedirectURL: redirect,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"}}
}

// AuthURL implements auth.Issuer.
func (i *Issuer) AuthURL(ctx context.Context, redirect, state, nonce, verifier string) (string, error) {
	p, err := i.discover(ctx)
	if err != nil {
		return "", err
	}
	return i.config(p, redirect).AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

// Exchange implements auth.Issuer.
func (i *Issuer) Exchange(ctx context.Context, redirect, code, verifier string) (auth.Identity, error) {
	p, err := i.discover(ctx)
	if err != nil {
		return auth.Identity{}, err
	}
	tokens, err := i.config(p, redirect).Exchange(i.with(ctx), code, oauth2.VerifierOption(verifier))
	if err != nil {
		if _, answered := errors.AsType[*oauth2.RetrieveError](err); answered {
			return auth.Identity{}, err
		}
		return auth.Identity{}, unavailable(err)
	}
	raw, ok := tokens.Extra("id_token").(string)
	if !ok {
		return auth.Identity{}, errors.New("the issuer has sent no id token")
	}
	// The verifier checks the signature, whose algorithm is one of the asymmetric ones that the issuer names, and iss, aud and exp.
	verify := p.VerifierContext(i.with(ctx), &oidc.Config{ClientID: i.options.ClientID,
		Now: func() time.Time { return i.clock.Now().Add(-skew) }})
	token, err := verify.Verify(i.with(ctx), raw)
	if err != nil {
		return auth.Identity{}, err
	}
	return i.identity(token)
}

func (i *Issuer) identity(token *oidc.IDToken) (auth.Identity, error) {
	var c struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"email_verified"`
		Name          string `json:"name"`
	}
	if err := token.Claims(&c); err != nil {
		return auth.Identity{}, fmt.Errorf("read the claims: %w", err)
	}
	who := auth.Identity{Nonce: token.Nonce, Email: c.Email, EmailVerified: c.EmailVerified, Name: c.Name}
	if i.options.GroupsClaim == "" {
		return who, nil
	}
	var all map[string]any
	if err := token.Claims(&all); err != nil {
		return auth.Identity{}, fmt.Errorf("read the claims: %w", err)
	}
	list, _ := all[i.options.GroupsClaim].([]any)
	for _, g := range list {
		if name, ok := g.(string); ok {
			who.Groups = append(who.Groups, name)
		}
	}
	return who, nil
}
