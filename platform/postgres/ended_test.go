package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// pebble is a record of the table leaves.
type pebble struct {
	record.Meta
	N int
}

// openUses has a pool of one connection: whoever keeps it is noticed by the next. uses are the ways to use a context.
func openUses(t *testing.T) (db *postgres.DB, uses map[string]func(context.Context) error, records func() int) {
	t.Helper()
	k := testkit.New(t, leaves)
	db = k.Open(postgres.Options{PoolSize: 1})
	table := postgres.NewTable[pebble](db, postgres.TableOptions{Name: "leaves"})
	p := pebble{Meta: record.Meta{AccountID: ids.New(), ID: ids.New()}}
	k.Exec("insert into leaves values ($1, $2, now(), now(), 1, 1)", p.AccountID, p.ID)
	get := func(ctx context.Context) error { _, err := table.Get(ctx, p.AccountID, p.ID); return err }
	insert := func(ctx context.Context) error {
		return table.Insert(ctx, pebble{Meta: record.Meta{AccountID: p.AccountID, ID: ids.New()}})
	}
	uses = map[string]func(context.Context) error{
		"get":      get,
		"together": func(ctx context.Context) error { return db.Together(ctx, get) },
		"update": func(ctx context.Context) error {
			before, err := table.ForUpdate(ctx, p.AccountID, p.ID)
			if err != nil {
				return err
			}
			after := before
			after.N++
			return table.Update(ctx, record.Change[pebble]{Before: before, After: after})
		},
		"insert":   insert,
		"alive":    db.KeepAlive,
		"use case": func(ctx context.Context) error { return db.InTx(ctx, insert) },
		"nothing":  func(ctx context.Context) error { return db.InTx(ctx, func(context.Context) error { return nil }) },
		"gorm": func(ctx context.Context) error {
			return db.In(ctx).Exec("update leaves set n = 2 where account_id = ?", p.AccountID).Error
		},
		"query of gorm": func(ctx context.Context) error { return db.In(ctx).Table("leaves").Pluck("n", new([]int)).Error },
		"row of gorm":   func(ctx context.Context) error { return db.In(ctx).Raw("select 1").Row().Scan(new(int)) },
	}
	return db, uses, func() int { return k.Count("select count(*) from leaves where account_id = $1", p.AccountID) }
}

// A context of a transaction may be kept for later. What it is used for then could never be committed, and its connection never be
// given back.
func TestContextOfATransactionThatHasEndedIsRefused(t *testing.T) {
	t.Parallel()
	db, uses, _ := openUses(t)
	type end struct {
		run  func(context.Context, func(context.Context) error) error
		with func(context.Context) error
	}
	nothing := func(context.Context) error { return nil }
	for name, end := range map[string]end{
		"committed":   {db.InTx, db.KeepAlive},
		"group":       {db.InTx, uses["insert"]},
		"empty":       {db.InTx, nothing},
		"rolled back": {db.InTx, func(ctx context.Context) error { return errors.Join(db.KeepAlive(ctx), errors.New("no")) }},
		"panic":       {db.InTx, func(context.Context) error { panic("no") }},
		"outer":       {db.InOuterTx, uses["insert"]},
		"reads":       {db.Together, nothing},
	} {
		for use, late := range uses {
			var kept context.Context
			func() {
				defer func() { _ = recover() }()
				_ = end.run(someone(t), func(ctx context.Context) error {
					kept = ctx
					if !db.InTransaction(ctx) {
						t.Errorf("%s: it ended before it began", name)
					}
					return end.with(ctx)
				})
			}()
			if err := late(kept); !errors.Is(err, postgres.ErrEnded) {
				t.Errorf("%s: %s returns %v", name, use, err)
			}
			if db.InTransaction(kept) {
				t.Errorf("%s: it has not ended", name)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			if err := db.KeepAlive(ctx); err != nil {
				t.Fatalf("%s: after %s, %v", name, use, err)
			}
			cancel()
		}
	}
}

// Another goroutine may use the context while the transaction ends: what has succeeded there is committed with it.
func TestTransactionEndsAfterWhatUsesItAtTheSameTime(t *testing.T) {
	t.Parallel()
	db, uses, records := openUses(t)
	for name, run := range map[string]func(context.Context, func(context.Context) error) error{"one": db.InTx, "outer": db.InOuterTx} {
		for _, use := range []string{"insert", "use case", "gorm", "alive", "update"} {
			for range 20 {
				before, succeeded := records(), 0
				var group sync.WaitGroup
				err := run(t.Context(), func(ctx context.Context) error {
					began := make(chan bool, 1)
					group.Go(func() {
						err := uses[use](ctx)
						for began <- true; err == nil; succeeded++ {
							err = uses[use](ctx)
						}
						if !errors.Is(err, postgres.ErrEnded) {
							t.Errorf("%s: %s returns %v", name, use, err)
						}
					})
					<-began
					return nil
				})
				group.Wait()
				if err != nil {
					t.Fatalf("%s: %s: %v", name, use, err)
				}
				if written := records() - before; written != succeeded && (use == "insert" || use == "use case") {
					t.Errorf("%s: %s succeeded %d times and wrote %d records", name, use, succeeded, written)
				}
			}
		}
	}
}
