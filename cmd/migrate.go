package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/postgres"
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

// migrateWhenReady waits for a database that does not answer. It says so once a minute.
func migrateWhenReady(ctx context.Context, db *postgres.DB, p Parts, log zerolog.Logger) error {
	var said time.Time
	for {
		applied, err := migrate(ctx, db, p.Migrations, log)
		if err == nil {
			if applied > 0 {
				log.Info().Int("applied", applied).Msg("migrated")
			}
			return nil
		}
		if !postgres.Unavailable(err) || ctx.Err() != nil {
			return err
		}
		if time.Since(said) > time.Minute {
			said = time.Now()
			log.Warn().Err(err).Msg("waiting for the database")
		}
		if !clock.Sleep(ctx, time.Second) {
			return ctx.Err()
		}
	}
}

// migrate applies the pending migrations. In a distributed database their tables are distributed as well.
func migrate(ctx context.Context, db *postgres.DB, modules []fxgroups.Migrations, log zerolog.Logger) (applied int, err error) {
	applied, err = applyMigrations(ctx, db, modules, log)
	if err == nil && db.IsDistributed() && (applied > 0 || db.CheckDistributed(ctx, modules) != nil) {
		_, err = db.Distribute(ctx, modules)
	}
	return applied, err
}

// applyMigrations waits for transactions of others that use the tables by trying again and again: while a migration itself waits for a
// lock, nobody else can use the table.
func applyMigrations(ctx context.Context, db *postgres.DB, modules []fxgroups.Migrations, log zerolog.Logger) (applied int, err error) {
	if err := db.OwnSessions(ctx); errors.Is(err, postgres.ErrShared) {
		return 0, usageError{err}
	} else if err != nil {
		return 0, err
	}
	for {
		n, err := db.Migrate(ctx, modules)
		applied += n
		if !postgres.Locked(err) {
			return applied, err
		}
		log.Warn().Err(err).Msg("waiting for another transaction that uses the tables, such as a dump or an import")
		if !clock.Sleep(ctx, migrateAgain) {
			return applied, ctx.Err()
		}
	}
}

// migrateAgain leaves time for whoever waited behind the last try.
const migrateAgain = 3 * time.Second
