package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

const lettersTables = `create table letters (box text, name text, xid xid8 not null default pg_current_xact_id(), primary key (box, name));
create table seals (letter text unique deferrable initially deferred);`

var letters = testkit.SQL(lettersTables)

// box is where a test puts its letters.
type box struct {
	*postgres.DB
	kit  *testkit.Kit
	name string
}

func openBox(t *testing.T, tracer pgx.QueryTracer) box {
	t.Helper()
	k := testkit.New(t, letters)
	return box{k.Open(postgres.Options{Tracer: tracer}), k, ids.New().String()}
}

// one returns a transaction that consists of a queued statement. The box is $1.
func (b box) one(statement string, args ...any) func(context.Context) error {
	return func(ctx context.Context) error {
		return b.InTx(ctx, func(ctx context.Context) error {
			return b.Queue(ctx, nil, statement, append([]any{b.name}, args...)...)
		})
	}
}

// letter returns a transaction that writes a letter.
func (b box) letter(name string) func(context.Context) error {
	return func(ctx context.Context) error {
		return b.InTx(ctx, func(ctx context.Context) error {
			return b.Write(ctx, func(err error) error { return fmt.Errorf("%s: %w", name, err) }, "insert into letters values ($1, $2)", b.name, name)
		})
	}
}

// waits is a statement that waits for the lock of hold, however long a group waits for locks.
const waits = "select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(hashtext($1), hashtext($2))"

// hold calls fn while a transaction of ctx waits for a lock in the middle of its group. It returns the error of that transaction.
func (b box) hold(ctx context.Context, lock string, fn func()) error {
	b.kit.Helper()
	var done <-chan error
	err := b.kit.DB.InTx(b.kit.Context(), func(holder context.Context) error {
		if _, err := b.kit.DB.Exec(holder, "select pg_advisory_xact_lock(hashtext($1), hashtext($2))", b.name, lock); err != nil {
			return err
		}
		done = b.kit.Blocks(holder, func() error { return b.one(waits, lock)(ctx) })
		fn()
		return nil
	})
	if err != nil {
		return err
	}
	return <-done
}

// behindOne keeps a group of ctx's organization on its way until all of these transactions wait for the next one, in this order, or have
// ended. It returns their errors.
func (b box) behindOne(ctx context.Context, transactions ...func(context.Context) error) []error {
	b.kit.Helper()
	errs := make([]error, len(transactions))
	var group sync.WaitGroup
	var ended atomic.Int64
	err := b.hold(ctx, "first", func() {
		for i, run := range transactions {
			group.Go(func() { errs[i] = run(ctx); ended.Add(1) })
			b.kit.Until("it waits for a group or has ended", func() bool { return b.Waiting(ctx)+int(ended.Load()) > i })
		}
	})
	if err != nil {
		b.kit.Error(err)
	}
	group.Wait()
	return errs
}

// want checks how many letters there are, and in how many transactions they were committed; 0 is any number.
func (b box) want(letters, transactions int) {
	b.kit.Helper()
	if n, in := b.committed(); n != letters || transactions > 0 && in != transactions {
		b.kit.Errorf("%d letters in %d transactions, want %d in %d", n, in, letters, transactions)
	}
}

func (b box) committed() (letters, transactions int) {
	b.kit.Helper()
	err := b.Row(b.kit.Context(), "select count(*), count(distinct xid::text) from letters where box = $1", b.name).
		Scan(&letters, &transactions)
	if err != nil {
		b.kit.Fatal(err)
	}
	return letters, transactions
}

func TestTransactionsAtOnceAreCommittedTogether(t *testing.T) {
	t.Parallel()
	var h heard
	b := openBox(t, &h)
	var hooks, rows atomic.Int64
	counted := func(ctx context.Context) error {
		return b.InTx(ctx, func(ctx context.Context) error {
			tx.AfterCommit(ctx, func() { hooks.Add(1) })
			return b.Queue(ctx, func(n int64) { rows.Add(n) }, "insert into letters values ($1, 'd'), ($1, 'e')", b.name)
		})
	}
	for _, err := range b.behindOne(someone(t), b.letter("a"), b.letter("b"), b.letter("c"), counted) {
		if err != nil {
			t.Error(err)
		}
	}
	b.want(5, 1)
	if hooks.Load() != 1 || rows.Load() != 2 {
		t.Errorf("%d hooks, %d rows", hooks.Load(), rows.Load())
	}
	if n := strings.Count(strings.Join(h.list, "\n"), "insert into letters"); n != 4 {
		t.Errorf("the tracer heard of %d statements", n)
	}
}

func TestOrganizationsAreCommittedApart(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	for _, err := range b.behindOne(someone(t), b.letter("a"), in(someone(t), b.letter("b")), in(t.Context(), b.letter("c"))) {
		if err != nil {
			t.Error(err)
		}
	}
	b.want(3, 3)
}

// in runs a transaction in a context of its own.
func in(ctx context.Context, run func(context.Context) error) func(context.Context) error {
	return func(context.Context) error { return run(ctx) }
}

func TestCustomersOfAnAccountAreCommittedTogether(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	customer := func(account uuid.UUID) context.Context {
		return caller.With(t.Context(), caller.Caller{Kind: caller.Customer, ID: uuid.New(), Accounts: []uuid.UUID{account}})
	}
	here, other := uuid.New(), uuid.New()
	list := []func(context.Context) error{in(customer(here), b.letter("a")), in(customer(other), b.letter("b")), in(customer(here), b.letter("c"))}
	for _, err := range b.behindOne(customer(here), list...) {
		if err != nil {
			t.Error(err)
		}
	}
	b.want(3, 2)
}

// A statement or the commit fails, of the first transaction, another one, the last one, or one without a group. If it is a statement,
// the others stay together.
func TestWhatFailsInAGroupFailsAlone(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	if err := errors.Join(b.letter("x")(t.Context()), b.one("insert into seals values ($1)")(t.Context())); err != nil {
		t.Fatal(err)
	}
	written, transactions := 1, 1
	for constraint, failing := range map[string]func(context.Context) error{
		"letters_pkey": b.letter("x"), "seals_letter_key": b.one("insert into seals values ($1)"),
	} {
		apart := map[string]int{"letters_pkey": 1, "seals_letter_key": 4}[constraint]
		for _, place := range []int{0, 2, 4} {
			var list []func(context.Context) error
			for i := range 5 {
				if i == place {
					list = append(list, failing)
					continue
				}
				written++
				list = append(list, b.letter(fmt.Sprint(written)))
			}
			for i, err := range b.behindOne(someone(t), list...) {
				if i == place && !postgres.Violates(err, constraint) || i != place && err != nil {
					t.Errorf("%s at %d: transaction %d: %v", constraint, place, i, err)
				}
			}
			transactions += apart
			b.want(written, transactions)
		}
		if err := failing(someone(t)); !postgres.Violates(err, constraint) {
			t.Errorf("%s without a group: %v", constraint, err)
		}
	}
	if err := b.letter("x")(someone(t)); err == nil || !strings.HasPrefix(err.Error(), "x: ") {
		t.Errorf("the error is not translated: %v", err)
	}
}

func TestOneThatWaitsForALockDelaysNobody(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	if err := b.letter("held")(t.Context()); err != nil {
		t.Fatal(err)
	}
	var ended atomic.Bool
	blocked := func(ctx context.Context) error {
		defer ended.Store(true)
		return b.one("delete from letters where box = $1 and name = 'held'")(ctx)
	}
	var done <-chan error
	err := b.kit.DB.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := b.kit.DB.Exec(ctx, "select from letters where box = $1 and name = 'held' for update", b.name); err != nil {
			return err
		}
		done = b.kit.Blocks(ctx, func() error { return errors.Join(b.behindOne(someone(t), b.letter("a"), b.letter("b"), blocked)...) })
		b.kit.Until("the others are committed", func() bool { n, _ := b.committed(); return n == 3 })
		if ended.Load() {
			t.Error("it did not wait for the lock")
		}
		return nil
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Error(err)
	}
	b.want(2, 0)
}

// A group gives up a lock soon. A transaction that is its only member then waits for the lock by itself.
func TestOneThatIsAloneWaitsForALockForAsLongAsOthers(t *testing.T) {
	t.Parallel()
	var h heard
	b := openBox(t, &h)
	if err := b.letter("held")(t.Context()); err != nil {
		t.Fatal(err)
	}
	groupEnded := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return slices.ContainsFunc(h.list, func(sql string) bool { return strings.HasPrefix(sql, "select set_config('lock_timeout', $1") })
	}
	var done <-chan error
	err := b.kit.DB.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := b.kit.DB.Exec(ctx, "select from letters where box = $1 and name = 'held' for update", b.name); err != nil {
			return err
		}
		done = b.kit.Blocks(ctx, func() error { return b.one("delete from letters where box = $1 and name = 'held'")(someone(t)) })
		b.kit.Until("its group has ended", groupEnded)
		return nil
	})
	if err == nil {
		err = <-done
	}
	if err != nil {
		t.Error(err)
	}
	b.want(0, 0)
}

func TestRequestsThatEndLeaveTheirGroup(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	sender := func(ctx context.Context) error { // it ends while it sends the group for all
		sending, cancel := context.WithCancel(ctx)
		defer cancel()
		return b.hold(sending, "sender", cancel)
	}
	soon := func(ctx context.Context) error { // it ends before its group is sent
		waiting, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			b.kit.Until("it waits as well", func() bool { return b.Waiting(ctx) == 2 })
			cancel()
		}()
		return b.letter("soon")(waiting)
	}
	late := func(ctx context.Context) error {
		b.kit.Until("it has left", func() bool { return b.Waiting(ctx) == 1 })
		return b.letter("a")(ctx)
	}
	errs := b.behindOne(someone(t), sender, soon, late, b.letter("b"))
	if errs[0] != nil || !errors.Is(errs[1], context.Canceled) || errs[2] != nil || errs[3] != nil {
		t.Errorf("%v", errs)
	}
	b.want(2, 1)
}

// Nobody knows whether a group was committed when its connection breaks, so it is not sent again.
func TestBrokenConnectionIsAnErrorForTheWholeGroup(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	broken := b.one("select pg_terminate_backend(pg_backend_pid()) from letters where box = $1 and name = 'a'")
	for i, err := range b.behindOne(someone(t), b.letter("a"), broken) {
		if !postgres.Unavailable(err) {
			t.Errorf("transaction %d: %v", i, err)
		}
	}
	b.want(0, 0)
}

func TestManyTransactionsAreAllCommitted(t *testing.T) {
	t.Parallel()
	b := openBox(t, nil)
	ctx := someone(t)
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			for k := range 25 {
				err := b.letter(fmt.Sprintf("%d-%d", i%20, k))(ctx) // every name twice
				if err != nil && !postgres.Violates(err, "letters_pkey") {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	b.want(500, 0)
	if n, in := b.committed(); in == n {
		t.Errorf("%d letters in %d transactions", n, in)
	}
}

type panicking struct{}

func (panicking) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	if strings.Contains(d.SQL, "panic") {
		panic(d.SQL)
	}
	return ctx
}
func (panicking) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func TestPanicInAGroupEndsIt(t *testing.T) {
	t.Parallel()
	b := openBox(t, panicking{})
	ctx, cancel := context.WithTimeout(someone(t), time.Minute)
	defer cancel()
	func() {
		defer func() { _ = recover() }()
		_ = b.one("select 'panic' where $1 <> ''")(ctx)
		t.Error("it did not panic")
	}()
	if err := b.letter("after")(ctx); err != nil {
		t.Error(err)
	}
	// Nobody knows what the database has done, so nobody may hear that it is committed.
	caught := func(run func(context.Context) error) func(context.Context) error {
		return func(ctx context.Context) (err error) {
			defer func() {
				if v := recover(); v != nil {
					err = fmt.Errorf("panic: %v", v)
				}
			}()
			return run(ctx)
		}
	}
	for i, err := range b.behindOne(ctx, caught(b.letter("a")), caught(b.one("select 'panic' where $1 <> ''")), caught(b.letter("b"))) {
		if err == nil {
			t.Errorf("transaction %d of the group succeeded", i)
		}
	}
}

// Rows of a statement that several transactions send are written by one statement, after all others, and each is told the sum.
func TestEachRowsOfAGroupBecomeOneStatement(t *testing.T) {
	t.Parallel()
	var h heard
	b := openBox(t, &h)
	const one, many = "insert into letters values ($1, $2) -- one", "insert into letters select * from unnest($1::text[], $2::text[]) -- many"
	var told sync.Map
	each := func(names ...string) func(context.Context) error {
		return func(ctx context.Context) error {
			return b.InTx(ctx, func(ctx context.Context) error {
				e := postgres.EachRow{One: one, Many: many, Done: func(n int64) { told.Store(names[0], n) }}
				for _, name := range names {
					e.Rows = append(e.Rows, []any{b.name, name})
				}
				return errors.Join(b.QueueEach(ctx, e), b.Queue(ctx, nil, "insert into letters values ($1, $2)", b.name, "beside "+names[0]))
			})
		}
	}
	for _, err := range b.behindOne(someone(t), each("a"), each("b", "c"), each("d")) {
		if err != nil {
			t.Error(err)
		}
	}
	b.want(7, 1)
	for _, name := range []string{"a", "b", "d"} {
		if n, ok := told.Load(name); !ok || n != int64(4) {
			t.Errorf("%s was told of %v rows", name, n)
		}
	}
	if last := h.list[len(h.list)-2]; last != many || strings.Contains(strings.Join(h.list, "\n"), one) { // without what b.want asks
		t.Errorf("heard %q", h.list)
	}
	if err := errors.Join(each("e")(someone(t)), each("f", "g")(t.Context())); err != nil {
		t.Error(err)
	}
	b.want(12, 3)
	again := postgres.EachRow{One: one, Many: many, Rows: [][]any{{b.name, "e"}}, Fail: func(err error) error { return fmt.Errorf("each: %w", err) }}
	err := b.InTx(someone(t), func(ctx context.Context) error { return b.QueueEach(ctx, again) })
	if err == nil || !strings.HasPrefix(err.Error(), "each: ") {
		t.Errorf("the error is not translated: %v", err)
	}
}

func TestEqualReadsOfAGroupAreSentOnce(t *testing.T) {
	t.Parallel()
	var h heard
	b := openBox(t, &h)
	const absent = "select 1 / (count(*) = 0)::integer from letters where box = $1 and name = $2"
	var counted atomic.Int64
	unless := func(name, other string) func(context.Context) error {
		return func(ctx context.Context) error {
			return b.InTx(ctx, func(ctx context.Context) error {
				return errors.Join(b.Queue(ctx, nil, absent, b.name, other), b.Queue(ctx, func(n int64) { counted.Add(n) }, "select $1::text", b.name), b.Queue(ctx, nil, "insert into letters values ($1, $2)", b.name, name))
			})
		}
	}
	for _, err := range b.behindOne(someone(t), unless("a", "x"), unless("b", "x"), unless("c", "y")) {
		if err != nil {
			t.Error(err)
		}
	}
	b.want(3, 1)
	if n := strings.Count(strings.Join(h.list, "\n"), absent); n != 2 || counted.Load() != 3 {
		t.Errorf("%d reads, %d rows counted, heard %q", n, counted.Load(), h.list)
	}
	errs := b.behindOne(someone(t), unless("d", "x"), unless("e", "a"), unless("f", "x"))
	if errs[0] != nil || !postgres.DividesByZero(errs[1]) || errs[2] != nil {
		t.Errorf("%v", errs)
	}
	b.want(5, 0)
}
