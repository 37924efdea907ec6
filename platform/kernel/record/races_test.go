package record_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestUpdatesAtOnceAreAllCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{})
	const writers = 40
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			_, err := s.life.Update(s.Ctx, s.Account, made.ID, patch.Precondition{}, func(_ context.Context, r *toy) error { r.Size++; r.Name = strconv.Itoa(i); return nil })
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)); got.Version != 1+writers || got.Size != writers {
		t.Errorf("version %d, size %d", got.Version, got.Size)
	}
}

// An update does not wait for one whose transaction it is part of.
func TestUpdateInsideAnotherUpdateOfTheRecordEnds(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball"})
	grow := func(_ context.Context, r *toy) error { r.Size++; return nil }
	inner := false
	err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
		if _, err := s.life.Update(ctx, s.Account, made.ID, patch.Precondition{}, grow); err != nil || inner {
			return err
		}
		inner = true
		_, err := s.life.Update(ctx, s.Account, made.ID, patch.Precondition{}, grow)
		return err
	})
	if got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)); err != nil || got.Size != made.Size+2 {
		t.Errorf("size %d after %d; %v", got.Size, made.Size, err)
	}
}

func TestSharedRecordDoesNotChangeBeforeTheCommit(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball"})
	var deleted <-chan error
	err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
		if _, err := s.table.ManyForShare(ctx, s.Account, []uuid.UUID{made.ID}); err != nil {
			return err
		}
		deleted = s.Blocks(ctx, func() error { return s.life.Delete(s.Ctx, s.Account, made.ID, patch.Precondition{}) })
		return nil
	})
	if err == nil {
		err = <-deleted
	}
	if err != nil {
		t.Error(err)
	}
}

// Whoever waits for rows then sees the latest changes, and there are no deadlocks.
func TestLockersOfTheSameRecordsAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	s := open(t)
	var of []uuid.UUID
	for range 20 {
		of = append(of, s.create(toy{}).ID)
	}
	const lockers, rounds = 8, 10
	var tries atomic.Int32
	var done sync.WaitGroup
	for range lockers {
		done.Go(func() {
			for range rounds {
				asked := slices.Clone(of)
				rand.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
				err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
					tries.Add(1)
					return s.life.UpdateMany(ctx, s.Account, asked, func(r *toy) bool { r.Size++; return true })
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	for _, id := range of {
		if got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, id)); got.Size != lockers*rounds || got.Version != 1+lockers*rounds {
			t.Errorf("%d of %d changes are there", got.Size, lockers*rounds)
		}
	}
	if n := tries.Load(); n != lockers*rounds {
		t.Errorf("%d tries for %d transactions: some waited in a circle", n, lockers*rounds)
	}
}
