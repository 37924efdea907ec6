package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

type keysCmd struct {
	Create keysCreateCmd `cmd:"" help:"Make an API key and print it, once."`
	List   keysListCmd   `cmd:"" help:"List API keys, without their secrets."`
	Revoke keysRevokeCmd `cmd:"" help:"Revoke an API key; it stops working on every replica within 5 seconds."`
}

type keysCreateCmd struct {
	Organization string   `required:"" help:"Name of the organization."`
	Name         string   `required:"" help:"What the key is for."`
	Account      []string `help:"Code of an account that the key sees; may be repeated. Without it: all, later ones too." placeholder:"CODE"`
	Ability      []string `required:"" help:"What the key may do, such as customers:read, or * for all; may be repeated."`
	Expires      *string  `help:"When the key ends, such as 90d or 12h. Without it: never." placeholder:"TIME"`
	JSON         bool     `help:"Print JSON."`
}

// Run creates the key and prints its secret, which is never shown again.
func (c *keysCreateCmd) Run(ctx context.Context, s *settings, std streams) error {
	given := ""
	if c.Expires != nil {
		given = *c.Expires
		if given == "" { // a script's variable that is not set
			return usageError{errors.New("--expires is empty: leave it out or give it a value")}
		}
	}
	expires, err := lifetime(given)
	if err != nil {
		return err
	}
	var service *auth.Service
	return s.operate(ctx, std, func() error {
		key, err := service.CreateKey(ctx, auth.KeyCreate{Organization: c.Organization, Name: c.Name, AccountCodes: c.Account,
			Abilities: c.Ability, Expires: expires})
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, map[string]any{"id": key.ID, "key": key.Secret, "abilities": key.Abilities, "account_ids": key.AccountIDs})
		}
		_, err = fmt.Fprintf(std.out, "%s\n", key.Secret)
		fmt.Fprintf(std.err, "made key %s; it is not shown again\n", key.ID)
		return err
	}, &service)
}

const longestLifetime = config.Days(36500 * 24 * time.Hour)

// lifetime parses a duration, which may be in days.
func lifetime(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	var d config.Days
	if err := d.UnmarshalText([]byte(s)); err != nil || d <= 0 || d > longestLifetime {
		return 0, usageError{fmt.Errorf("--expires: %q is not a time such as 90d or 12h, of at most 36500d", s)}
	}
	return time.Duration(d), nil
}

type keysListCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run lists all keys.
func (c *keysListCmd) Run(ctx context.Context, s *settings, std streams) error {
	var service *auth.Service
	return s.operate(ctx, std, func() error {
		keys, err := service.ListKeys(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, keys)
		}
		return table(std.out, "ID\tPREFIX\tORGANIZATION\tNAME\tABILITIES\tSTATE\tLAST USED", func(row func(...string)) {
			for _, k := range keys {
				row(k.ID.String(), k.Prefix+"…", k.Organization, k.Name,
					strings.Join(k.Abilities.Get(), " "), stateOf(k, time.Now()), when(k.LastUsedAt))
			}
		})
	}, &service)
}

func stateOf(k auth.Key, now time.Time) string {
	switch {
	case k.RevokedAt != nil:
		return "revoked"
	case k.ExpiresAt != nil && !now.Before(*k.ExpiresAt):
		return "expired"
	default:
		return "live"
	}
}

func when(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

type keysRevokeCmd struct {
	ID string `arg:"" help:"Id of the key."`
}

// Run revokes one key.
func (c *keysRevokeCmd) Run(ctx context.Context, s *settings, std streams) error {
	id, err := uuid.Parse(c.ID)
	if err != nil {
		// The message omits the value, which may be a secret key.
		return usageError{errors.New("that is not the id of a key: petcare keys list shows them")}
	}
	var service *auth.Service
	return s.operate(ctx, std, func() error {
		err := service.RevokeKey(ctx, id)
		if apperr.Is(err, apperr.NotFound) {
			return fmt.Errorf("there is no key %s", id)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "revoked %s\n", id)
		return nil
	}, &service)
}
