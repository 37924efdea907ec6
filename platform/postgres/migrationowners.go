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
	err = d.In(ctx).Exec(`insert into migration_owners (version_id, file, module) select * from unnest(?::bigint[], ?::text[], ?::text[])
		on conflict (version_id) do update set file = excluded.file, module = excluded.module
		where migration_owners.file <> excluded.file or migration_owners.module <> excluded.module`,
		Array(versions), Array(names), Array(by)).Error
	return Failed("note whose migrations these are", err)
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
	if err := d.In(ctx).Raw(`select to_regclass('migration_owners') is not null`).Scan(&noted).Error; err != nil || !noted {
		return nil, err
	}
	var list []Migration
	err := d.In(ctx).Raw(`select o.file as name, o.module, g.tstamp as applied_at, true as gone from migration_owners o
		join goose_db_version g on g.version_id = o.version_id and g.is_applied`).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("look for modules that are gone: %w", err)
	}
	list = slices.DeleteFunc(list, func(m Migration) bool { _, here := files[m.Name]; return here })
	for i := range list {
		list[i].AppliedAt = new(list[i].AppliedAt.UTC())
	}
	return list, nil
}
