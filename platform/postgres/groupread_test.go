package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// leaf is a record that cannot be read when its number is 13.
type leaf struct {
	record.Meta
	N       int
	Inverse int
}

var leaves = testkit.SQL(`create table leaves (account_id uuid, id uuid primary key, created_at timestamptz, updated_at timestamptz, version bigint, n int);`)

// messages counts the messages with more than one statement.
type messages struct{ heard, together atomic.Int64 }

func (m *messages) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	m.heard.Add(1)
	return ctx
}
func (*messages) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (m *messages) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	if d.Batch.Len() > 1 {
		m.together.Add(1)
	}
	return ctx
}
func (*messages) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*messages) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

func TestReadsAtOnceAreSentTogetherAndEachGetsItsOwn(t *testing.T) {
	t.Parallel()
	var m messages
	k := testkit.New(t, leaves)
	db := k.Open(postgres.Options{Tracer: &m, PoolSize: 4})
	table := postgres.NewTable[leaf](db, postgres.TableOptions{
		Name: "leaves", Computed: map[string]string{"inverse": "1000 / (t.n - 13)"},
	})
	account, list := ids.New(), make([]uuid.UUID, 20)
	for n := range list {
		list[n] = ids.New()
		k.Exec("insert into leaves values ($1, $2, now(), now(), 1, $3)", account, list[n], n)
	}
	ctx := someone(t)
	short := func(ctx context.Context, n int) (paging.Page[leaf], error) {
		return table.List(ctx, table.Query(account).Where("t.n between ? and ?", n, n+1).Short(), paging.All(10))
	}
	beside := func(id uuid.UUID, n int) (page paging.Page[leaf], err error) {
		err = db.Together(ctx, func(ctx context.Context) error {
			if err := table.Require(ctx, account, id); err != nil {
				return err
			}
			page, err = short(ctx, n)
			return err
		})
		return page, err
	}
	before := m.heard.Load()
	var read atomic.Int64
	var group sync.WaitGroup
	for reader := range 30 {
		group.Go(func() {
			for round := range 20 {
				n := (reader + round) % 20
				got, err := table.Get(ctx, account, list[n])
				if n == 13 && !postgres.DividesByZero(err) || n != 13 && (err != nil || got.N != n || got.ID != list[n] || got.Inverse != 1000/(n-13)) {
					t.Errorf("%d: %+v, %v", n, got, err)
				}
				if _, err := table.Get(ctx, account, ids.New()); !apperr.Is(err, apperr.NotFound) {
					t.Error(err)
				}
				if _, err := table.Get(ctx, ids.New(), list[n]); !apperr.Is(err, apperr.NotFound) {
					t.Errorf("a record of another account: %v", err)
				}
				page, err := short(ctx, n)
				if fails := n == 12 || n == 13; fails && !postgres.DividesByZero(err) || !fails && (err != nil || page.Len() != min(2, 20-n) || page.Items()[page.Len()-1].N != n) {
					t.Errorf("%d: %+v, %v", n, page, err)
				}
				own, err := table.List(ctx, table.Query(account).Where("t.id = ?", list[n]).Short(), paging.All(20))
				if n == 13 && !postgres.DividesByZero(err) || n != 13 && (err != nil || own.Len() != 1 || own.Items()[0].N != n) {
					t.Errorf("%d: %+v, %v", n, own, err)
				}
				if page, err := beside(list[1], 1); err != nil || page.Len() != 2 {
					t.Errorf("%d, %v", page.Len(), err)
				}
				if _, err := beside(ids.New(), 1); !apperr.Is(err, apperr.NotFound) {
					t.Error(err)
				}
				ended, cancel := context.WithCancel(ctx)
				cancel()
				if _, err := table.Get(ended, account, list[0]); err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
				read.Add(2)
			}
		})
	}
	group.Wait()
	if m.together.Load() == 0 || m.heard.Load()-before < read.Load() {
		t.Errorf("%d messages with several reads, %d reads of %d were traced", m.together.Load(), m.heard.Load()-before, read.Load())
	}
}

func TestChecksOfTheSameKindInOneReadFailAsTheyShould(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, leaves)
	table := postgres.NewTable[leaf](k.DB, postgres.TableOptions{Name: "leaves", Computed: map[string]string{"inverse": "1000 / (t.n - 13)"}})
	account, id := ids.New(), ids.New()
	k.Exec("insert into leaves values ($1, $2, now(), now(), 1, 1)", account, id)
	for name, missing := range map[string]int{"neither is missing": -1, "the first is missing": 0, "the second is missing": 1} {
		var got leaf
		err := k.DB.Together(someone(t), func(ctx context.Context) (err error) {
			for i := range 2 {
				of := id
				if i == missing {
					of = ids.New()
				}
				if err := table.Require(ctx, account, of); err != nil {
					return err
				}
			}
			got, err = table.Get(ctx, account, id)
			return err
		})
		if missing < 0 && (err != nil || got.ID != id) || missing >= 0 && !apperr.Is(err, apperr.NotFound) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// asked tells for which requests statements were traced.
type asked struct{ sync.Map }

type request struct{}

func (a *asked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	a.Store(ctx.Value(request{}), true)
	return ctx
}
func (*asked) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func TestReadsOfOneTableAtOnceAreTracedForEachRequest(t *testing.T) {
	t.Parallel()
	var a asked
	k := testkit.New(t, leaves)
	table := postgres.NewTable[leaf](k.Open(postgres.Options{Tracer: &a}), postgres.TableOptions{
		Name: "leaves", Computed: map[string]string{"inverse": "1000 / (t.n - 13)"},
	})
	account, id, ctx := ids.New(), ids.New(), someone(t)
	k.Exec("insert into leaves values ($1, $2, now(), now(), 1, 0)", account, id)
	var group sync.WaitGroup
	for n := range 600 {
		group.Go(func() {
			if _, err := table.Get(context.WithValue(ctx, request{}, n), account, id); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for n := range 600 {
		if _, ok := a.Load(n); !ok {
			t.Errorf("no statement was traced for request %d", n)
		}
	}
}
