package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/petcare/petcare/platform/fxgroups"
)

// Citus spreads tables over several machines, the workers, by account: all rows of an account are on one of them. What belongs to no
// account, and what is read over all accounts, stays on the machine that petcare connects to, the coordinator.

// Table is a table with the data of accounts.
type Table struct {
	Name  string `json:"table"`       // with its schema
	Local bool   `json:"local"`       // it stays on the coordinator
	Done  bool   `json:"distributed"` // it is on the workers
}

// Distribution is what Distribute did.
type Distribution struct {
	Tables      []Table `json:"tables"`
	Distributed int     `json:"newly_distributed"` // how many of them this call has distributed
}

// twoPhases is a table on the coordinator that is never filled. A plain table there is unknown to Citus: a transaction that writes to it
// and to a worker would be committed in one place after the other, and a crash between them would keep one half.
const twoPhases = "public.two_phase_commit"

// commitInTwoPhases finds no row, but as a change of a table that Citus manages it has the transaction prepared on the worker before it is
// committed here.
const commitInTwoPhases = "delete from " + twoPhases + " where id = 0"

const isDistributed = "select to_regclass('" + twoPhases + "') is not null"

// lookForDistribution asks on a new connection whether the database is distributed.
func lookForDistribution(ctx context.Context, c *pgx.Conn, found *atomic.Bool) error {
	var is bool
	err := c.QueryRow(ctx, isDistributed, pgx.QueryExecModeExec).Scan(&is)
	if err == nil {
		found.Store(is)
	}
	return err
}

// ErrNoCitus means that the database does not have the extension Citus.
var ErrNoCitus = errors.New("the database does not have the extension citus: see deployments/SCALING.md")

// Distribute distributes the tables of all modules that are not distributed yet; their migrations have been applied. A call that was
// interrupted is continued by the next one.
func (d *DB) Distribute(ctx context.Context, modules []fxgroups.Migrations) (Distribution, error) {
	var done Distribution
	if err := errors.Join(d.checkCitus(ctx), d.checkTables(ctx, modules)); err != nil {
		return done, err
	}
	for {
		name, err := d.distributeNext(ctx, modules)
		if err != nil {
			return done, err
		}
		if name == "" {
			break
		}
		done.Distributed++
	}
	var err error
	if done.Tables, err = d.Tables(ctx, modules); err != nil {
		return done, err
	}
	if err := d.distributeRest(ctx, done.Tables); err != nil {
		return done, err
	}
	return done, d.beginTwoPhases(ctx)
}

// CheckDistributed fails for a database with the extension Citus in which not all tables are distributed.
func (d *DB) CheckDistributed(ctx context.Context, modules []fxgroups.Migrations) error {
	if has, err := d.hasCitus(ctx); err != nil || !has {
		return err
	}
	tables, err := d.Tables(ctx, modules)
	if err != nil {
		return err
	}
	var missing []string
	for _, t := range tables {
		if !t.Local && !t.Done {
			missing = append(missing, t.Name)
		}
	}
	var marked bool
	if err := d.In(ctx).Raw(isDistributed).Scan(&marked).Error; err != nil {
		return fmt.Errorf("look whether the database is distributed: %w", err)
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("the database has the extension citus, but these tables are not distributed: %s. Run petcare distribute",
			strings.Join(missing, ", "))
	case !marked:
		return errors.New("the tables are not wholly distributed. Run petcare distribute")
	}
	return nil
}

// IsDistributed reports whether new connections found a distributed database.
func (d *DB) IsDistributed() bool { return d.distributed.Load() }

func (d *DB) hasCitus(ctx context.Context) (has bool, err error) {
	err = d.In(ctx).Raw("select exists (select from pg_extension where extname = 'citus')").Scan(&has).Error
	if err != nil {
		err = fmt.Errorf("look for the extension citus: %w", err)
	}
	return has, err
}

// checkCitus names everything that is wrong with the cluster.
func (d *DB) checkCitus(ctx context.Context) error {
	if has, err := d.hasCitus(ctx); err != nil || !has {
		return errors.Join(err, ErrNoCitus)
	}
	var cluster struct {
		Workers    int
		InMetadata bool
		Recovers   bool
		Unprepared *string
	}
	err := d.In(ctx).Raw(`select
		(select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers,
		exists (select from pg_dist_node where groupid = 0) as in_metadata,
		current_setting('citus.recover_2pc_interval') <> '-1' as recovers,
		(select string_agg(nodename || ':' || nodeport || ' (' || result || ')', ', ')
			from run_command_on_workers('select current_setting(''max_prepared_transactions'')')
			where not success or result = '0') as unprepared`).Scan(&cluster).Error
	if err != nil {
		return fmt.Errorf("look at the cluster: %w", err)
	}
	var faults []error
	if cluster.Workers == 0 {
		faults = append(faults, errors.New("the cluster has no worker: select citus_add_node('host', 5432)"))
	}
	if !cluster.InMetadata {
		faults = append(faults, errors.New("the workers do not know the coordinator: select citus_set_coordinator_host('host', 5432)"))
	}
	if !cluster.Recovers {
		faults = append(faults, errors.New("citus.recover_2pc_interval is -1: commits that a crash interrupts would never end"))
	}
	if cluster.Unprepared != nil {
		faults = append(faults, fmt.Errorf("max_prepared_transactions has to be set on %s", *cluster.Unprepared))
	}
	return errors.Join(faults...)
}

// Tables lists the tables with an account_id, in the order of their names.
func (d *DB) Tables(ctx context.Context, modules []fxgroups.Migrations) (list []Table, err error) {
	placed := "false"
	if has, err := d.hasCitus(ctx); err != nil {
		return nil, err
	} else if has {
		placed = "exists (select from pg_dist_partition p where p.logicalrelid = c.oid and p.partmethod = 'h')"
	}
	err = d.In(ctx).Raw(`select format('%I.%I', n.nspname, c.relname) as name, ` + placed + ` as done
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
			and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
		order by 1`).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list the tables with an account: %w", err)
	}
	for i, t := range list {
		list[i].Local = slices.ContainsFunc(modules, func(m fxgroups.Migrations) bool { return slices.Contains(m.Local, t.Name) })
	}
	return list, nil
}

// distributeNext distributes one table after those that it refers to, and returns its name, or nothing when none is left. Of several calls
// at a time, one works.
func (d *DB) distributeNext(ctx context.Context, modules []fxgroups.Migrations) (name string, err error) {
	err = d.InTx(ctx, func(ctx context.Context) error {
		name = ""
		if err := d.Lock(ctx, "distribute tables"); err != nil {
			return err
		}
		tables, err := d.Tables(ctx, modules)
		if err != nil {
			return err
		}
		beside := "none" // all tables of an account are on one machine
		var left []string
		for _, t := range tables {
			switch {
			case t.Local:
			case t.Done:
				beside = t.Name
			default:
				left = append(left, t.Name)
			}
		}
		if len(left) == 0 {
			return nil
		}
		var next []string
		err = d.In(ctx).Raw(`select t.name from unnest(cast(@left as text[])) with ordinality as t (name, n) where not exists (
			select from pg_constraint k where k.contype = 'f' and k.conrelid = cast(t.name as regclass) and k.confrelid <> k.conrelid
				and k.confrelid = any(cast(@left as regclass[]))) order by t.n`, map[string]any{"left": Array(left)}).Scan(&next).Error
		if err != nil {
			return fmt.Errorf("order the tables by their foreign keys: %w", err)
		}
		if len(next) == 0 {
			return fmt.Errorf("these tables refer to each other in a circle: %s", strings.Join(left, ", "))
		}
		name = next[0]
		err = d.In(ctx).Exec("select create_distributed_table(cast(? as regclass), 'account_id', colocate_with => ?)", name, beside).Error
		if err != nil {
			return fmt.Errorf("distribute %s: %w", name, err)
		}
		return nil
	})
	return name, err
}

// distributeRest lets the workers have the functions that statements on the tables may call, and renews the views: Citus cannot read one
// that is older than the removal of a column of its tables.
func (d *DB) distributeRest(ctx context.Context, tables []Table) error {
	var schemas []string
	for _, t := range tables {
		if schema, _, _ := strings.Cut(t.Name, "."); !t.Local {
			schemas = append(schemas, schema)
		}
	}
	var statements []string
	err := d.In(ctx).Raw(`select statement from (
			select format('select create_distributed_function(%L)', cast(p.oid as regprocedure)), 1, p.oid
			from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any(@schemas) and p.prokind = 'f'
			union all
			select format('create or replace view %I.%I as %s', n.nspname, c.relname, pg_get_viewdef(c.oid)), 2, c.oid
			from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any(@schemas) and c.relkind = 'v'
		) as steps (statement, step, oid) order by step, oid`, map[string]any{"schemas": Array(schemas)}).Scan(&statements).Error
	for _, statement := range statements {
		if err == nil {
			err = d.In(ctx).Exec(statement).Error
		}
	}
	return Failed("distribute functions and views", err)
}

// beginTwoPhases is the last step of a distribution: from then on transactions are committed in two phases. Sessions that began before are
// ended, because they do not know.
func (d *DB) beginTwoPhases(ctx context.Context) error {
	return d.InTx(ctx, func(ctx context.Context) error {
		if err := d.Lock(ctx, "distribute tables"); err != nil {
			return err
		}
		var done bool
		err := d.In(ctx).Raw(isDistributed).Scan(&done).Error
		for _, statement := range []string{
			"create table " + twoPhases + " (id integer not null, constraint two_phase_commit_pk primary key (id))",
			"select citus_add_local_table_to_metadata('" + twoPhases + "')",
			"select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'petcare' and datname = current_database()" +
				" and pid <> pg_backend_pid()",
		} {
			if err == nil && !done {
				err = d.In(ctx).Exec(statement).Error
			}
		}
		return Failed("prepare commits in two phases", err)
	})
}
