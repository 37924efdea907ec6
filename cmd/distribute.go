package petcarecmd

import (
	"context"
	"fmt"

	"github.com/petcare/petcare/platform/postgres"
)

type distributeCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run brings the database up to date and distributes its tables. It changes nothing when that is done already.
func (c *distributeCmd) Run(ctx context.Context, s *settings, std streams) error {
	return s.withDatabase(ctx, std, func(d database) error {
		if _, err := applyMigrations(ctx, d.db, d.parts.Migrations, d.log); err != nil {
			return err
		}
		done, err := d.db.Distribute(ctx, d.parts.Migrations)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, done)
		}
		fmt.Fprintf(std.out, "%d tables distributed\n", done.Distributed)
		return table(std.out, "TABLE\tPLACE", func(row func(...string)) {
			for _, t := range done.Tables {
				row(t.Name, placeOf(t))
			}
			row("all others", placeOf(postgres.Table{Local: true}))
		})
	})
}

func placeOf(t postgres.Table) string {
	if t.Local {
		return "coordinator"
	}
	return "workers, by account"
}
