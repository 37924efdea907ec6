package petcarecmd

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/petcare/petcare/modules/auth"
)

type staffCmd struct {
	Invite staffInviteCmd `cmd:"" help:"Invite a member of staff, such as the first one, and print the link to their sign-in, once."`
}

type staffInviteCmd struct {
	Organization string   `required:"" help:"Name of the organization."`
	Email        string   `required:"" help:"What they sign in with. Who has it already gets another invitation, and the role."`
	Role         string   `required:"" help:"Name of their role: manager, front desk, groomer, read only, or one of the organization's own."`
	Name         string   `help:"Their name. Without it: what stands before the @."`
	Account      []string `help:"Code of an account that they see; may be repeated. Without it: all, later ones too." placeholder:"CODE"`
	URL          string   `help:"Where browsers reach petcare. Without it: PETCARE_ADDRESS." placeholder:"URL"`
	JSON         bool     `help:"Print JSON."`
}

// Run makes the invitation and prints it, which is never shown again.
func (c *staffInviteCmd) Run(ctx context.Context, s *settings, std streams) error {
	at := c.URL
	if at == "" {
		settings, err := s.load()
		if err != nil {
			return err
		}
		at = "http://" + settings.Address
	} else if u, err := url.Parse(at); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return usageError{fmt.Errorf("--url: %q is not a URL such as https://petcare.example.com", at)}
	}
	var service *auth.Service
	return s.operate(ctx, std, func() error {
		made, err := service.InviteStaff(ctx, auth.Invite{Organization: c.Organization, Email: c.Email, Name: c.Name, Role: c.Role,
			AccountCodes: c.Account})
		if err != nil {
			return err
		}
		link := strings.TrimSuffix(at, "/") + "/console#/invitation/" + made.Invitation.Token
		if c.JSON {
			return printJSON(std.out, map[string]any{"id": made.ID, "role": made.Role, "token": made.Invitation.Token,
				"expires_at": made.Invitation.ExpiresAt, "link": link})
		}
		_, err = fmt.Fprintln(std.out, link)
		fmt.Fprintf(std.err, "invited %s as %s until %s; the link works once and is not shown again\n", made.Email, made.Role,
			made.Invitation.ExpiresAt.UTC().Format("2006-01-02 15:04Z"))
		return err
	}, &service)
}
