package store_test

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// write returns a use case that waits for no statement, as most do. Its second insert fails if the key is taken.
func (k *desk) write(key string, taken bool) func(context.Context) (idempotency.Response, error) {
	insert := func(ctx context.Context, key string) error {
		return k.DB.InTx(ctx, func(ctx context.Context) error {
			id, refused := ids.New(), func(err error) error { return errors.Join(errTaken, err) }
			if err := k.DB.Write(ctx, refused, `insert into made values ($1, $2)`, id, key); err != nil || !taken {
				return err
			}
			return k.DB.Write(ctx, refused, `insert into made values ($1, $2)`, id, key)
		})
	}
	return func(ctx context.Context) (idempotency.Response, error) {
		if err := insert(ctx, key); errors.Is(err, errTaken) {
			return idempotency.Response{Status: 409}, nil
		} else if err != nil {
			return idempotency.Response{}, err
		}
		return idempotency.Response{Status: 201}, nil
	}
}

var errTaken = errors.New("taken")

func TestRequestsWithKeysAreCommittedTogether(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	const n = 40
	var done sync.WaitGroup
	r := request()
	for i := range n {
		done.Go(func() {
			r := idempotency.Request{Principal: r.Principal, Key: ids.New().String(), Hash: r.Hash}
			for _, again := range []bool{false, true} {
				a, replayed, err := k.store.Once(k.Ctx, r, func(ctx context.Context) (idempotency.Response, error) {
					a, err := k.write(r.Key, false)(ctx)
					if i%5 == 0 { // too large to store
						a.Body = make([]byte, 100<<10)
						_, _ = rand.Read(a.Body)
					}
					return a, err
				})
				if again && i%5 == 0 {
					testkit.WantKind(t, err, apperr.Conflict, "idempotency_replay_too_large")
				} else if err != nil || a.Status != 201 || replayed != again {
					t.Errorf("%v %v, replayed %t", a.Status, err, replayed)
				}
			}
		})
	}
	done.Wait()
	if stored := k.Count(`select count(*) from idempotency.answers where principal_id = $1`, r.Principal); stored != n {
		t.Errorf("%d responses are stored", stored)
	}
	if commits := k.Count(`select count(distinct xmin::text) from idempotency.answers where principal_id = $1`, r.Principal); commits > n/2 {
		t.Errorf("%d transactions", commits)
	}
}

// In one message, the second gets the lock of the first.
func TestSameKeyRunsOnceAmongRequestsThatAreCommittedTogether(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	for range 5 {
		r, slow := request(), request()
		var answered atomic.Int32
		var done sync.WaitGroup
		sent := make(chan bool)
		done.Go(func() { // while it is on its way, the others gather
			_, _, err := k.store.Once(k.Ctx, slow, func(ctx context.Context) (idempotency.Response, error) {
				defer close(sent)
				return idempotency.Response{Status: 204}, k.DB.Queue(ctx, nil, "select pg_sleep(0.1)")
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-sent
		time.Sleep(20 * time.Millisecond)
		for range 8 {
			done.Go(func() {
				a, _, err := k.store.Once(k.Ctx, r, k.write(r.Key, false))
				switch e, _ := errors.AsType[*apperr.Error](err); {
				case err == nil && a.Status == 201:
					answered.Add(1)
				case e == nil || e.Code != "idempotency_in_progress":
					t.Errorf("%v %v", a, err)
				}
			})
		}
		done.Wait()
		if made := k.made(r.Key); made != 1 || answered.Load() == 0 {
			t.Fatalf("made %d, %d answered", made, answered.Load())
		}
	}
}

// The database says no when it gets the group. The answer that was made before counts for nothing.
func TestUseCaseThatTheDatabaseRefusesIsUndoneAndItsAnswerStored(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r, kept := request(), ids.New().String()
	for i, replayed := range []bool{false, true, false, true} {
		if i == 2 { // the error comes with that of a read, which its caller takes for no matter
			r, kept = request(), ids.New().String()
		}
		var done sync.WaitGroup
		beside := request()
		done.Go(func() {
			if a, _, err := k.store.Once(k.Ctx, beside, k.write(beside.Key, false)); err != nil || a.Status != 201 {
				t.Errorf("beside it: %v %v", a, err)
			}
		})
		a, again, err := k.store.Once(k.Ctx, r, func(ctx context.Context) (idempotency.Response, error) {
			if a, err := k.write(kept, false)(ctx); err != nil || a.Status != 201 {
				t.Errorf("before it: %v %v", a, err)
			}
			a, err := k.write(r.Key, true)(ctx)
			if i == 2 {
				_ = k.DB.Row(ctx, "select 1").Scan(new(int))
			}
			return a, err
		})
		if done.Wait(); err != nil || a.Status != 409 || again != replayed {
			t.Errorf("%v, replayed %t, %v", a, again, err)
		}
		if k.made(r.Key) != 0 || k.made(kept) != 1 || k.made(beside.Key) != 1 {
			t.Errorf("made %d, before it %d, beside it %d", k.made(r.Key), k.made(kept), k.made(beside.Key))
		}
	}
}

// A use case that is refused before it has sent anything leaves nothing behind, and what comes after it is committed.
func TestUseCaseThatRefusesItselfIsUndone(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r, after := request(), ids.New().String()
	a, _, err := k.store.Once(k.Ctx, r, func(ctx context.Context) (idempotency.Response, error) {
		err := k.DB.InTx(ctx, func(ctx context.Context) error {
			if _, err := k.write(r.Key, false)(ctx); err != nil {
				return err
			}
			return errTaken
		})
		if !errors.Is(err, errTaken) {
			t.Errorf("the use case fails with %v", err)
		}
		return k.write(after, false)(ctx)
	})
	if err != nil || a.Status != 201 || k.made(r.Key) != 0 || k.made(after) != 1 {
		t.Errorf("%v %v, made %d, after it %d", a, err, k.made(r.Key), k.made(after))
	}
}

// It would wait as long once more.
func TestUseCaseThatWaitsTooLongRunsOnce(t *testing.T) {
	t.Parallel()
	kit := testkit.New(t, tables...)
	kit.DB = kit.Open(postgres.Options{LockTimeout: 100 * time.Millisecond})
	k := newDesk(kit)
	id, runs := ids.New(), 0
	insert := func(ctx context.Context) error {
		return k.DB.InTx(ctx, func(ctx context.Context) error {
			return k.DB.Queue(ctx, nil, `insert into made values ($1, 'k')`, id)
		})
	}
	err := k.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := errors.Join(insert(ctx), k.DB.KeepAlive(ctx)); err != nil { // sent, and not committed
			return err
		}
		_, _, err := k.store.Once(k.Ctx, request(), func(ctx context.Context) (idempotency.Response, error) {
			runs++
			return idempotency.Response{Status: 201}, insert(ctx)
		})
		if !postgres.Unavailable(err) || runs != 1 {
			t.Errorf("%d runs, %v", runs, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
