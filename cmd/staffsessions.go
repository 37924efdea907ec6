package petcarecmd

import (
	"context"
	"time"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// staffSessions signs members of staff in to the console.
type staffSessions struct{ auth *auth.Service }

func (s staffSessions) Login(ctx context.Context, email, password, organization, address string) (string, error) {
	g, err := s.auth.StaffLogin(ctx, auth.StaffLoginInput{Email: email, Password: password, Organization: organization}, address)
	return g.Token, err
}

func (s staffSessions) Accept(ctx context.Context, token, password, address string) (string, error) {
	g, err := s.auth.AcceptInvitation(ctx, auth.AcceptInput{Token: token, NewPassword: password}, address)
	return g.Token, err
}

func (s staffSessions) Logout(ctx context.Context, token string) error {
	c, err := s.auth.Bearer(ctx, token)
	if err != nil {
		return err
	}
	return s.auth.StaffLogout(caller.With(ctx, c), false)
}

func (s staffSessions) Lasts() time.Duration { return auth.StaffSessionTTL }

func (s staffSessions) Any(ctx context.Context) (bool, error) { return s.auth.AnyStaff(ctx) }

func (s staffSessions) Issuer() bool { return s.auth.HasIssuer() }

func issuerOptions(c config.OIDC) auth.OIDCOptions {
	o := auth.OIDCOptions{Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: c.ClientSecret, RedirectURL: c.RedirectURL,
		GroupsClaim: c.GroupsClaim, Organization: c.Organization}
	for _, g := range c.Groups {
		o.Groups = append(o.Groups, auth.Group{Name: g.Name, Role: g.Role, Accounts: g.Accounts})
	}
	return o
}
