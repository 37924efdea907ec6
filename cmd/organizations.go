package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	answers "github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
)

type organizationsCmd struct {
	Move   organizationsMoveCmd   `cmd:"" help:"Copy an organization with all its accounts to another installation, and close it here."`
	Open   organizationsOpenCmd   `cmd:"" help:"Take writes again in an organization whose move was given up."`
	Remove organizationsRemoveCmd `cmd:"" help:"Delete an organization that has moved, with all its accounts, here."`
}

// answersOfOrganizations are the stored answers of an organization: those of its keys, staff and customers.
func answersOfOrganizations() fxgroups.Migrations {
	m := answers.Migrations()
	m.Of = map[string]string{"idempotency.answers": `principal_id in (
		select id from auth.api_keys where organization_id = @organization
		union all select id from auth.staff where organization_id = @organization
		union all select id from customerspets.customers where account_id = any(@accounts))`}
	return m
}

// installation is one end of a move.
type installation struct {
	db       *postgres.DB
	parts    Parts
	accounts *accounts.Service
	webhooks *webhooks.Service
	box      *secrets.Box
	keep     *outbox.Retention
}

func (i *installation) into() []any {
	return []any{&i.db, &i.parts, &i.accounts, &i.webhooks, &i.box, &i.keep}
}

// checkSecrets fails if a secret of a webhook cannot be opened: after a move with the wrong keys, the target would not start any more.
func (i *installation) checkSecrets(ctx context.Context, where string) error {
	lost, err := i.webhooks.ListUnreadable(ctx)
	if err == nil && len(lost) > 0 {
		err = usageError{fmt.Errorf("the keys do not open the secrets of %d webhooks %s (the first is %s)", len(lost), where, lost[0])}
	}
	return err
}

// applied are the names of the migrations that the database has.
func (i *installation) applied(ctx context.Context) (names []string, err error) {
	list, err := i.db.Migrations(ctx, i.parts.Migrations)
	for _, m := range list {
		if m.AppliedAt != nil {
			names = append(names, m.Name)
		}
	}
	return names, err
}

// organization finds an organization by name, and what a move of it concerns.
func (i *installation) organization(ctx context.Context, name string) (o accounts.Organization, m postgres.Move, err error) {
	o, err = i.accounts.GetOrganization(ctx, name)
	if apperr.Is(err, apperr.NotFound) {
		return o, m, fmt.Errorf("there is no organization %q", name)
	}
	if err != nil {
		return o, m, err
	}
	list, err := i.accounts.ListOfOrganization(ctx, o.ID)
	ids := lists.Map(list, func(a accounts.Account) uuid.UUID { return a.ID })
	return o, postgres.Move{Modules: i.parts.Migrations, Organization: o.ID, Accounts: ids}, err
}

type organizationsOpenCmd struct {
	Organization string `arg:"" name:"name" help:"Name of the organization."`
	Moved        bool   `help:"Also when it has arrived at the other installation: from then on there are two of it."`
}

// Run opens the organization.
func (c *organizationsOpenCmd) Run(ctx context.Context, s *settings, std streams) error {
	var here installation
	return s.operate(ctx, std, func() error {
		o, _, err := here.organization(ctx, c.Organization)
		if err != nil {
			return err
		}
		closed, err := here.accounts.GetClosure(ctx, o.ID)
		switch {
		case apperr.Is(err, apperr.NotFound):
			fmt.Fprintf(std.out, "organization %s is open already\n", o.Name)
			return nil
		case err != nil:
			return err
		case closed.MovedTo != nil && !c.Moved:
			return fmt.Errorf("organization %s has moved to %s; --moved opens it here, too", o.Name, *closed.MovedTo)
		}
		if err := here.accounts.Open(ctx, o.ID); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "opened organization %s\n", o.Name)
		return nil
	}, here.into()...)
}

type organizationsRemoveCmd struct {
	Organization string `arg:"" name:"name" help:"Name of the organization."`
	Undelivered  bool   `help:"Also when deliveries of webhooks are still open here: they go as well."`
	JSON         bool   `help:"Print JSON."`
}

// Run deletes the organization.
func (c *organizationsRemoveCmd) Run(ctx context.Context, s *settings, std streams) error {
	var here installation
	return s.operate(ctx, std, func() error {
		o, m, err := here.organization(ctx, c.Organization)
		if err != nil {
			return err
		}
		closed, err := here.accounts.GetClosure(ctx, o.ID)
		if err != nil && !apperr.Is(err, apperr.NotFound) {
			return err
		}
		if closed.MovedTo == nil {
			return fmt.Errorf("organization %s has not moved: petcare organizations move", o.Name)
		}
		open, err := here.webhooks.CountOpen(ctx, o.ID)
		if err != nil {
			return err
		}
		if open > 0 && !c.Undelivered {
			return fmt.Errorf("%d deliveries are still open: wait until the service here has delivered them, or give --undelivered", open)
		}
		removed, err := here.db.RemoveAll(ctx, m)
		if err != nil {
			return err
		}
		return printMoved(std, removed, c.JSON, fmt.Sprintf("removed organization %s, which is at %s", o.Name, *closed.MovedTo))
	}, here.into()...)
}

func printMoved(std streams, list []postgres.Moved, asJSON bool, line string) error {
	list = slices.DeleteFunc(list, func(m postgres.Moved) bool { return m.Rows == 0 })
	if asJSON {
		return printJSON(std.out, map[string]any{"tables": list})
	}
	fmt.Fprintln(std.out, line)
	return table(std.out, "TABLE\tROWS", func(row func(...string)) {
		for _, m := range list {
			row(m.Table, grouped(int(m.Rows)))
		}
	})
}

type organizationsMoveCmd struct {
	Organization string       `arg:"" name:"name" help:"Name of the organization."`
	To           string       `required:"" placeholder:"URL" env:"PETCARE_MOVE_TO" help:"Its database (PETCARE_MOVE_TO)."`
	ToKeys       secrets.Keys `placeholder:"KEYS" env:"PETCARE_MOVE_TO_KEYS" help:"Its seal keys; default: ours (PETCARE_MOVE_TO_KEYS)."`
	JSON         bool         `help:"Print JSON."`
}

var errArrived = errors.New("the organization has arrived already")

// Run moves the organization. It can be killed and run again at any time.
func (c *organizationsMoveCmd) Run(ctx context.Context, s *settings, std streams) error {
	if err := postgres.CheckURL(c.To); err != nil {
		return usageError{fmt.Errorf("--to: %w", err)}
	}
	settings, err := s.load()
	if err != nil {
		return err
	}
	if settings, err = withKeys(settings); err != nil {
		return err
	}
	var here, there installation
	return s.withDatabase(ctx, std, func(d database) error {
		if _, err := d.migrate(ctx); err != nil {
			return err
		}
		if _, err := s.build(c.target(settings), d.log, there.into()...); err != nil {
			return err
		}
		defer there.db.Close()
		moved, err := c.move(ctx, &here, &there, std)
		if errors.Is(err, errArrived) {
			fmt.Fprintf(std.out, "organization %s is at %s already\n", c.Organization, postgres.Location(c.To))
			return nil
		}
		if err != nil {
			return err
		}
		return printMoved(std, moved, c.JSON, fmt.Sprintf("moved organization %s to %s", c.Organization, postgres.Location(c.To)))
	}, here.into()...)
}

// target is the configuration of the other installation, as far as a move needs it.
func (c *organizationsMoveCmd) target(settings config.Config) config.Config {
	settings.DatabaseURL = c.To
	if len(c.ToKeys) > 0 {
		settings.SealKeys = c.ToKeys
	}
	return settings
}

func (c *organizationsMoveCmd) move(ctx context.Context, here, there *installation, std streams) ([]postgres.Moved, error) {
	o, _, err := here.organization(ctx, c.Organization)
	if err != nil {
		return nil, err
	}
	if err := c.check(ctx, here, there); err != nil {
		return nil, err
	}
	closed, err := here.accounts.Close(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(std.err, "closed here: it can be read, but not changed")
	err = here.db.AwaitTransactions(ctx, func(left int) { fmt.Fprintf(std.err, "waiting for %d transactions that began before\n", left) })
	if err != nil {
		return nil, err
	}
	_, m, err := here.organization(ctx, c.Organization) // with the accounts that were added until it was closed
	if err != nil {
		return nil, err
	}
	m.Last = outbox.Arrive(closed.MoveID)
	m.Check = func(ctx context.Context) error {
		arrived, err := there.keep.HasArrived(ctx, closed.MoveID)
		if err == nil && arrived {
			return errArrived
		}
		if err != nil {
			return err
		}
		_, err = there.accounts.GetOrganization(ctx, o.Name)
		if err == nil {
			return fmt.Errorf("the other installation has an organization %s already: petcare organizations open %q takes writes here again",
				o.Name, o.Name)
		}
		if !apperr.Is(err, apperr.NotFound) {
			return err
		}
		return nil
	}
	m.Reseal = func(sealed []byte, purpose string) ([]byte, error) {
		plain, err := here.box.Open(sealed, purpose)
		if err != nil {
			return nil, err
		}
		return there.box.Seal(plain, purpose), nil
	}
	moved, err := here.db.MoveTo(ctx, there.db, m)
	if err != nil && !errors.Is(err, errArrived) {
		return nil, err
	}
	fmt.Fprintln(std.err, "arrived there")
	return moved, errors.Join(err, here.accounts.Moved(ctx, closed, postgres.Location(c.To)))
}

// check fails unless the other installation has the same tables, and both have the right keys.
func (c *organizationsMoveCmd) check(ctx context.Context, here, there *installation) error {
	ours, err := here.applied(ctx)
	if err != nil {
		return err
	}
	theirs, err := there.applied(ctx)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	if !slices.Equal(ours, theirs) {
		return errors.New("the databases have not had the same migrations: run the same version with the same modules on both")
	}
	return errors.Join(here.checkSecrets(ctx, "here"), there.checkSecrets(ctx, "of --to"))
}
