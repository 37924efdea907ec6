package postgres_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/postgres"
)

type bowl struct {
	AccountID uuid.UUID `gorm:"primaryKey"`
	ID        uuid.UUID `gorm:"primaryKey"`
	N         int
}

func (bowl) TableName() string { return "bowls" }

func bowls(t *testing.T, account uuid.UUID, n int) (db *postgres.DB, of []uuid.UUID) {
	t.Helper()
	db = open(t)
	rows := make([]bowl, n)
	for i := range rows {
		rows[i] = bowl{account, ids.New(), 0}
		of = append(of, rows[i].ID)
	}
	if err := postgres.SaveAll(db.In(t.Context()), rows); err != nil {
		t.Fatal(err)
	}
	return db, of
}

func TestLockedRowsAreThoseOfTheAccountInTheOrderOfTheirIDs(t *testing.T) {
	t.Parallel()
	account := ids.New()
	db, of := bowls(t, account, 3)
	_, others := bowls(t, ids.New(), 1)
	asked := []uuid.UUID{of[2], of[0], others[0], ids.New(), of[2], of[1]}
	rows, err := postgres.LockAll[bowl](db.In(context.Background()), account, asked)
	if err != nil {
		t.Fatal(err)
	}
	got := []uuid.UUID{}
	for _, r := range rows {
		got = append(got, r.ID)
	}
	if !slices.Equal(got, of) || asked[0] != of[2] {
		t.Errorf("got %v, want %v", got, of)
	}
	if rows, err := postgres.LockAll[bowl](db.In(context.Background()), account, nil); err != nil || len(rows) != 0 {
		t.Errorf("%v %v", rows, err)
	}
}

// Whoever waits for rows sees what was written to them meanwhile, and nobody waits in a circle.
func TestLockersOfTheSameRowsAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	account := ids.New()
	db, of := bowls(t, account, 20)
	const lockers, rounds = 8, 10
	var tries atomic.Int32
	var done sync.WaitGroup
	for range lockers {
		done.Go(func() {
			for range rounds {
				asked := slices.Clone(of)
				rand.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
				err := db.InTx(context.Background(), func(ctx context.Context) error {
					tries.Add(1)
					rows, err := postgres.LockAll[bowl](db.In(ctx), account, asked)
					if err != nil {
						return err
					}
					for i := range rows {
						rows[i].N++
					}
					return postgres.SaveAll(db.In(ctx), rows)
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	rows, err := postgres.LockAll[bowl](db.In(context.Background()), account, of)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.N != lockers*rounds {
			t.Errorf("%d of %d changes are there", r.N, lockers*rounds)
		}
	}
	if n := tries.Load(); n != lockers*rounds {
		t.Errorf("%d tries for %d transactions: some waited in a circle", n, lockers*rounds)
	}
}
