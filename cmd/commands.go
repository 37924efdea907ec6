package petcarecmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/text"
)

type migrateCmd struct {
	Status bool `help:"Only show which migrations are applied."`
	JSON   bool `help:"Print JSON."`
}

// Run brings the database up to date; several at once are safe.
func (m *migrateCmd) Run(ctx context.Context, s *settings, std streams) error {
	return s.withDatabase(ctx, std, func(d database) error {
		if !m.Status {
			applied, err := d.migrate(ctx)
			if err != nil {
				return err
			}
			if m.JSON {
				return printJSON(std.out, map[string]int{"applied": applied})
			}
			fmt.Fprintf(std.out, "%d migrations applied\n", applied)
			return nil
		}
		list, err := d.db.Migrations(ctx, d.parts.Migrations)
		if err != nil {
			return err
		}
		if m.JSON {
			return printJSON(std.out, list)
		}
		return table(std.out, "MIGRATION\tMODULE\tAPPLIED", func(row func(...string)) {
			for _, one := range list {
				applied := "pending"
				if one.AppliedAt != nil {
					applied = one.AppliedAt.Format("2006-01-02 15:04:05Z")
				}
				module := one.Module
				if one.Gone {
					module += " (not in this program)"
				}
				row(one.Name, module, applied)
			}
		})
	})
}

type openapiCmd struct {
	ForClients bool `help:"Print the view that clients are generated from, as JSON."`
}

// Run prints the document.
func (o *openapiCmd) Run(s *settings, std streams) error {
	var a *httpapi.API
	if err := s.inspect(std, &a); err != nil {
		return err
	}
	print := a.Document
	if o.ForClients {
		print = a.DocumentForClients
	}
	text, err := print()
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// table prints rows of cells, whose names may come from clients.
func table(w io.Writer, head string, rows func(row func(cells ...string))) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, head)
	rows(func(cells ...string) {
		for i, cell := range cells {
			cells[i] = text.Printable(cell)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	})
	return t.Flush()
}
