package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// OIDCOptions are the OpenID Connect issuer at which staff sign in. Without an Issuer there is none.
type OIDCOptions struct {
	Issuer       string
	ClientID     string
	ClientSecret string // "": a public client, for which PKCE stands alone
	RedirectURL  string // "": from the address at which the browser asks
	// GroupsClaim is a claim with a list of groups, of which Groups gives role and accounts. Then who is in none of the groups cannot sign
	// in by the issuer, and who is in one becomes a member of staff of Organization.
	GroupsClaim  string
	Groups       []Group
	Organization string
}

// Group is what a group of the issuer gives. The first one that fits counts.
type Group struct {
	Name     string
	Role     string   // its name
	Accounts []string // codes; none: all
}

// Issuer is the issuer at which staff sign in.
type Issuer interface {
	// AuthURL is where a browser goes to sign in. It fails with apperr.Unavailable if the issuer does not answer.
	AuthURL(ctx context.Context, redirect, state, nonce, verifier string) (string, error)
	// Exchange returns the identity in the id token that code is exchanged for. The token is one of the issuer for this client, signed
	// with one of its keys and valid now; its nonce is not checked.
	Exchange(ctx context.Context, redirect, code, verifier string) (Identity, error)
}

// Identity is whom an id token is about.
type Identity struct {
	Nonce         string
	Email         string
	EmailVerified bool
	Name          string
	Groups        []string
}

// Sealer seals values for a purpose.
type Sealer interface {
	Seal(plain []byte, purpose string) []byte
	Open(sealed []byte, purpose string) ([]byte, error)
}

const (
	oidcPurpose = "sign-in by OpenID Connect"
	// OIDCTime is how long a sign-in at the issuer may take.
	OIDCTime = 10 * time.Minute
)

// oidcState is a sign-in that has begun, as the browser keeps it, sealed.
type oidcState struct {
	State, Nonce, Verifier, Redirect, ReturnTo, Organization string
	Until                                                    time.Time
}

// StartOIDC begins a sign-in at the issuer and returns where the browser goes, and a value that the same browser has to show at the end.
// It fails with apperr.NotFound without an issuer, and with apperr.Invalid if returnTo is not a page of the console.
func (s *Service) StartOIDC(ctx context.Context, returnTo, organization, callback string) (location, sealed string, err error) {
	if s.needs.Issuer == nil {
		return "", "", apperr.NewNotFound("issuer")
	}
	if !ownPage(returnTo) {
		return "", "", apperr.NewInvalidIn("query", "returnTo", "format", "is not the path of a page of the console, such as /console")
	}
	st := oidcState{State: random(), Nonce: random(), Verifier: random(), Redirect: callback, ReturnTo: returnTo, Organization: organization,
		Until: s.needs.Clock.Now().Add(OIDCTime)}
	if of := s.needs.Options.OIDC.RedirectURL; of != "" {
		st.Redirect = of
	}
	if location, err = s.needs.Issuer.AuthURL(ctx, st.Redirect, st.State, st.Nonce, st.Verifier); err != nil {
		return "", "", err
	}
	plain, err := json.Marshal(st)
	if err != nil {
		return "", "", fmt.Errorf("encode the state of a sign-in: %w", err)
	}
	return location, base64.RawURLEncoding.EncodeToString(s.needs.Sealer.Seal(plain, oidcPurpose)), nil
}

// ownPage reports whether a browser that is sent to a location stays in the console. Browsers read \ as /, and skip white space.
func ownPage(location string) bool {
	u, err := url.Parse(location)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || strings.ContainsAny(location, "\\\t\r\n") {
		return false
	}
	return u.Path == path.Clean(u.Path) && (u.Path == "/console" || strings.HasPrefix(u.Path, "/console/"))
}

func random() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand crashes the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// OIDCReturn is what a browser brings back from the issuer.
type OIDCReturn struct {
	State  string
	Code   string
	Error  string // of the issuer, instead of Code
	Sealed string // of StartOIDC
}

// oidcRefused is the error for all sign-ins that are refused. Its message is always the same; err says why, for the log.
func oidcRefused(format string, args ...any) error {
	return errors.Join(refused("login_failed", "the sign-in was refused"), fmt.Errorf(format, args...))
}

// FinishOIDC starts a session for whom the issuer has identified, and returns the page to go on with. It fails with
// apperr.Unauthenticated, and an error that says why, for everybody else.
func (s *Service) FinishOIDC(ctx context.Context, in OIDCReturn, address string) (StaffGrant, string, error) {
	if s.needs.Issuer == nil {
		return StaffGrant{}, "", apperr.NewNotFound("issuer")
	}
	st, err := s.readState(in)
	if err != nil {
		return StaffGrant{}, "", err
	}
	who, err := s.needs.Issuer.Exchange(ctx, st.Redirect, in.Code, st.Verifier)
	switch {
	case apperr.Is(err, apperr.Unavailable):
		return StaffGrant{}, "", err
	case err != nil:
		return StaffGrant{}, "", oidcRefused("exchange the code: %w", err)
	case !equal(who.Nonce, st.Nonce):
		return StaffGrant{}, "", oidcRefused("the nonce is another one")
	case !who.EmailVerified || who.Email == "":
		return StaffGrant{}, "", oidcRefused("the e-mail address is not verified")
	}
	m, err := s.identify(ctx, who, st.Organization)
	if err != nil {
		return StaffGrant{}, "", err
	}
	g, err := s.signIn(ctx, m, address, func(context.Context, *Member) error { return nil })
	if apperr.Is(err, apperr.Unauthenticated) {
		err = oidcRefused("no active member of staff has the e-mail address")
	}
	return g, st.ReturnTo, err
}

func (s *Service) readState(in OIDCReturn) (st oidcState, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(in.Sealed)
	if err != nil || in.Sealed == "" {
		return st, oidcRefused("this browser has begun no sign-in")
	}
	plain, err := s.needs.Sealer.Open(sealed, oidcPurpose)
	if err != nil {
		return st, oidcRefused("read the state: %w", err)
	}
	if err := json.Unmarshal(plain, &st); err != nil {
		return st, oidcRefused("read the state: %w", err)
	}
	switch {
	case !equal(in.State, st.State):
		return st, oidcRefused("the state is another one")
	case !s.needs.Clock.Now().Before(st.Until):
		return st, oidcRefused("the sign-in took too long")
	case in.Error != "" || in.Code == "":
		return st, oidcRefused("the issuer says %q", in.Error)
	}
	return st, nil
}

// identify returns the member of staff with the verified e-mail address, made or changed as their group says if groups count.
func (s *Service) identify(ctx context.Context, who Identity, organization string) (Member, error) {
	o := s.needs.Options.OIDC
	if o.GroupsClaim != "" {
		return s.identifyByGroup(ctx, who, o)
	}
	return s.findMember(ctx, organization, who.Email)
}

func (s *Service) identifyByGroup(ctx context.Context, who Identity, o OIDCOptions) (m Member, err error) {
	at := slices.IndexFunc(o.Groups, func(g Group) bool { return slices.Contains(who.Groups, g.Name) })
	if at < 0 {
		return Member{}, oidcRefused("no group of theirs has a role")
	}
	ctx, role, accounts, err := s.placeOf(ctx, o.Organization, o.Groups[at].Role, o.Groups[at].Accounts)
	if err != nil {
		return Member{}, fmt.Errorf("the settings of the group %q: %w", o.Groups[at].Name, err)
	}
	of := caller.From(ctx).Organization
	err = s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.needs.Members.EnterStaff(ctx, of); err != nil {
			return err
		}
		found, err := s.needs.Members.FindMembers(ctx, of, normalizeEmail(who.Email))
		if err != nil {
			return err
		}
		now := s.needs.Clock.Now()
		if len(found) == 0 {
			m = Member{ID: ids.New(), OrganizationID: of, Organization: o.Organization, Name: nameOf(who), Email: text.Clean(who.Email),
				EmailKey: normalizeEmail(who.Email), RoleID: role.ID, Role: role.Name, AccountIDs: jsonb.New(accounts), Active: true,
				CreatedAt: now, UpdatedAt: now, Version: 1}
			if err := s.needs.Members.InsertMember(ctx, m); err != nil {
				return err
			}
			return s.tellStaff(ctx, "staff.created", m, nil)
		}
		if m = found[0]; !m.Active {
			return oidcRefused("the member of staff is inactive")
		}
		if m.RoleID == role.ID && slices.Equal(m.AccountIDs.Get(), accounts) {
			return nil
		}
		before := m
		m.RoleID, m.Role, m.AccountIDs, m.UpdatedAt = role.ID, role.Name, jsonb.New(accounts), now
		m.Version++
		return s.storeMember(ctx, before, m)
	})
	return m, err
}

func nameOf(who Identity) string {
	name := text.Clean(who.Name)
	if n := text.Len(name); n < 1 || n > 120 || !text.Valid(name) {
		name, _, _ = strings.Cut(who.Email, "@")
	}
	return name
}

// placeOf resolves names of an organization, a role and accounts. The context that it returns is that of the system in the organization,
// which has to be open, as for requests of its staff.
func (s *Service) placeOf(ctx context.Context, organization, role string, codes []string) (context.Context, Role, []uuid.UUID, error) {
	var errs apperr.FieldErrors
	k := Key{Organization: text.Clean(organization)}
	accounts, err := s.checkAccounts(ctx, &k, codes, &errs)
	if err != nil {
		return ctx, Role{}, nil, err
	}
	all, err := s.allRoles(ctx, k.OrganizationID)
	if err != nil {
		return ctx, Role{}, nil, err
	}
	at := slices.IndexFunc(all, func(r Role) bool { return r.NameKey == fold(role) })
	if at < 0 {
		known := lists.Map(all, func(r Role) string { return r.Name })
		errs.Add("role", "unknown", "is not one of "+strings.Join(known, ", "))
		return ctx, Role{}, nil, errs.Err()
	}
	by := caller.Caller{Kind: caller.System, Name: k.Organization, Organization: k.OrganizationID, AllAccounts: true}
	ctx = tx.Before(caller.With(ctx, by), func(ctx context.Context) error { return s.needs.Locations.RequireOpen(ctx, k.OrganizationID) })
	return ctx, all[at], accounts, errs.Err()
}
