package store_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency"
	"github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, func(ctx context.Context, url string) error {
		db, err := postgres.Open(postgres.Options{URL: url})
		if err != nil {
			return err
		}
		defer db.Close()
		if _, err := db.Migrate(ctx, []fxgroups.Migrations{store.Migrations()}); err != nil {
			return err
		}
		_, err = db.Exec(ctx, `create table made (id uuid primary key, key text not null)`)
		return err
	})
}

type kit struct {
	*testing.T
	db    *postgres.DB
	store *store.Store
	now   time.Time
}

func newKit(t *testing.T) *kit {
	t.Helper()
	return newKitOn(t, testdb.URL())
}

func newKitOn(t *testing.T, url string) *kit {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: url, PoolSize: 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	box, err := secrets.NewBox([]secrets.Key{{ID: "k", Secret: bytes.Repeat([]byte("s"), 32)}})
	if err != nil {
		t.Fatal(err)
	}
	k := &kit{T: t, db: db, now: time.Now()}
	k.store = store.New(db, box, clock.Clock(func() time.Time { return k.now }))
	return k
}

// create stands for a use case: it writes a row in a transaction of its own, as services do.
func (k *kit) create(key string) func(context.Context) (idempotency.Response, error) {
	return func(ctx context.Context) (idempotency.Response, error) {
		err := k.db.InTx(ctx, func(ctx context.Context) error {
			_, err := k.db.Exec(ctx, `insert into made values ($1, $2)`, ids.New(), key)
			return err
		})
		return idempotency.Response{Status: 201, Header: map[string]string{"Location": "/x"}, Body: []byte(`{"secret":"whsec_shown_once"}`)}, err
	}
}

func (k *kit) made(key string) (n int) {
	k.Helper()
	if err := k.db.Row(context.Background(), `select count(*) from made where key = $1`, key).Scan(&n); err != nil {
		k.Fatal(err)
	}
	return n
}

func TestSameKeyTwentyTimesAtOnceRunsOnce(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	r := idempotency.Request{Principal: ids.New(), Key: ids.New().String(), Hash: []byte("h")}
	var answered, busy atomic.Int32
	var done sync.WaitGroup
	for range 20 {
		done.Go(func() {
			answer, _, err := k.store.Once(context.Background(), r, k.create(r.Key))
			var e *apperr.Error
			switch {
			case err == nil && answer.Status == 201 && string(answer.Body) == `{"secret":"whsec_shown_once"}`:
				answered.Add(1)
			case errors.As(err, &e) && e.Code == "idempotency_in_progress":
				busy.Add(1)
			default:
				t.Errorf("%v %v", answer, err)
			}
		})
	}
	done.Wait()
	if k.made(r.Key) != 1 || answered.Load() < 1 || answered.Load()+busy.Load() != 20 {
		t.Errorf("made %d, answered %d, busy %d", k.made(r.Key), answered.Load(), busy.Load())
	}
	answer, replayed, err := k.store.Once(context.Background(), r, k.create(r.Key))
	if err != nil || !replayed || answer.Status != 201 || answer.Header["Location"] != "/x" || k.made(r.Key) != 1 {
		t.Errorf("repeat: %v %v %v, made %d", answer, replayed, err, k.made(r.Key))
	}
}

func TestOtherRequestWithTheKeyIsRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	r := idempotency.Request{Principal: ids.New(), Key: ids.New().String(), Hash: []byte("h")}
	if _, _, err := k.store.Once(context.Background(), r, k.create(r.Key)); err != nil {
		t.Fatal(err)
	}
	other := r
	other.Hash = []byte("i")
	var e *apperr.Error
	if _, _, err := k.store.Once(context.Background(), other, k.create(r.Key)); !errors.As(err, &e) || e.Code != "idempotency_key_reused" || k.made(r.Key) != 1 {
		t.Errorf("%v, made %d", err, k.made(r.Key))
	}
	stranger := r
	stranger.Principal = ids.New()
	if _, replayed, err := k.store.Once(context.Background(), stranger, k.create(r.Key)); err != nil || replayed || k.made(r.Key) != 2 {
		t.Errorf("another principal: %v %v, made %d", replayed, err, k.made(r.Key))
	}
}

func TestFailureOfOursIsNotKeptAndUndone(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	r := idempotency.Request{Principal: ids.New(), Key: ids.New().String(), Hash: []byte("h")}
	broken := errors.New("500")
	_, _, err := k.store.Once(context.Background(), r, func(ctx context.Context) (idempotency.Response, error) {
		a, _ := k.create(r.Key)(ctx)
		return a, broken
	})
	if !errors.Is(err, broken) || k.made(r.Key) != 0 {
		t.Errorf("%v, made %d", err, k.made(r.Key))
	}
	if _, replayed, err := k.store.Once(context.Background(), r, k.create(r.Key)); err != nil || replayed || k.made(r.Key) != 1 {
		t.Errorf("second try: %v %v, made %d", replayed, err, k.made(r.Key))
	}
}

func TestAnswersAreSealedAndForgottenAfterADay(t *testing.T) {
	t.Parallel()
	k := newKitOn(t, testdb.Fresh(t)) // sweeping takes the answers of all
	r := idempotency.Request{Principal: ids.New(), Key: ids.New().String(), Hash: []byte("h")}
	if _, _, err := k.store.Once(context.Background(), r, k.create(r.Key)); err != nil {
		t.Fatal(err)
	}
	var kept []byte
	if err := k.db.Row(context.Background(), `select answer from idempotency.answers where principal_id = $1`, r.Principal).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(kept, []byte("whsec_")) {
		t.Error("the secret can be read in the table")
	}
	k.now = k.now.Add(store.Kept + time.Second)
	if _, replayed, err := k.store.Once(context.Background(), r, k.create(r.Key)); err != nil || replayed || k.made(r.Key) != 2 {
		t.Errorf("after a day: %v %v, made %d", replayed, err, k.made(r.Key))
	}
	k.now = k.now.Add(store.Kept + time.Second)
	if n, err := k.store.Sweep(context.Background()); err != nil || n < 1 {
		t.Errorf("swept %d, %v", n, err)
	}
}
