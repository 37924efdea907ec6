package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// runs counts how often each test has run in this process: several times with -count or -cpu.
var runs = struct {
	sync.Mutex
	of map[string]int
}{of: map[string]int{}}

// tables are shared by all tests. Each run has its own, because tests name their rows.
func tables(t *testing.T) fxgroups.Migrations {
	t.Helper()
	runs.Lock()
	defer runs.Unlock()
	n := runs.of[t.Name()]
	t.Cleanup(func() {
		runs.Lock()
		defer runs.Unlock()
		runs.of[t.Name()] = n + 1
	})
	return testkit.SQL("-- run " + strconv.Itoa(n) + `
create table counters (name text primary key, n int not null);
create table bowls (account_id uuid, id uuid, n int not null, primary key (account_id, id));`)
}

func open(t *testing.T) *postgres.DB { t.Helper(); return testkit.New(t, tables(t)).DB }

// openEmpty has a database to which no migration was ever applied.
func openEmpty(t *testing.T) *testkit.Kit {
	t.Helper()
	k := testkit.Fresh(t)
	k.Exec("drop table if exists goose_db_version, migration_owners")
	return k
}

func put(ctx context.Context, db *postgres.DB, name string) error {
	_, err := testkit.Exec(ctx, db, `insert into counters values ($1, 0)`, name)
	return err
}

func exists(t *testing.T, db *postgres.DB, name string) bool {
	t.Helper()
	var n int
	must(t, testkit.One(context.Background(), db, `select count(*) from counters where name = $1`, name).Scan(&n))
	return n == 1
}

func TestInnerTransactionJoinsTheOuterOne(t *testing.T) {
	t.Parallel()
	db := open(t)
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		if err := db.InTx(ctx, func(ctx context.Context) error { return put(ctx, db, "joined") }); err != nil {
			return err
		}
		return errors.New("no")
	})
	if err == nil || exists(t, db, "joined") {
		t.Errorf("error %v, row %v", err, exists(t, db, "joined"))
	}
}

func TestOuterTransactionUndoesFailedUseCasesAlone(t *testing.T) {
	t.Parallel()
	db := open(t)
	failed := errors.New("no")
	err := db.InOuterTx(context.Background(), func(ctx context.Context) error {
		if err := db.InTx(ctx, func(ctx context.Context) error { return put(ctx, db, "kept") }); err != nil {
			return err
		}
		err := db.InTx(ctx, func(ctx context.Context) error {
			if err := db.InTx(ctx, func(ctx context.Context) error { return put(ctx, db, "undone") }); err != nil {
				return err
			}
			return failed
		})
		if !errors.Is(err, failed) {
			return fmt.Errorf("the use case ended with %w", err)
		}
		return put(ctx, db, "beside")
	})
	if err != nil || !exists(t, db, "kept") || exists(t, db, "undone") || !exists(t, db, "beside") {
		t.Errorf("%v: kept %v, undone %v, beside %v", err, exists(t, db, "kept"), exists(t, db, "undone"), exists(t, db, "beside"))
	}
}

// Whoever survives the panic of a use case, and commits what is around it, does not commit half a use case.
func TestPanicInAUseCaseUndoesItAlone(t *testing.T) {
	t.Parallel()
	db := open(t)
	burst := func(run func(context.Context, func(context.Context) error) error, ctx context.Context) {
		defer func() { _ = recover() }()
		_ = run(ctx, func(ctx context.Context) error {
			if err := put(ctx, db, "burst"); err != nil {
				return err
			}
			panic("no")
		})
	}
	err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
		burst(db.InTx, ctx)
		return put(ctx, db, "around")
	})
	if err != nil || exists(t, db, "burst") || !exists(t, db, "around") {
		t.Errorf("%v: burst %v, around %v", err, exists(t, db, "burst"), exists(t, db, "around"))
	}
}

func TestHooksRunAfterCommitOnly(t *testing.T) {
	t.Parallel()
	db := open(t)
	var ran []string
	hook := func(ctx context.Context, name string) { tx.AfterCommit(ctx, func() { ran = append(ran, name) }) }
	_ = db.InTx(context.Background(), func(ctx context.Context) error {
		hook(ctx, "rolled back")
		return errors.New("no")
	})
	err := db.InTx(context.Background(), func(ctx context.Context) error {
		hook(ctx, "outer")
		return db.InTx(ctx, func(ctx context.Context) error {
			hook(ctx, "inner")
			if len(ran) > 0 {
				t.Error("a hook ran before the commit")
			}
			return nil
		})
	})
	if err != nil || fmt.Sprint(ran) != "[outer inner]" {
		t.Errorf("%v: %v", err, ran)
	}
}

// Two transactions that lock two rows in opposite orders deadlock; the database ends one, and it runs again.
func TestDeadlockedTransactionsAtOnceBothSucceed(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	ends := map[string]int{}
	db := testkit.New(t, tables(t)).Open(postgres.Options{Ended: func(how string) {
		mu.Lock()
		defer mu.Unlock()
		ends[how]++
	}})
	ctx := context.Background()
	for _, name := range []string{"left", "right"} {
		must(t, put(ctx, db, name))
	}
	add := func(ctx context.Context, name string) error {
		_, err := testkit.Exec(ctx, db, `update counters set n = n + 1 where name = $1`, name)
		return err
	}
	var both sync.WaitGroup
	both.Add(2)
	var done sync.WaitGroup
	runs := make([]int, 2)
	errs := make([]error, 2)
	for i, order := range [][]string{{"left", "right"}, {"right", "left"}} {
		done.Go(func() {
			errs[i] = db.InTx(ctx, func(ctx context.Context) error {
				runs[i]++
				if err := add(ctx, order[0]); err != nil {
					return err
				}
				if runs[i] == 1 {
					both.Done()
					both.Wait()
				}
				return add(ctx, order[1])
			})
		})
	}
	done.Wait()
	var left, right int
	if err := testkit.One(ctx, db, `select (select n from counters where name = 'left'), (select n from counters where name = 'right')`).Scan(&left, &right); err != nil {
		t.Fatal(err)
	}
	if errs[0] != nil || errs[1] != nil || left != 2 || right != 2 || runs[0]+runs[1] < 3 {
		t.Errorf("errors %v, left %d, right %d, runs %v", errs, left, right, runs)
	}
	_ = db.InTx(ctx, func(context.Context) error { return errors.New("no") })
	if ends["committed"] != 2 || ends["retried"] != runs[0]+runs[1]-2 || ends["rolled_back"] != 1 {
		t.Errorf("transactions ended: %v", ends)
	}
}

func TestPanicRollsBack(t *testing.T) {
	t.Parallel()
	db := open(t)
	func() {
		defer func() { _ = recover() }()
		_ = db.InTx(context.Background(), func(ctx context.Context) error {
			if err := put(ctx, db, "panicked"); err != nil {
				return err
			}
			panic("no")
		})
	}()
	if exists(t, db, "panicked") {
		t.Error("the row is there")
	}
}

func TestViolationIsKnownByItsConstraint(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx := context.Background()
	must(t, put(ctx, db, "twice"))
	err := put(ctx, db, "twice")
	if !postgres.Violates(err, "counters_pkey") || postgres.Violates(err, "other") || postgres.Unavailable(err) {
		t.Errorf("%v", err)
	}
}

func TestDatabaseThatCannotBeReachedIsUnavailable(t *testing.T) {
	t.Parallel()
	db := testkit.New(t, tables(t)).Open(postgres.Options{URL: "postgres://nobody@127.0.0.1:1/none?sslmode=disable"})
	if err := db.Ping(context.Background()); !postgres.Unavailable(err) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := testkit.Exec(ctx, open(t), `select 1`); postgres.Unavailable(err) && !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call: %v", err)
	}
}

func migrations(module, name, sql string) fxgroups.Migrations {
	return fxgroups.Migrations{Module: module, Files: fstest.MapFS{name: {Data: []byte("-- +goose Up\n" + sql + ";\n")}}}
}

func TestMigrationsOfAllModulesRunOnceWhenReplicasStartAtOnce(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	modules := []fxgroups.Migrations{migrations("b", "2_b.sql", "create table b ()"), migrations("a", "1_a.sql", "create table a ()")}
	applied := make([]int, 3)
	var done sync.WaitGroup
	for i := range applied {
		db := k.Replica().DB
		done.Go(func() {
			n, err := db.Migrate(context.Background(), modules)
			if err != nil {
				t.Error(err)
			}
			applied[i] = n
		})
	}
	done.Wait()
	if applied[0]+applied[1]+applied[2] != 3 { // with the table that says whose they are
		t.Errorf("applied %v", applied)
	}
	db := k.DB
	must(t, db.Current(context.Background(), modules))
	// A module that joins later may bring older numbers.
	modules = append(modules, migrations("c", "0001_c.sql", "create table c ()"))
	if err := db.Current(context.Background(), append(modules, migrations("d", "3_d.sql", "create table d ()"))); err == nil {
		t.Error("pending migrations are not noticed")
	}
}

// Each notes whose migrations there are. The rows are the same, so none may wait for one that waits for it.
func TestReplicasThatStartAtOnceDoNotDeadlock(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	var modules []fxgroups.Migrations
	for i := range 40 {
		modules = append(modules, migrations("m"+strconv.Itoa(i), strconv.Itoa(i+1)+"_m.sql", "select 1"))
	}
	testkit.Must[int](t)(k.DB.Migrate(t.Context(), modules))
	replicas := []*postgres.DB{k.DB, k.Replica().DB, k.Replica().DB, k.Replica().DB}
	for range 10 {
		k.Exec("delete from migration_owners")
		var done sync.WaitGroup
		err := k.DB.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := testkit.Exec(ctx, k.DB, "lock table migration_owners in share mode"); err != nil {
				return err
			}
			for _, db := range replicas {
				done.Go(func() {
					if _, err := db.Migrate(t.Context(), modules); err != nil {
						t.Error(err)
					}
				})
			}
			k.UntilLocked(len(replicas))
			return nil
		})
		if done.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// A module that was taken out leaves its tables, and the state of the migrations says whose they are.
func TestMigrationsOfAModuleThatIsGoneAreListed(t *testing.T) {
	t.Parallel()
	db := openEmpty(t).DB
	a, b := migrations("a", "1_a.sql", "create table a ()"), migrations("b", "2_b.sql", "create table b ()")
	testkit.Must[int](t)(db.Migrate(t.Context(), []fxgroups.Migrations{a, b}))
	list := testkit.Must[[]postgres.Migration](t)(db.Migrations(t.Context(), []fxgroups.Migrations{a}))
	got := map[string]bool{}
	for _, m := range list {
		got[m.Name+" of "+m.Module] = m.Gone
		if m.AppliedAt == nil {
			t.Errorf("%s is pending", m.Name)
		}
	}
	if gone, ok := got["2_b.sql of b"]; !ok || !gone || got["1_a.sql of a"] || len(got) != 3 {
		t.Errorf("%v", got)
	}
	must(t, db.Current(t.Context(), []fxgroups.Migrations{a})) // it is ready without b
}

func TestTheNextStartNotesWhoseMigrationsTheLastOneApplied(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	a, b := migrations("a", "1_a.sql", "create table a ()"), migrations("b", "2_b.sql", "create table b ()")
	both := []fxgroups.Migrations{a, b}
	testkit.Must[int](t)(k.DB.Migrate(t.Context(), both))
	k.Exec("delete from migration_owners") // as if the process had been killed before it noted them
	if n, err := k.DB.Migrate(t.Context(), both); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	if n := k.Count("select count(*) from migration_owners where module in ('a', 'b')"); n != 2 {
		t.Errorf("%d are noted", n)
	}
}

// Its module may be taken out next: the first one, which stays, is still known to be its own.
func TestMigrationsBeforeOneThatFailsAreNoted(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	a := []fxgroups.Migrations{migrations("a", "20270101000000_a.sql", "create table a ()")}
	b := fxgroups.Migrations{Module: "b", Files: fstest.MapFS{
		"20270101000001_b.sql": {Data: []byte("-- +goose Up\ncreate table b ();")},
		"20270101000002_b.sql": {Data: []byte("-- +goose Up\ncreate tabel b ();")},
	}}
	if n, err := k.DB.Migrate(t.Context(), append(a, b)); n != 3 || err == nil {
		t.Fatal(n, err)
	}
	list, err := k.DB.Migrations(t.Context(), a)
	if i := slices.IndexFunc(list, func(m postgres.Migration) bool { return m.Gone }); err != nil || i < 0 || list[i].Module != "b" || len(list) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestAMigrationReplacesOnlyOneOfItsModule(t *testing.T) {
	t.Parallel()
	for after, applied := range map[string]int{"2": 3, "1": 4, "3": 4, "the former table": 4, "2 tables": 4, "2_b": 4} { // with migration_owners
		list := []fxgroups.Migrations{migrations("a", "1_a.sql", "create table a ()"), {Module: "b", Files: fstest.MapFS{
			"2_b.sql": {Data: []byte("-- +goose Up\ncreate table b ();")},
			"4_b.sql": {Data: []byte("-- +goose Up\n-- replaces " + after + "\ncreate table better ();")},
		}}}
		if n, err := openEmpty(t).DB.Migrate(t.Context(), list); n != applied || err != nil {
			t.Errorf("replaces %s: %d applied, %v", after, n, err)
		}
	}
}

func TestAMigrationWithoutANumberIsRefused(t *testing.T) {
	t.Parallel()
	db := openEmpty(t).DB
	for _, name := range []string{"x.sql", "1-x.sql", "first_x.sql", "0_x.sql"} {
		list := []fxgroups.Migrations{migrations("a", "1_a.sql", "select 1"), migrations("b", name, "select 1")}
		if _, err := db.Migrate(t.Context(), list); err == nil || !strings.Contains(err.Error(), "migration "+name+" of b ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAMigrationThatFailsIsNamedWithItsModule(t *testing.T) {
	t.Parallel()
	db := openEmpty(t).DB
	list := []fxgroups.Migrations{migrations("a", "1_a.sql", "create table a ()"), migrations("b", "2_b.sql", "create tabel b ()")}
	if n, err := db.Migrate(t.Context(), list); n != 1 || err == nil || !strings.Contains(err.Error(), "2_b.sql of b ") {
		t.Errorf("%d applied, %v", n, err)
	} else if strings.Contains(err.Error(), "migration_owners") { // it comes later
		t.Errorf("two errors: %v", err)
	}
	list[1] = migrations("b", "2_b.sql", "create table b ()")
	if n, err := db.Migrate(t.Context(), list); n < 1 || err != nil {
		t.Errorf("put right: %d applied, %v", n, err)
	}
}

// A dump holds its locks for as long as it takes. A migration that waited for them would keep everybody else from the table meanwhile.
func TestAMigrationDoesNotWaitLongForALock(t *testing.T) {
	t.Parallel()
	k := openEmpty(t)
	db := k.Open(postgres.Options{URL: k.URL, PoolSize: 1, LockTimeout: time.Minute})
	list := []fxgroups.Migrations{migrations("a", "1_a.sql", "create table a ()")}
	testkit.Must[int](t)(db.Migrate(t.Context(), list))
	list = append(list, migrations("b", "2_b.sql", "create table b ()"), migrations("c", "3_c.sql", "alter table a add column n integer"))
	must(t, k.DB.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := testkit.Exec(ctx, k.DB, `lock table a in access share mode`); err != nil {
			return err
		}
		patience, cancel := context.WithTimeout(context.Background(), 40*time.Second)
		defer cancel()
		if n, err := db.Migrate(patience, list); n != 1 || !postgres.Locked(err) || !strings.Contains(err.Error(), "3_c.sql") {
			t.Errorf("%d applied, %v", n, err)
		}
		return nil
	}))
	if n, err := db.Migrate(t.Context(), list); n != 1 || err != nil {
		t.Errorf("again: %d applied, %v", n, err)
	}
	var timeout string
	if err := testkit.One(t.Context(), db, `show lock_timeout`).Scan(&timeout); err != nil || timeout != "1min" {
		t.Errorf("the lock timeout of the session is %q afterwards, %v", timeout, err)
	}
}

func TestMigrationsOfOneNumberAreRefused(t *testing.T) {
	t.Parallel()
	_, err := openEmpty(t).DB.Migrate(t.Context(), []fxgroups.Migrations{migrations("a", "1_x.sql", "select 1"), migrations("b", "1_y.sql", "select 1")})
	if err == nil || !strings.Contains(err.Error(), "both a and b") {
		t.Errorf("got %v", err)
	}
}

func TestMigrationsOfOneNameAreRefused(t *testing.T) {
	t.Parallel()
	_, err := openEmpty(t).DB.Migrate(context.Background(), []fxgroups.Migrations{migrations("a", "1_x.sql", "select 1"), migrations("b", "1_x.sql", "select 1")})
	if err == nil {
		t.Error("they were applied")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
