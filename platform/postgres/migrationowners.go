package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/petcare/petcare/platform/fxgroups"
)

// Whose a migration is says its file. When a module is taken out of the program, its file goes and its tables stay: a table remembers.

//go:embed migrations/*.sql
var ownersFiles embed.FS

// Migrations are those of this package itself; Migrate adds them to those of modules.
func Migrations() fxgroups.Migrations {
	sub, err := fs.Sub(ownersFiles, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return fxgroups.Migrations{Module: "postgres", Files: sub}
}

// own notes whose the migrations are.
func (d *DB) own(ctx context.Context, modules []fxgroups.Migrations) error {
	files, err := merge(modules)
	if err != nil {
		return err
	}
	var versions []int64
	var names, by []string
	for name, f := range files {
		versions, names, by = append(versions, versionOf(name)), append(names, name), append(by, f.module)
	}
	_, err = d.Exec(ctx, `insert into migration_owners (version_id, file, module) select * from unnest($1::bigint[], $2::text[], $3::text[])
		on conflict (version_id) do update set file = excluded.file, module = excluded.module
		where migration_owners.file <> excluded.file or migration_owners.module <> excluded.module`, versions, names, by)
	if err != nil {
		return fmt.Errorf("note whose migrations these are: %w", err)
	}
	return nil
}

// versionOf is the number before the first underscore; goose refuses files without one.
func versionOf(file string) int64 {
	number, _, _ := strings.Cut(file, "_")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// gone are the migrations that were applied for modules of which there are no files.
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
			at := m.AppliedAt.UTC()
			m.AppliedAt = &at
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
