package record_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func (s shop) rename(r toy, name string) {
	s.Helper()
	if _, err := s.life.Update(s.Ctx, s.Account, r.ID, patch.Precondition{}, rename(name)); err != nil {
		s.Error(err)
	}
}

func (s shop) delete(r toy) {
	s.Helper()
	if err := s.life.Delete(s.Ctx, s.Account, r.ID, patch.Precondition{}); err != nil {
		s.Error(err)
	}
}

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

const writers, rounds = 8, 20

// triesOf is how often updates of a new record at once are tried, by so many writers in each of the shops.
func triesOf(shops ...shop) int32 {
	s := shops[0]
	s.Helper()
	made := s.create(toy{})
	var tries atomic.Int32
	var group sync.WaitGroup
	for i := range writers * len(shops) {
		group.Go(func() {
			for range rounds {
				_, err := shops[i%len(shops)].life.Update(s.Ctx, s.Account, made.ID, patch.Precondition{}, func(_ context.Context, r *toy) error {
					tries.Add(1)
					r.Size++
					return nil
				})
				if err != nil {
					s.Error(err)
				}
			}
		})
	}
	group.Wait()
	return tries.Load()
}

// usualTries is the median of five measurements: a machine that pauses for longer than updates wait for each other adds tries to one of
// them, and replicas may happen to take turns in another one.
func usualTries(shops ...shop) int32 {
	var all [5]int32
	for i := range all {
		all[i] = triesOf(shops...)
	}
	slices.Sort(all[:])
	return all[len(all)/2]
}

// Updates of one record in one process wait for each other, so that none starts again.
func TestUpdatesOfARecordTakeTurns(t *testing.T) {
	t.Parallel()
	if n := usualTries(open(t)); n > writers*rounds+writers/2 { // without turns, about every writer starts again once
		t.Errorf("%d tries for %d updates", n, writers*rounds)
	}
}

// Who would have to start again most of the time, because another process changes the record, waits for it in the database.
func TestRecordsThatTwoReplicasChangeAreChangedOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	if n := usualTries(s, s.replica()); n > 2*writers*rounds+5*writers {
		t.Errorf("%d tries for %d updates", n, 2*writers*rounds)
	}
}

// An update waits neither for one whose transaction it is part of nor, for long, for one that does not end.
func TestUpdateInsideAnotherUpdateOfTheRecordEnds(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball"})
	for what, ctx := range map[string]func(context.Context) context.Context{
		"in its transaction":      func(inner context.Context) context.Context { return inner },
		"in a transaction beside": func(context.Context) context.Context { return s.Ctx },
	} {
		grow := func(_ context.Context, r *toy) error { r.Size++; return nil }
		before := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)).Size
		inner := false
		err := s.DB.InTx(s.Ctx, func(outer context.Context) error {
			if _, err := s.life.Update(outer, s.Account, made.ID, patch.Precondition{}, grow); err != nil || inner {
				return err
			}
			inner = true
			_, err := s.life.Update(ctx(outer), s.Account, made.ID, patch.Precondition{}, grow)
			return err
		})
		if got := testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)); err != nil || got.Size != before+2 {
			t.Errorf("%s: size %d after %d; %v", what, got.Size, before, err)
		}
	}
}

// Nothing is written, and change runs again with the record as it is then.
func TestUpdateOfARecordThatChangesMeanwhileStartsAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	replica := s.replica()
	for what, meanwhile := range map[string]func(toy){
		"changed":        func(made toy) { replica.rename(made, "bone") },
		"deleted":        replica.delete,
		"marked deleted": shopOf(s.Kit, true).delete,
	} {
		s := shopOf(s.Kit, what == "marked deleted")
		made := s.create(toy{Name: "ball"})
		var seen []string
		got, err := s.life.Update(s.Ctx, s.Account, made.ID, patch.Precondition{}, func(_ context.Context, r *toy) error {
			if seen = append(seen, r.Name); len(seen) == 1 {
				meanwhile(made)
			}
			r.Size = 3
			return nil
		})
		switch {
		case what != "changed":
			if !apperr.Is(err, apperr.NotFound) || len(seen) != 1 {
				t.Errorf("%s: %v, seen %q", what, err, seen)
			}
			s.WantEvents(made.ID, "toy.created", "toy.deleted")
		case err != nil || got.Name != "bone" || got.Size != 3 || got.Version != 3 || !slices.Equal(seen, []string{"ball", "bone"}):
			t.Errorf("%s: %v, %+v, seen %q", what, err, got, seen)
		default:
			testkit.SameJSON(t, testkit.Must[toy](t)(s.table.Get(s.Ctx, s.Account, made.ID)), got)
			s.WantEvents(made.ID, "toy.created", "toy.updated", "toy.updated")
		}
	}
}

// When what is shared has changed before the lock was taken, the use case runs again.
func TestSharedRecordThatChangesMeanwhileIsReadAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	for what, c := range map[string]struct {
		meanwhile func(toy)
		want      []string
	}{
		"changed":        {func(made toy) { s.rename(made, "bone") }, []string{"rope ball", "rope bone"}},
		"deleted":        {s.delete, []string{"rope ball", "rope"}},
		"marked deleted": {shopOf(s.Kit, true).delete, []string{"rope ball", "rope"}},
	} {
		s := shopOf(s.Kit, what == "marked deleted")
		other, made := s.create(toy{Name: "rope"}), s.create(toy{Name: "ball"})
		var seen []string
		err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
			list, err := s.table.ManyForShare(ctx, s.Account, []uuid.UUID{made.ID, other.ID, made.ID})
			var names []string
			for _, r := range list {
				names = append(names, r.Name)
			}
			if seen = append(seen, strings.Join(names, " ")); len(seen) == 1 {
				if _, ok := s.DB.Outside(ctx); !ok {
					t.Errorf("%s: the locks were waited for", what)
				}
				c.meanwhile(made)
			}
			return err
		})
		if err != nil || !slices.Equal(seen, c.want) {
			t.Errorf("%s: seen %q, want %q; %v", what, seen, c.want, err)
		}
	}
}

// What was read for share before may have changed since then. A use case that fails because of it runs again, too.
func TestSharedRecordThatIsKnownMayHaveChanged(t *testing.T) {
	t.Parallel()
	s := open(t)
	made := s.create(toy{Name: "ball"})
	for _, name := range []string{"ball", "bone"} {
		s.rename(made, name)
		err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
			list, err := s.table.ManyForShare(ctx, s.Account, []uuid.UUID{made.ID})
			if err == nil && list[0].Name != name {
				err = errors.New("it is " + list[0].Name)
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The second attempt takes its locks before it goes on, so that it needs no third one.
func TestOnlyTheFirstAttemptReadsOutsideOfItsTransaction(t *testing.T) {
	t.Parallel()
	s := open(t)
	var outside []bool
	err := s.DB.InTx(s.Ctx, func(ctx context.Context) error {
		_, ok := s.DB.Outside(ctx)
		if outside = append(outside, ok); len(outside) == 1 {
			return postgres.ErrAssumed
		}
		return nil
	})
	if err != nil || !slices.Equal(outside, []bool{true, false}) {
		t.Errorf("%v %v", outside, err)
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

// A use case that relies on an unverified assumption fails without effects and is retried, also within a savepoint.
func TestAssumptionThatDoesNotHoldRunsTheUseCaseAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.create(toy{Name: "ball"})
	refused := errors.New("refused")
	for what, run := range map[string]func(ctx context.Context, fn func(context.Context) error) error{
		"by itself": s.DB.InTx,
		"in a savepoint": func(ctx context.Context, fn func(context.Context) error) error {
			outer := 0
			return s.DB.InOuterTx(ctx, func(ctx context.Context) error {
				if outer++; outer > 1 {
					t.Error("what is around the savepoint, such as an import that reads its file once, started again, too")
				}
				return s.DB.InTx(ctx, fn)
			})
		},
	} {
		for ends, end := range map[string]error{"succeeds": nil, "fails": refused} {
			tries, looked := 0, false
			err := run(s.Ctx, func(ctx context.Context) error {
				if tries++; looked {
					return nil
				}
				if err := s.table.AssumeSame(ctx, s.table.Query(s.Account).Where("t.name = ?", "ball"), nil, func() { looked = true }); err != nil {
					return err
				}
				return end
			})
			if err != nil || tries != 2 {
				t.Errorf("%s, where it %s: %d tries, %v", what, ends, tries, err)
			}
			err = run(s.Ctx, func(ctx context.Context) error {
				return cmp.Or(s.table.AssumeSame(ctx, s.table.Query(s.Account).Where("t.name = ?", "bone"), nil, func() { t.Error("there is none") }), end)
			})
			if !errors.Is(err, end) {
				t.Errorf("%s, where the assumption holds: %v", what, err)
			}
		}
	}
}

func TestCreateThatStartsAgainTakesItsTimesAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.create(toy{Name: "ball"})
	looked := false
	made, err := s.life.Create(s.Ctx, toy{Meta: record.New(s.Account), Name: "bone"}, func(ctx context.Context, _ toy) error {
		if looked {
			return nil
		}
		s.Advance(time.Minute)
		return s.table.AssumeSame(ctx, s.table.Query(s.Account).Where("t.name = ?", "ball"), nil, func() { looked = true })
	})
	if err != nil || !looked || !made.CreatedAt.Equal(made.UpdatedAt) || !made.CreatedAt.Equal(s.Now()) {
		t.Errorf("created at %s, updated at %s, now it is %s: %v", made.CreatedAt, made.UpdatedAt, s.Now(), err)
	}
}
