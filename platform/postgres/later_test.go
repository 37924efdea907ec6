package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// heard is a tracer that keeps the statements in the order in which their answers came.
type heard struct {
	mu   sync.Mutex
	list []string
}

type heardKey struct{}

func (h *heard) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, heardKey{}, d.SQL)
}

func (h *heard) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if sql, ok := ctx.Value(heardKey{}).(string); ok { // pgx tells of some ends twice
		h.list = append(h.list, sql)
	}
}

// openOne opens a pool of one connection: whoever does not give it back clean is noticed by the next.
func openOne(t *testing.T, tracer pgx.QueryTracer) *postgres.DB {
	t.Helper()
	return testkit.New(t, tables(t)).Open(postgres.Options{PoolSize: 1, Tracer: tracer})
}

const putLater = `insert into counters select $1, coalesce(max(n), 0) + 1 from counters where name like $2`

func TestStatementsThatWaitGoInOrder(t *testing.T) {
	t.Parallel()
	var h heard
	db := openOne(t, &h)
	var rows []int64
	later := func(ctx context.Context, name string) error {
		return db.Queue(ctx, func(n int64) { rows = append(rows, n) }, putLater, name, "order-%")
	}
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		if err := errors.Join(later(ctx, "order-1"), later(ctx, "order-2")); err != nil {
			return err
		}
		if len(rows) > 0 {
			t.Error("they did not wait")
		}
		var n int
		if err := db.Row(ctx, `select max(n) from counters where name like 'order-%'`).Scan(&n); err != nil || n != 2 {
			t.Errorf("the next statement sees %d %v", n, err)
		}
		if err := later(ctx, "order-3"); err != nil {
			return err
		}
		var counted int64 // by gorm
		if err := db.In(ctx).Table("counters").Where("name like 'order-%'").Count(&counted).Error; err != nil || counted != 3 {
			t.Errorf("gorm sees %d %v", counted, err)
		}
		if err := later(ctx, "order-4"); err != nil {
			return err
		}
		if err := db.In(ctx).Exec(`update counters set n = n + 10 where name = 'order-4'`).Error; err != nil {
			return err
		}
		if err := later(ctx, "order-5"); err != nil {
			return err
		}
		return db.Rows(ctx, func(row postgres.Scanner) error {
			if err := row.Scan(&n); err != nil || n != 15 {
				t.Errorf("a query with a plan of its own sees %d %v", n, err)
			}
			return nil
		}, `select max(n) from counters where name like $1`, postgres.Unprepared, "order-%")
	})
	var n int
	if again := db.Row(t.Context(), `select n from counters where name = 'order-5'`).Scan(&n); err != nil || again != nil || n != 15 {
		t.Errorf("%v %v: the last has %d", err, again, n)
	}
	if !slices.Equal(rows, []int64{1, 1, 1, 1, 1}) {
		t.Errorf("rows changed: %v", rows)
	}
	want := []string{"begin", putLater, putLater, `select max(n) from counters where name like 'order-%'`, putLater, `SELECT count(*) FROM "counters" WHERE name like 'order-%'`, putLater,
		`update counters set n = n + 10 where name = 'order-4'`, putLater, `select max(n) from counters where name like $1`, "commit"}
	if got := h.list[1 : len(h.list)-1]; !slices.Equal(got, want) { // without the first of the connection, and the look afterwards
		t.Errorf("heard %q", got)
	}
}

func TestWhatWaitsAndFailsEndsTheTransaction(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	for name, next := range map[string]func(context.Context) error{
		"commit": func(context.Context) error { return nil },
		"row": func(ctx context.Context) error {
			var n int
			return db.Row(ctx, "select 1").Scan(&n)
		},
		"gorm": func(ctx context.Context) error {
			var n int64
			return db.In(ctx).Table("counters").Count(&n).Error
		},
		"row of gorm": func(ctx context.Context) error {
			var n int
			return db.In(ctx).Raw("select 1").Row().Scan(&n)
		},
	} {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			if err := put(ctx, db, "fails-"+name); err != nil {
				return err
			}
			if err := db.Queue(ctx, nil, `insert into counters values ($1, 0)`, "fails-"+name); err != nil {
				t.Errorf("%s: it did not wait: %v", name, err)
			}
			return next(ctx)
		})
		if !postgres.Violates(err, "counters_pkey") || exists(t, db, "fails-"+name) {
			t.Errorf("%s: %v, row %v", name, err, exists(t, db, "fails-"+name))
		}
	}
}

func TestWhatWaitsInAFailedUseCaseIsDropped(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	no := errors.New("no")
	later := func(ctx context.Context, name string) error {
		return db.Queue(ctx, nil, `insert into counters values ($1, 0)`, name)
	}
	err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
		if err := later(ctx, "drop-before"); err != nil {
			return err
		}
		for _, sent := range []bool{false, true} {
			err := db.InTx(ctx, func(ctx context.Context) error {
				if err := later(ctx, "drop-inside"); err != nil {
					return err
				}
				if sent {
					if err := put(ctx, db, "drop-sent"); err != nil {
						return err
					}
				}
				return errors.Join(later(ctx, "drop-before"), no) // it would fail, were it sent
			})
			if !errors.Is(err, no) {
				t.Errorf("the use case ended with %v", err)
			}
		}
		if err := db.InTx(ctx, func(ctx context.Context) error { return later(ctx, "drop-kept") }); err != nil {
			return err
		}
		return later(ctx, "drop-after")
	})
	var names string
	if again := db.Row(t.Context(), `select string_agg(name, ' ' order by name) from counters where name like 'drop-%'`).Scan(&names); err != nil || again != nil {
		t.Fatal(err, again)
	}
	if names != "drop-after drop-before drop-kept" {
		t.Errorf("there are %s", names)
	}
}

// A statement fails, nobody says so, and the transaction is told to commit: the database rolls back and calls that a success. A caller
// may ignore the error because it is that of a queued statement.
func TestCommitThatRolledBackIsAnError(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	queued := errors.New("the queued one")
	for name, c := range map[string]struct {
		use func(ctx context.Context) error
		is  func(error) bool
	}{
		"own error": {
			func(ctx context.Context) error { _ = put(ctx, db, "swallowed"); return nil },
			func(err error) bool { return postgres.Violates(err, "counters_pkey") },
		},
		"by gorm": {
			func(ctx context.Context) error { db.In(ctx).Exec("select 1 / 0"); return nil },
			func(err error) bool { return errors.Is(err, pgx.ErrTxCommitRollback) },
		},
		"of a queued one": {
			func(ctx context.Context) error {
				err := db.Write(ctx, func(error) error { return queued }, "select 1 / 0")
				_, _ = db.Exec(ctx, "select 1")
				return err
			},
			func(err error) bool { return errors.Is(err, queued) },
		},
		"of a queued one, and a statement after it": {
			func(ctx context.Context) error {
				err := db.Write(ctx, func(error) error { return queued }, "select 1 / 0")
				_, _ = db.Exec(ctx, "select 1")
				_, after := db.Exec(ctx, "select 2")
				return errors.Join(err, after)
			},
			func(err error) bool { return errors.Is(err, queued) },
		},
	} {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			if err := put(ctx, db, "swallowed"); err != nil {
				return err
			}
			return c.use(ctx)
		})
		if !c.is(err) || exists(t, db, "swallowed") {
			t.Errorf("%s: %v, row %v", name, err, exists(t, db, "swallowed"))
		}
	}
}

// What is queued before a use case may fail with its first message. There is no savepoint to roll back to then, and an earlier use case,
// whose savepoint has the same name, is not undone while the rest is committed.
func TestWhatFailsBeforeASavepointEndsTheTransaction(t *testing.T) {
	t.Parallel()
	var h heard
	db := openOne(t, &h)
	for what, first := range map[string]bool{"the only use case": false, "the second one": true} {
		err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
			use := func(name string) error {
				return db.InTx(ctx, func(ctx context.Context) error { return put(ctx, db, name) })
			}
			if first {
				if err := use("earlier"); err != nil {
					return err
				}
			}
			if err := db.Queue(ctx, nil, "select 1 / 0"); err != nil {
				return err
			}
			if err := use("later"); !postgres.DividesByZero(err) {
				t.Errorf("%s ended with %v", what, err)
			}
			return nil // its error is ignored
		})
		if !postgres.DividesByZero(err) || exists(t, db, "earlier") || exists(t, db, "later") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if slices.Contains(h.list, "rollback to savepoint use_case") {
		t.Errorf("heard %q", h.list)
	}
}

// The database looks through all savepoints above a row's, for each row that the transaction has written.
func TestSavepointsOfUseCasesAreNotNested(t *testing.T) {
	t.Parallel()
	db := open(t)
	failed := errors.New("no")
	err := db.InOuterTx(t.Context(), func(ctx context.Context) error {
		for i, c := range []struct {
			writes bool
			err    error
		}{{true, nil}, {false, nil}, {true, failed}, {false, failed}, {true, nil}} {
			err := db.InTx(ctx, func(ctx context.Context) error {
				if c.writes {
					return errors.Join(put(ctx, db, fmt.Sprint("nested ", i)), c.err)
				}
				return c.err
			})
			if !errors.Is(err, c.err) {
				return fmt.Errorf("use case %d ended with %w", i, err)
			}
		}
		_, err := db.Exec(ctx, "release savepoint use_case")
		if err != nil {
			return err
		}
		_, err = db.Exec(ctx, "release savepoint use_case")
		return err
	})
	if !postgres.Raised(err, "3B001") { // invalid savepoint
		t.Errorf("the second release ended with %v", err)
	}
}

func TestTransactionWithoutStatementsSendsNothing(t *testing.T) {
	t.Parallel()
	var h heard
	db := openOne(t, &h)
	for _, end := range []error{nil, errors.New("no")} {
		if err := db.InTx(t.Context(), func(context.Context) error { return end }); !errors.Is(err, end) {
			t.Error(err)
		}
	}
	if len(h.list) > 1 { // what a connection begins with
		t.Errorf("heard %q", h.list)
	}
}

func TestConnectionsAreKeptAfterARollback(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	var before, after int
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		return errors.Join(db.Row(ctx, "select pg_backend_pid()").Scan(&before), errors.New("no"))
	})
	if again := db.Row(t.Context(), "select pg_backend_pid()").Scan(&after); err == nil || again != nil || before != after {
		t.Errorf("%v %v: session %d, then %d", err, again, before, after)
	}
}

func TestConnectionsComeBackClean(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	for name, fn := range map[string]func(ctx context.Context, cancel func()) error{
		"cancelled in a statement": func(ctx context.Context, cancel func()) error {
			time.AfterFunc(20*time.Millisecond, cancel)
			_, err := db.Exec(ctx, "select pg_sleep(10)")
			return err
		},
		"cancelled between statements": func(_ context.Context, cancel func()) error { cancel(); return nil },
		"nothing sent":                 func(context.Context, func()) error { return errors.New("no") },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		err := db.InTx(ctx, func(ctx context.Context) error {
			if name != "nothing sent" {
				if err := put(ctx, db, name); err != nil {
					return err
				}
			}
			return fn(ctx, cancel)
		})
		cancel()
		if err == nil || exists(t, db, name) {
			t.Errorf("%s: %v, row %v", name, err, exists(t, db, name))
		}
		if err := db.InTx(t.Context(), func(ctx context.Context) error { return put(ctx, db, "after "+name) }); err != nil || !exists(t, db, "after "+name) {
			t.Errorf("after %s: %v", name, err)
		}
	}
}

// Workers and compiled plans take longer to start than short statements do, however large the table.
func TestPlansHaveNeitherWorkersNorCompiledCode(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for _, name := range []string{"parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size", "jit_above_cost"} {
			if _, err := db.Exec(ctx, "select set_config($1, '0', true)", name); err != nil {
				return err
			}
		}
		return db.Rows(ctx, func(row postgres.Scanner) error {
			var line string
			err := row.Scan(&line)
			if strings.Contains(line, "Gather") || strings.Contains(line, "JIT") {
				t.Errorf("the plan has a line %q", line)
			}
			return err
		}, "explain select sum(attnum) from pg_attribute")
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStatementInsideTheScanOfAnotherIsRefused(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	for name, inside := range map[string]func(context.Context) error{
		"by hand": func(ctx context.Context) error {
			_, err := db.Exec(ctx, "select 1")
			return err
		},
		"by gorm": func(ctx context.Context) error { return db.In(ctx).Exec("select 1").Error },
	} {
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			return db.Rows(ctx, func(postgres.Scanner) error { return inside(ctx) }, "select 1")
		})
		if !errors.Is(err, postgres.ErrBusy) { // the driver would say that it is busy, or hang
			t.Errorf("%s: %v", name, err)
		}
	}
}

// More than may wait goes ahead of the next statement, and all of it is there in the end.
func TestManyThatWaitAllArrive(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	arrived := 0
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for range 100 {
			if err := db.Queue(ctx, func(int64) { arrived++ }, `insert into counters values ($1, 1) on conflict (name) do update set n = counters.n + 1`, "many"); err != nil {
				return err
			}
		}
		if arrived < 90 {
			t.Errorf("%d wait in memory", 100-arrived)
		}
		return nil
	})
	var n int
	if again := db.Row(t.Context(), `select n from counters where name = 'many'`).Scan(&n); err != nil || again != nil || n != 100 {
		t.Errorf("%v %v: %d", err, again, n)
	}
	if err := db.Queue(t.Context(), func(n int64) {
		if n != 1 {
			t.Errorf("without a transaction it changed %d rows", n)
		}
	}, `update counters set n = 0 where name = 'many'`); err != nil {
		t.Error(err)
	}
}
