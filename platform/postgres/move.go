package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// Move says what moves from one database to another one, or goes.
type Move struct {
	Modules      []fxgroups.Migrations
	Organization uuid.UUID
	Accounts     []uuid.UUID

	Check  func(ctx context.Context) error // is called when no other move can begin in the target
	Reseal func(sealed []byte, purpose string) ([]byte, error)
	Last   string // a statement in the target, for @organization and @accounts
}

// Moved says how many rows of a table have moved or are gone.
type Moved struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
}

// movable is a table with rows of organizations.
type movable struct {
	Name, Columns, Values     string // values lack the ids of transactions, which mean nothing elsewhere
	OfAccount, OfOrganization bool
	After                     []string // the tables that it refers to
	Apart, Referred, Stays    bool
	where                     string
}

const findMovable = `
select t.name, t.columns, t.values, t.of_account, t.of_organization, array(
	select format('%I.%I', n.nspname, c.relname) from pg_constraint k join pg_class c on c.oid = k.confrelid
	join pg_namespace n on n.oid = c.relnamespace
	where k.contype = 'f' and k.conrelid = t.oid and k.confrelid <> t.oid) as after,
	exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = t.oid and k.conrelid <> t.oid) as referred
from (
	select c.oid, format('%I.%I', n.nspname, c.relname) as name,
		bool_or(a.attname = 'account_id') as of_account, bool_or(a.attname = 'organization_id') as of_organization,
		string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where not (x.id and a.attnotnull)) as columns,
		string_agg(case when x.id then 'null' else quote_ident(a.attname) end, ', ' order by a.attnum)
			filter (where not (x.id and a.attnotnull)) as values
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
	cross join lateral (select cast(a.atttypid as regtype) in ('xid8', 'xid8[]', 'pg_snapshot') as id) x
	where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
	group by c.oid, n.nspname, c.relname
) t order by t.name`

// movables lists the tables with rows of an organization, each behind those that it refers to. Those whose rows are found by other tables
// are last.
func (d *DB) movables(ctx context.Context, m Move) (ordered []*movable, err error) {
	var found []*movable
	rows, err := d.pool.Query(ctx, findMovable)
	if err == nil {
		found, err = pgx.CollectRows(rows, pgx.RowToAddrOfStructByNameLax[movable])
	}
	if err != nil {
		return nil, fmt.Errorf("list the tables of an organization: %w", err)
	}
	found = slices.DeleteFunc(found, func(t *movable) bool {
		for _, module := range m.Modules {
			t.Stays = t.Stays || slices.Contains(module.Stays, t.Name)
			if of, ok := module.Of[t.Name]; ok {
				t.Apart, t.where = true, m.fill(of)
			}
		}
		switch {
		case t.Apart:
		case t.OfAccount:
			t.where = m.fill("account_id = any(@accounts)")
		case t.OfOrganization:
			t.where = m.fill("organization_id = @organization")
		}
		return t.where == ""
	})
	for len(found) > 0 {
		best := -1
		for i, t := range found {
			isBehind := func(name string) bool {
				return slices.ContainsFunc(found, func(o *movable) bool { return o.Name == name })
			}
			if !slices.ContainsFunc(t.After, isBehind) && (best < 0 || t.rank() < found[best].rank()) {
				best = i
			}
		}
		if best < 0 {
			return nil, fmt.Errorf("tables refer to each other in a circle, such as %s", found[0].Name)
		}
		ordered, found = append(ordered, found[best]), slices.Delete(found, best, best+1)
	}
	return ordered, nil
}

func (t *movable) rank() int {
	switch {
	case !t.Apart:
		return 0
	case t.Referred:
		return 1
	}
	return 2
}

// fill puts the ids into a statement: COPY takes no parameters. What belongs to the staff of an organization has its id as account_id.
func (m Move) fill(sql string) string {
	ids := make([]string, 0, len(m.Accounts)+1)
	for _, id := range append(slices.Clone(m.Accounts), m.Organization) {
		ids = append(ids, id.String())
	}
	return strings.NewReplacer("@accounts", "cast('{"+strings.Join(ids, ",")+"}' as uuid[])",
		"@organization", "cast('"+m.Organization.String()+"' as uuid)").Replace(sql)
}

// MoveTo copies the rows of an organization that nobody changes into another database with the same migrations, and compares their number
// and content. All of them are there when it returns nil, otherwise none.
func (d *DB) MoveTo(ctx context.Context, to *DB, m Move) (moved []Moved, err error) {
	tables, err := d.movables(ctx, m)
	if err != nil {
		return nil, err
	}
	tables = slices.DeleteFunc(tables, func(t *movable) bool { return t.Stays })
	err = d.alone(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(source pgx.Tx) error {
		return to.alone(ctx, pgx.TxOptions{}, func(target pgx.Tx) error {
			moved, err = m.copy(ctx, source, target, tables)
			return err
		})
	})
	return moved, err
}

func (m Move) copy(ctx context.Context, source, target pgx.Tx, tables []*movable) ([]Moved, error) {
	if _, err := target.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('move an organization', 0))"); err != nil {
		return nil, fmt.Errorf("wait for other moves: %w", err)
	}
	if err := m.Check(ctx); err != nil {
		return nil, err
	}
	for _, t := range tables {
		if err := t.copy(ctx, source, target); err != nil {
			return nil, fmt.Errorf("move the rows of %s: %w", t.Name, err)
		}
	}
	moved := make([]Moved, len(tables))
	for i, t := range tables { // after all: some rows are found by others
		want, err := t.sum(ctx, source)
		if err != nil {
			return nil, fmt.Errorf("sum up %s: %w", t.Name, err)
		}
		got, err := t.sum(ctx, target)
		if err != nil {
			return nil, fmt.Errorf("sum up %s in the target: %w", t.Name, err)
		}
		if want != got {
			return nil, fmt.Errorf("%s has %d rows with the sum %s, in the target %d with %s: nothing has moved", t.Name, want.rows, want.hash,
				got.rows, got.hash)
		}
		moved[i] = Moved{t.Name, want.rows}
	}
	for _, module := range m.Modules {
		for _, s := range module.Sealed {
			if at := slices.IndexFunc(tables, func(t *movable) bool { return t.Name == s.Table }); at >= 0 {
				if err := m.reseal(ctx, target, s, tables[at].where); err != nil {
					return nil, fmt.Errorf("seal %s.%s again: %w", s.Table, s.Column, err)
				}
			}
		}
	}
	if _, err := target.Exec(ctx, m.fill(m.Last)); err != nil {
		return nil, fmt.Errorf("note the arrival: %w", err)
	}
	return moved, nil
}

func (t *movable) copy(ctx context.Context, source, target pgx.Tx) error {
	in, out := io.Pipe()
	read := make(chan error, 1)
	go func() {
		_, err := source.Conn().PgConn().CopyTo(ctx, out, "copy (select "+t.Values+" from "+t.Name+" where "+t.where+") to stdout")
		_ = out.CloseWithError(err) // nil: the end
		read <- err
	}()
	_, err := target.Conn().PgConn().CopyFrom(ctx, in, "copy "+t.Name+" ("+t.Columns+") from stdin")
	_ = in.CloseWithError(err) // or the reader would wait for a writer that is gone
	return errors.Join(err, <-read)
}

type sum struct {
	rows int64
	hash string
}

func (t *movable) sum(ctx context.Context, tx pgx.Tx) (s sum, err error) {
	err = tx.QueryRow(ctx, "select count(*), cast(coalesce(sum(hashtextextended(cast(row("+t.Values+") as text), 0)), 0) as text) from "+
		t.Name+" where "+t.where).Scan(&s.rows, &s.hash)
	return s, err
}

func (m Move) reseal(ctx context.Context, target pgx.Tx, s fxgroups.Sealed, where string) error {
	var before, after [][]byte
	rows, err := target.Query(ctx, fmt.Sprintf("select %s, array[%s] from %s where %[1]s is not null and %[4]s", s.Column,
		strings.Join(s.Purposes, ", "), s.Table, where))
	if err != nil {
		return err
	}
	var sealed []byte
	var purposes []string
	_, err = pgx.ForEachRow(rows, []any{&sealed, &purposes}, func() error {
		for _, purpose := range purposes {
			if again, err := m.Reseal(sealed, purpose); err == nil { // what opens for no purpose is as lost there as it is here
				before, after = append(before, slices.Clone(sealed)), append(after, again)
				break
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = target.Exec(ctx, fmt.Sprintf("update %s as t set %s = v.after from unnest($1::bytea[], $2::bytea[]) as v (before, after) "+
		"where t.%[2]s = v.before and %[3]s", s.Table, s.Column, where), before, after)
	return err
}

// RemoveAll deletes the rows of an organization, also of tables whose rows do not move.
func (d *DB) RemoveAll(ctx context.Context, m Move) (removed []Moved, err error) {
	tables, err := d.movables(ctx, m)
	if err != nil {
		return nil, err
	}
	slices.Reverse(tables)
	err = d.alone(ctx, pgx.TxOptions{}, func(tx pgx.Tx) error {
		removed = nil
		for _, t := range tables {
			done, err := tx.Exec(ctx, "delete from "+t.Name+" where "+t.where)
			if err != nil {
				return fmt.Errorf("remove the rows of %s: %w", t.Name, err)
			}
			removed = append(removed, Moved{t.Name, done.RowsAffected()})
		}
		return nil
	})
	return removed, err
}

// alone runs fn in a transaction that may be idle for as long as the other database needs.
func (d *DB) alone(ctx context.Context, options pgx.TxOptions, fn func(pgx.Tx) error) error {
	return d.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		tx, err := c.BeginTx(ctx, options)
		if err != nil {
			return fmt.Errorf("begin a transaction: %w", err)
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // nothing after a commit
		if _, err = tx.Exec(ctx, "set local idle_in_transaction_session_timeout = 0"); err == nil {
			err = fn(tx)
		}
		if err == nil && d.distributed.Load() && options.AccessMode != pgx.ReadOnly {
			_, err = tx.Exec(ctx, commitInTwoPhases)
		}
		if err != nil {
			return err
		}
		return tx.Commit(ctx)
	})
}

// running are the transactions of clients. Each holds a lock on its own number.
const running = `select l.virtualtransaction from pg_locks l join pg_stat_activity a using (pid)
	where l.locktype = 'virtualxid' and l.mode = 'ExclusiveLock' and a.datname = current_database() and a.usesysid is not null
		and a.pid <> pg_backend_pid()`

// AwaitTransactions waits until all transactions of others that are running now have ended. It calls waiting every two seconds.
func (d *DB) AwaitTransactions(ctx context.Context, waiting func(left int)) error {
	var before, now []string
	for n := 0; ; n++ {
		if err := d.In(ctx).Raw(running).Scan(&now).Error; err != nil {
			return fmt.Errorf("look for transactions that are running: %w", err)
		}
		if n == 0 {
			before = now
		}
		before = slices.DeleteFunc(slices.Clone(before), func(id string) bool { return !slices.Contains(now, id) })
		if len(before) == 0 {
			return nil
		}
		if n%20 == 19 {
			waiting(len(before))
		}
		if now = nil; !clock.Sleep(ctx, 100*time.Millisecond) {
			return ctx.Err()
		}
	}
}
