// Package privacy exports and erases what the modules declare to hold on a person.
package privacy

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/postgres"
	"go.uber.org/fx"
)

// Keeper implements privacy.Keeper.
type Keeper struct {
	db      *postgres.DB
	modules []privacy.Personal
}

// Module provides the Keeper.
var Module = fx.Module("privacy", fx.Provide(
	fx.Annotate(New, fx.ParamTags(``, fxgroups.FromPersonal)), func(k *Keeper) privacy.Keeper { return k },
))

// New returns a Keeper of what the modules declare.
func New(db *postgres.DB, modules []privacy.Personal) *Keeper {
	slices.SortFunc(modules, func(x, y privacy.Personal) int { return cmp.Compare(x.Module, y.Module) })
	return &Keeper{db, modules}
}

// each calls do for the tables with rows about a person, the late ones last. Between the two, the subject gets its records.
func (k *Keeper) each(ctx context.Context, s *privacy.Subject, do func(module string, t privacy.Table) error) error {
	s.Records = slices.Concat(s.Customers, s.Pets)
	for _, late := range []bool{false, true} {
		for _, m := range k.modules {
			for _, t := range m.Tables {
				if t.Late != late || t.Rows == "" && t.Erase == "" {
					continue
				}
				if err := do(m.Module, t); err != nil {
					return fmt.Errorf("the personal data of %s: %w", t.Name, err)
				}
			}
		}
	}
	return nil
}

func values(s *privacy.Subject) map[string]any {
	return map[string]any{"account": s.Account, "customers": postgres.Array(s.Customers), "pets": postgres.Array(s.Pets),
		"records": postgres.Array(s.Records), "mentioned": postgres.Array(s.Mentioned)}
}

// rows are the rows of a table about a person.
func (k *Keeper) rows(ctx context.Context, s *privacy.Subject, t privacy.Table) ([]map[string]any, error) {
	var texts []string
	query := "select cast(to_jsonb(t) as text) from " + t.Name + " t where account_id = @account and (" + t.Rows + ")"
	err := k.db.In(ctx).Raw(query, values(s)).Scan(&texts).Error
	if err != nil {
		return nil, err
	}
	list := make([]map[string]any, len(texts))
	for i, text := range texts {
		var row map[string]any
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			return nil, err
		}
		if text, ok := row["id"].(string); ok {
			id, err := uuid.Parse(text)
			if err != nil {
				return nil, err
			}
			if t.Late {
				s.Mentioned = append(s.Mentioned, id)
			} else {
				s.Records = append(s.Records, id)
			}
		}
		for _, column := range t.Hidden {
			delete(row, column)
		}
		list[i] = row
	}
	return list, nil
}

// Export implements privacy.Keeper.
func (k *Keeper) Export(ctx context.Context, s privacy.Subject) (privacy.Export, error) {
	found := privacy.Export{}
	return found, k.each(ctx, &s, func(module string, t privacy.Table) error {
		if t.Rows == "" {
			return nil
		}
		rows, err := k.rows(ctx, &s, t)
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(t.Name, ".")
		if found[module] == nil {
			found[module] = map[string][]map[string]any{}
		}
		found[module][name] = rows
		return nil
	})
}

// mentioned are the records whose events name a customer or pet. It reads all events of the account.
const mentioned = `select distinct record_id from outbox.events
	where account_id = @account and (record_id = any(@records) or record_id = any(@mentioned) or body like any(@patterns))`

// Erase implements privacy.Keeper. The records are found before the first of them changes.
func (k *Keeper) Erase(ctx context.Context, s privacy.Subject) error {
	err := k.each(ctx, &s, func(_ string, t privacy.Table) error {
		if t.Rows == "" {
			return nil
		}
		_, err := k.rows(ctx, &s, t)
		return err
	})
	if err != nil {
		return err
	}
	s.Records = ids.Distinct(s.Records)
	records := s.Records
	named := values(&s)
	patterns := make([]string, 0, len(s.Customers)+len(s.Pets))
	for _, id := range slices.Concat(s.Customers, s.Pets) {
		patterns = append(patterns, "%"+id.String()+"%")
	}
	named["patterns"] = postgres.Array(patterns)
	if err := k.db.In(ctx).Raw(mentioned, named).Scan(&s.Mentioned).Error; err != nil {
		return fmt.Errorf("look for events about a person: %w", err)
	}
	for _, m := range k.modules {
		if m.Erase == nil {
			continue
		}
		if err := m.Erase(ctx, s); err != nil {
			return fmt.Errorf("erase a person in %s: %w", m.Module, err)
		}
	}
	// Late ones first, because they look for their rows in others.
	for _, late := range []bool{true, false} {
		err := k.each(ctx, &s, func(_ string, t privacy.Table) error {
			s.Records = records
			if t.Late != late {
				return nil
			}
			return k.db.In(ctx).Exec(statement(t), values(&s)).Error
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func statement(t privacy.Table) string {
	where := " where account_id = @account and (" + t.Rows + ")"
	switch {
	case t.Erase != "":
		return t.Erase
	case t.Delete:
		return "delete from " + t.Name + where
	}
	set := make([]string, 0, len(t.Blank))
	for _, column := range slices.Sorted(maps.Keys(t.Blank)) {
		set = append(set, column+" = "+t.Blank[column])
	}
	return "update " + t.Name + " set " + strings.Join(set, ", ") + where
}

// columns are those with text or JSON.
const columns = `
select n.nspname as module, n.nspname || '.' || c.relname as "table", a.attname as "column"
from pg_attribute a
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any(?) and a.attnum > 0 and not a.attisdropped
	and a.atttypid = any(array['text', 'varchar', 'bpchar', 'json', 'jsonb', 'text[]', 'varchar[]', 'xml']::regtype[])
order by 1, 2, a.attnum`

// Column is a column of a module's table.
type Column struct{ Module, Table, Column string }

// Undeclared are the columns of modules with text or JSON that nobody declares.
func (k *Keeper) Undeclared(ctx context.Context, modules []string) ([]Column, error) {
	var found []Column

	if err := k.db.In(ctx).Raw(columns, postgres.Array(modules)).Scan(&found).Error; err != nil {
		return nil, fmt.Errorf("read the columns of the modules: %w", err)
	}
	return slices.DeleteFunc(found, func(c Column) bool {
		return slices.ContainsFunc(k.modules, func(m privacy.Personal) bool {
			return slices.ContainsFunc(m.Tables, func(t privacy.Table) bool { return t.Name == c.Table && declares(t, c.Column) })
		})
	}), nil
}

func declares(t privacy.Table, column string) bool {
	_, blank := t.Blank[column]
	return blank || t.Delete || t.Erase != "" || slices.Contains(t.Plain, column)
}
