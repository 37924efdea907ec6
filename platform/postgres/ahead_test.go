package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

type crate struct {
	record.Meta
	N int
}

var (
	errNumber = errors.New("another crate has this number")
	crates    = testkit.SQL(`create table crates (account_id uuid, id uuid, created_at timestamptz, updated_at timestamptz, version bigint,
		n int, primary key (account_id, id), constraint crates_n_key unique (account_id, n));`)
)

// stacks writes crates in a pool of one connection: whoever does not give it back clean is noticed by the next.
type stacks struct {
	*testkit.Kit
	db      *postgres.DB
	table   *postgres.Table[crate]
	account uuid.UUID
}

func openStacks(t *testing.T) stacks {
	t.Helper()
	k := testkit.New(t, crates)
	db := k.Open(postgres.Options{PoolSize: 1})
	table := postgres.NewTable[crate](db, postgres.TableOptions{Name: "crates", Violations: map[string]error{"crates_n_key": errNumber}})
	return stacks{k, db, table, uuid.New()}
}

// add writes so many crates with the numbers from first on that they are sent ahead.
func (s stacks) add(ctx context.Context, account uuid.UUID, first int) error {
	list := make([]crate, 200)
	for i := range list {
		list[i] = crate{Meta: record.New(account), N: first + i}
	}
	return s.table.Insert(ctx, list...)
}

func (s stacks) count(ctx context.Context, account uuid.UUID) (n int) {
	s.Helper()
	if err := s.db.Row(ctx, "select count(*) from crates where account_id = $1", account).Scan(&n); err != nil {
		s.Error(err)
	}
	return n
}

func (s stacks) connection() (pid int) {
	s.Helper()
	if err := s.db.Row(s.Ctx, "select pg_backend_pid()").Scan(&pid); err != nil {
		s.Error(err)
	}
	return pid
}

func TestDatabaseWritesManyRecordsWhileTheProgramGoesOn(t *testing.T) {
	t.Parallel()
	s := openStacks(t)
	goOn := make(chan struct{})
	var ended <-chan error
	rolledBack := errors.New("rolled back")
	err := s.DB.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := s.DB.Exec(ctx, "insert into crates (account_id, id, n) values ($1, $1, 1100)", s.account); err != nil {
			return err
		}
		ended = s.Blocks(ctx, func() error {
			return s.db.InTx(t.Context(), func(ctx context.Context) error {
				if _, err := s.db.Exec(ctx, "select 1"); err != nil { // the transaction has begun
					return err
				}
				none := s.table.AssumeSame(ctx, s.table.Query(s.account).Where("t.n = ?", 7000), nil, func() {}) // is checked first
				err := errors.Join(none, s.add(ctx, s.account, 1000))
				<-goOn // while it waits whether there is a crate 1100
				if err == nil {
					err = s.add(ctx, s.account, 2000)
				}
				if n := s.count(ctx, s.account); n != 400 {
					t.Errorf("it sees %d crates", n)
				}
				return err
			})
		})
		close(goOn)
		return rolledBack
	})
	if !errors.Is(err, rolledBack) {
		t.Fatal(err)
	}
	if own := <-ended; own != nil || s.count(t.Context(), s.account) != 400 {
		t.Errorf("%d crates, %v", s.count(t.Context(), s.account), own)
	}
}

// The end of the transaction looks at the state of the connection, in which the records are sent for the first time.
func TestManyRecordsMayBeTheLastOfATransaction(t *testing.T) {
	t.Parallel()
	ctx := someone(t)
	for _, flat := range []bool{false, true} {
		s := openStacks(t)
		in := s.db.InTx
		if flat {
			in = s.db.InFlatTx
		}
		for first, want := range []error{nil, errNumber} {
			err := in(ctx, func(ctx context.Context) error {
				return s.db.InTx(ctx, func(ctx context.Context) error {
					if _, err := s.db.Exec(ctx, "select 1"); err != nil { // the transaction has begun
						return err
					}
					return s.add(ctx, s.account, first)
				})
			})
			if n := s.count(t.Context(), s.account); n != 200 || !errors.Is(err, want) {
				t.Errorf("flat %t: %d crates, %v", flat, n, err)
			}
		}
	}
}

func TestManyRecordsThatFailEndTheirUseCaseOnly(t *testing.T) {
	t.Parallel()
	s := openStacks(t)
	no := errors.New("no")
	if err := s.add(t.Context(), s.account, 3050); err != nil {
		t.Fatal(err)
	}
	connection := s.connection()
	for name, c := range map[string]struct {
		next func(ctx context.Context) error
		want error
	}{
		"end":       {func(context.Context) error { return nil }, errNumber},
		"statement": {func(ctx context.Context) error { _, err := s.db.Exec(ctx, "select 1"); return err }, errNumber},
		"gorm":      {func(ctx context.Context) error { return s.db.In(ctx).Exec("select 1").Error }, errNumber},
		"more":      {func(ctx context.Context) error { return s.add(ctx, s.account, 4000) }, errNumber},
		"queued":    {func(ctx context.Context) error { return s.db.Queue(ctx, nil, "select 1") }, errNumber},
		"use case": {func(ctx context.Context) error {
			return s.db.InTx(ctx, func(context.Context) error { return nil })
		}, errNumber},
		"refused": {func(context.Context) error { return no }, no},
	} {
		use := func(ctx context.Context) error {
			if _, err := s.db.Exec(ctx, "select 1"); err != nil {
				return err
			}
			return errors.Join(s.add(ctx, s.account, 3000), c.next(ctx))
		}
		if err := s.db.InTx(t.Context(), use); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if s.connection() != connection {
			t.Errorf("%s: it closed its connection", name)
		}
		kept := uuid.New()
		err := s.db.InOuterTx(t.Context(), func(ctx context.Context) error {
			if err := s.db.InTx(ctx, use); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
			return s.db.InTx(ctx, func(ctx context.Context) error { return s.add(ctx, kept, 5000) })
		})
		if n := s.count(t.Context(), kept); err != nil || n != 200 {
			t.Errorf("%s: after it %d, %v", name, n, err)
		}
		if n := s.count(t.Context(), s.account); n != 200 {
			t.Errorf("%s: %d crates", name, n)
		}
	}
}

// What was sent ahead of a use case is not a part of it.
func TestManyRecordsThatFailBeforeAUseCaseFailBeforeIt(t *testing.T) {
	t.Parallel()
	s := openStacks(t)
	if err := s.add(t.Context(), s.account, 6000); err != nil {
		t.Fatal(err)
	}
	err := s.db.InOuterTx(t.Context(), func(ctx context.Context) error {
		if _, err := s.db.Exec(ctx, "select 1"); err != nil {
			return err
		}
		if err := s.add(ctx, s.account, 6100); err != nil {
			return err
		}
		return s.db.InTx(ctx, func(context.Context) error {
			t.Error("the use case ran")
			return nil
		})
	})
	if !errors.Is(err, errNumber) {
		t.Error(err)
	}
}

// The use case may have been refused because of what it assumed.
func TestWrongAssumptionBeforeManyRecordsRunsTheUseCaseAgain(t *testing.T) {
	t.Parallel()
	s := openStacks(t)
	if err := s.add(t.Context(), s.account, 7000); err != nil {
		t.Fatal(err)
	}
	tried := 0
	err := s.db.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := s.db.Exec(ctx, "select 1"); err != nil {
			return err
		}
		if tried++; tried == 2 {
			return nil
		}
		none := s.table.AssumeSame(ctx, s.table.Query(s.account).Where("t.n = ?", 7000), nil, func() {})
		return errors.Join(none, s.add(ctx, s.account, 7500), errors.New("refused"))
	})
	if err != nil || tried != 2 {
		t.Errorf("%v after %d", err, tried)
	}
}
