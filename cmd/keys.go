package petcarecmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/mattn/go-isatty"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/text"
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
		ctx := caller.With(ctx, caller.Caller{Kind: caller.System, Name: "command line"})
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
		return printKeys(std.out, keys)
	}, &service)
}

// printKeys prints lines of at most 120 characters; --json has all.
func printKeys(w io.Writer, keys []auth.Key) error {
	return table(w, "ID\tORGANIZATION\tNAME\tABILITIES\tSTATE\tENDS\tLAST USED", func(row func(...string)) {
		for _, k := range keys {
			row(k.ID.String(), cut(k.Organization, 13), cut(k.Name, 14), cut(strings.Join(k.Abilities.Get(), " "), 12),
				stateOf(k, time.Now()), day(k.ExpiresAt), day(k.LastUsedAt))
		}
	})
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

func day(t *time.Time) string {
	if t == nil {
		return "never"
	}
	return t.UTC().Format(time.DateOnly)
}

// cut shortens printable text to a number of characters.
func cut(s string, most int) string {
	if r := []rune(text.Printable(s)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

type keysRevokeCmd struct {
	ID          string `arg:"" help:"Id of the key."`
	Descendants *bool  `negatable:"" help:"Also revoke the keys that it made, and those made. Without it: ask on a terminal, else do not."`
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
		made, err := service.CountDescendants(ctx, id)
		if err != nil {
			return err
		}
		descendants := c.Descendants != nil && *c.Descendants
		if c.Descendants == nil && made > 0 && isatty.IsTerminal(os.Stdin.Fd()) {
			descendants = confirm(os.Stdin, std.err, fmt.Sprintf("keys that it made and that still work: %d. Revoke them, too? [y/N] ", made))
		}
		ctx := caller.With(ctx, caller.Caller{Kind: caller.System, Name: "command line"})
		revoked, err := service.RevokeKey(ctx, id, descendants)
		if apperr.Is(err, apperr.NotFound) {
			return fmt.Errorf("there is no key %s", id)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "revoked %s\n", id)
		for _, k := range revoked {
			if k.ID != id {
				fmt.Fprintf(std.out, "revoked %s, which it made\n", k.ID)
			}
		}
		if made > 0 && !descendants {
			fmt.Fprintf(std.err, "keys that it made and that still work: %d. petcare keys revoke --descendants %s ends them\n", made, id)
		}
		return nil
	}, &service)
}

// confirm asks a question that is answered with yes or y.
func confirm(in io.Reader, out io.Writer, question string) bool {
	fmt.Fprint(out, question)
	answer, _ := bufio.NewReader(in).ReadString('\n')
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}
