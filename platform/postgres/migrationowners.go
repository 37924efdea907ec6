package postgres

import (
	"context"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/petcare/petcare/platform/fxgroups"
)

// A table remembers which module each migration belongs to, because a module that is removed from the program leaves its database
// tables behind, but not its migration files.

//go:embed migrations/*.sql
var ownersFiles embed.FS

// Migrations are this package's own migrations. Migrate adds them to those of the modules.
func Migrations() fxgroups.Migrations {
	return fxgroups.Migrations{Module: "postgres", Files: fxgroups.Sub(ownersFiles)}
}

// own records which module each migration belongs to.
func (d *DB) own(ctx context.Context, modules []fxgroups.Migrations) error {
	files, err := merge(modules)
	if err != nil {
		return err
	}
	var versions []int64
	var names, by []string
	for _, name := range slices.Sorted(maps.Keys(files)) { // in one order, or processes that start together would deadlock
		versions, names, by = append(versions, versionOf(name)), append(names, name), append(by, files[name].module)
	}
	_, err = d.Exec(ctx, `insert into migration_owners (version_id, file, module) select * from unnest($1::bigint[], $2::text[], $3::text[])
		on conflict (version_id) do update set file = excluded.file, module = excluded.module
		where migration_owners.file <> excluded.file or migration_owners.module <> excluded.module`, versions, names, by)
	if err != nil {
		return fmt.Errorf("note whose migrations these are: %w", err)
	}
	return nil
}

// versionOf returns the number before the first underscore, or 0 without one.
func versionOf(file string) int64 {
	number, _, _ := strings.Cut(file, "_")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// gone returns the applied migrations of modules that are no longer in the program.
func (d *DB) gone(ctx context.Context, files merged) ([]Migration, error) {
	var noted bool
	if err := d.Row(ctx, `select to_regclass('migration_owners') is not null`).Scan(&noted); err != nil || !noted {
		return nil, err
	}
	var list []Migration
	err := d.Rows(ctx, func(row Scanner) error {
		m := Migration{Gone: true}
		if err := row.Scan(&m.Name, &m.Module, &m.AppliedAt); err != nil {
			return err
		}
		if _, here := files[m.Name]; !here {
			m.AppliedAt = new(m.AppliedAt.UTC())
			list = append(list, m)
		}
		return nil
	}, `select o.file, o.module, g.tstamp from migration_owners o
		join goose_db_version g on g.version_id = o.version_id and g.is_applied`)
	if err != nil {
		return nil, fmt.Errorf("look for modules that are gone: %w", err)
	}
	return list, nil
}
