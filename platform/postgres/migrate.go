package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migration is one migration file and the time at which it was applied (nil: pending).
type Migration struct {
	Name      string     `json:"name"`
	Module    string     `json:"module"`
	AppliedAt *time.Time `json:"applied_at"`
	Gone      bool       `json:"gone"` // the module is no longer part of this program, but its tables still exist
}

// Migrate applies the pending migrations of all modules and returns how many it applied. Concurrent calls are safe: one applies
// them while the others wait for an advisory lock. It fails with a Locked error when a transaction of somebody else, such as a dump or
// an import, holds a lock that a migration needs; it can then be called again.
func (d *DB) Migrate(ctx context.Context, modules []fxgroups.Migrations) (int, error) {
	provider, files, err := d.provider(modules)
	if err != nil {
		return 0, err
	}
	pending, err := d.pending(ctx, provider)
	switch {
	case err != nil:
		return 0, err
	case !pending:
		return 0, d.own(ctx, modules) // the process that applied the last ones may have ended before it did this
	case d.pooled:
		return 0, ErrPooled
	}
	if err := d.checkCollation(ctx); err != nil {
		return 0, err
	}
	applied, err := provider.Up(ctx)
	if partial, ok := errors.AsType[*goose.PartialError](err); ok {
		name := partial.Failed.Source.Path
		err = fmt.Errorf("migrate: %s of %s (those before it stay): %w", name, files[name].module, partial.Err)
		if unknown := d.own(ctx, modules); !Raised(unknown, noTable) { // the table for it may be among those that come after
			err = errors.Join(err, unknown)
		}
		return len(partial.Applied), err
	}
	if err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	return len(applied), d.own(ctx, modules)
}

// noTable is the code of a statement for a table that does not exist.
const noTable = "42P01"

// ErrPooled means that migrations are pending but the connection goes through a pooler. The advisory lock against concurrent
// migrations belongs to a session, and a pooler would give that session to another client.
var ErrPooled = errors.New("migrations are pending, and default_query_exec_mode in the database URL says that it leads through a pooler: " +
	"run petcare migrate with the URL of the database itself")

// checkCollation fails for a new database whose collation lower-cases I to another letter than i, as Turkish ones do, or no letter but A
// to Z, as C does: e-mails would not be found in other case. A database that has migrations already is not refused.
func (d *DB) checkCollation(ctx context.Context) error {
	var fits bool
	if err := d.In(ctx).Raw(`select lower('IÄ') = 'iä' or to_regclass('goose_db_version') is not null`).Scan(&fits).Error; err != nil {
		return fmt.Errorf("look at the collation: %w", err)
	}
	if !fits {
		return errors.New("the collation of the database of PETCARE_DATABASE_URL does not take I and i, and Ä and ä, for one letter each: " +
			"make one with create database … locale 'C.UTF-8' template template0")
	}
	return nil
}

// pending reports whether migrations are pending. It takes no lock and creates no table, so concurrent calls cannot conflict.
func (d *DB) pending(ctx context.Context, provider *goose.Provider) (bool, error) {
	var began bool
	if err := d.In(ctx).Raw(`select to_regclass('goose_db_version') is not null`).Scan(&began).Error; err != nil {
		return false, fmt.Errorf("look for the state of the migrations: %w", err)
	}
	if !began {
		return true, nil
	}
	pending, err := provider.HasPending(ctx)
	return pending, Failed("read the state of the migrations", err)
}

// Migrations lists all migrations with their state, oldest first, including those of removed modules.
func (d *DB) Migrations(ctx context.Context, modules []fxgroups.Migrations) ([]Migration, error) {
	provider, files, err := d.provider(modules)
	if err != nil {
		return nil, err
	}
	status, err := provider.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the state of the migrations: %w", err)
	}
	list := make([]Migration, 0, len(status))
	for _, s := range status {
		m := Migration{Name: s.Source.Path, Module: files[s.Source.Path].module}
		if s.State == goose.StateApplied {
			m.AppliedAt = new(s.AppliedAt.UTC())
		}
		list = append(list, m)
	}
	gone, err := d.gone(ctx, files)
	list = append(list, gone...)
	slices.SortStableFunc(list, func(x, y Migration) int { return strings.Compare(x.Name, y.Name) })
	return list, err
}

// Current reports whether every migration has been applied.
func (d *DB) Current(ctx context.Context, modules []fxgroups.Migrations) error {
	provider, _, err := d.provider(modules)
	if err != nil {
		return err
	}
	pending, err := d.pending(ctx, provider)
	if err != nil {
		return err
	}
	if pending {
		return errors.New("migrations are pending")
	}
	return nil
}

func (d *DB) provider(modules []fxgroups.Migrations) (*goose.Provider, merged, error) {
	files, err := merge(append(slices.Clone(modules), Migrations()))
	if err != nil {
		return nil, nil, err
	}
	replaced, err := files.replaced()
	if err != nil {
		return nil, nil, err
	}
	provider, err := d.newProvider(files, replaced)
	return provider, files, err
}

func (d *DB) newProvider(files fs.FS, replaced []int64) (*goose.Provider, error) {
	// The default polls the lock every 5 s; one second keeps replicas that start together quick. The migrations of another replica may
	// take long: an hour is more than any needs.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 3600))
	if err != nil {
		return nil, fmt.Errorf("prepare the migration lock: %w", err)
	}
	return goose.NewProvider(goose.DialectPostgres, d.sql, files,
		goose.WithSessionLocker(lockTimeoutLocker{locker, d.lockTimeout}),
		goose.WithAllowOutofOrder(true), // a module may be added later with older files
		goose.WithExcludeVersions(replaced),
		goose.WithDisableGlobalRegistry(true),
	)
}

// lockTimeoutLocker limits how long migrations wait for the locks of other transactions. Everybody who needs the same table waits behind a
// migration that waits, so it may not outlast the lock timeout of requests.
type lockTimeoutLocker struct {
	lock.SessionLocker
	before string // the lock timeout of the session otherwise
}

const migrationLockTimeout = "500ms"

func (l lockTimeoutLocker) SessionLock(ctx context.Context, conn *sql.Conn) error {
	if err := l.SessionLocker.SessionLock(ctx, conn); err != nil {
		return err
	}
	if err := setLockTimeout(ctx, conn, migrationLockTimeout); err != nil {
		return errors.Join(err, l.SessionLocker.SessionUnlock(context.WithoutCancel(ctx), conn))
	}
	return nil
}

func (l lockTimeoutLocker) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	return errors.Join(setLockTimeout(ctx, conn, l.before), l.SessionLocker.SessionUnlock(ctx, conn))
}

func setLockTimeout(ctx context.Context, conn *sql.Conn, timeout string) error {
	_, err := conn.ExecContext(ctx, `select set_config('lock_timeout', $1, false)`, timeout)
	return err
}

// merged presents the migration files of all modules as one folder.
type merged map[string]file

type file struct {
	module string
	files  fs.FS
}

func merge(modules []fxgroups.Migrations) (merged, error) {
	all := merged{}
	numbers := map[int64]string{}
	for _, m := range modules {
		names, err := fs.Glob(m.Files, "*.sql")
		if err != nil {
			return nil, fmt.Errorf("list the migrations of %s: %w", m.Module, err)
		}
		for _, name := range names {
			if other, taken := all[name]; taken {
				return nil, fmt.Errorf("migration %s comes from both %s and %s", name, other.module, m.Module)
			}
			if versionOf(name) < 1 { // goose passes over it without a word
				return nil, fmt.Errorf("migration %s of %s is not named <timestamp>_<what>.sql", name, m.Module)
			}
			if other, taken := numbers[versionOf(name)]; taken && other != m.Module {
				return nil, fmt.Errorf("the number of migration %s comes from both %s and %s", name, other, m.Module)
			}
			numbers[versionOf(name)] = m.Module
			all[name] = file{m.Module, m.Files}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there are no migrations")
	}
	return all, nil
}

// replaces marks a migration that does the same as another one of its module, whose number follows, in a way that is better for those who
// use the tables meanwhile. The other one is not run any more; this one has to note it as applied, for replicas that know only the other
// one. With anything else after it, the line is an ordinary comment.
const replaces = "-- replaces "

// replaced returns the numbers of migrations that are not run any more.
func (m merged) replaced() (numbers []int64, err error) {
	modules := map[int64]string{}
	for name, f := range m {
		modules[versionOf(name)] = f.module
	}
	for name, f := range m {
		text, err := fs.ReadFile(f.files, name)
		if err != nil {
			return nil, fmt.Errorf("read migration %s of %s: %w", name, f.module, err)
		}
		for line := range strings.Lines(string(text)) {
			after, marked := strings.CutPrefix(line, replaces)
			number, _ := strconv.ParseInt(strings.TrimSpace(after), 10, 64)
			if module, ok := modules[number]; marked && ok && module == f.module {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers, nil
}

// Open implements fs.FS.
func (m merged) Open(name string) (fs.File, error) {
	f, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.files.Open(name)
}

// Glob implements fs.GlobFS, with which goose finds the files.
func (m merged) Glob(pattern string) ([]string, error) {
	names := make([]string, 0, len(m))
	for name := range m {
		ok, err := path.Match(pattern, name)
		if err != nil {
			return nil, err
		}
		if ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}
