package store_test

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	randv2 "math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

// desk stores responses and has a table for the use cases.
type desk struct {
	*testkit.Kit
	store *store.Store
}

var tables = []fxgroups.Migrations{store.Migrations(), testkit.SQL(`create table made (id uuid primary key, key text not null);`)}

func newDesk(k *testkit.Kit) *desk { return &desk{k, store.New(k.DB, newBox(k))} }

func newBox(k *testkit.Kit) *secrets.Box {
	return testkit.Must[*secrets.Box](k)(secrets.NewBox([]secrets.Key{{ID: "k", Secret: bytes.Repeat([]byte("s"), 32)}}))
}

func request() idempotency.Request {
	return idempotency.Request{Principal: ids.New(), Key: ids.New().String(), Hash: []byte("h")}
}

// create returns a use case that writes a row in a transaction of its own, as services do.
func (k *desk) create(key string) func(context.Context) (idempotency.Response, error) {
	return func(ctx context.Context) (idempotency.Response, error) {
		err := k.DB.InTx(ctx, func(ctx context.Context) error {
			_, err := testkit.Exec(ctx, k.DB, `insert into made values ($1, $2)`, ids.New(), key)
			return err
		})
		return idempotency.Response{Status: 201, Header: map[string]string{"Location": "/x"}, Body: []byte(`{"secret":"whsec_shown_once"}`)}, err
	}
}

func (k *desk) made(key string) int {
	k.Helper()
	return k.Count(`select count(*) from made where key = $1`, key)
}

func TestSameKeyTwentyTimesAtOnceRunsOnce(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	var answered, busy atomic.Int32
	var done sync.WaitGroup
	for range 20 {
		done.Go(func() {
			answer, _, err := k.store.Once(t.Context(), r, k.create(r.Key))
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
	answer, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key))
	if err != nil || !replayed || answer.Status != 201 || answer.Header["Location"] != "/x" || k.made(r.Key) != 1 {
		t.Errorf("repeat: %v %v %v, made %d", answer, replayed, err, k.made(r.Key))
	}
}

func TestAnswerThatAppearsMeanwhileIsRepeatedAndNoFailureOfOurs(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	answer, replayed, err := k.store.Once(t.Context(), r, func(ctx context.Context) (idempotency.Response, error) {
		if _, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil || replayed {
			t.Errorf("the other one: %v, replayed %t", err, replayed)
		}
		answer, err := k.create(r.Key)(ctx)
		if !apperr.Is(err, apperr.Conflict) {
			t.Errorf("this one fails with %v", err)
		}
		return answer, err
	})
	if err != nil || !replayed || answer.Status != 201 || k.made(r.Key) != 1 {
		t.Errorf("%v, replayed %t, %v, made %d", answer, replayed, err, k.made(r.Key))
	}
}

func TestOtherRequestWithTheKeyIsRefused(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	if _, _, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil {
		t.Fatal(err)
	}
	other := r
	other.Hash = []byte("i")
	_, _, err := k.store.Once(t.Context(), other, k.create(r.Key))
	if testkit.WantKind(t, err, apperr.Invalid, "idempotency_key_reused"); k.made(r.Key) != 1 {
		t.Errorf("made %d", k.made(r.Key))
	}
	stranger := r
	stranger.Principal = ids.New()
	if _, replayed, err := k.store.Once(t.Context(), stranger, k.create(r.Key)); err != nil || replayed || k.made(r.Key) != 2 {
		t.Errorf("another principal: %v %v, made %d", replayed, err, k.made(r.Key))
	}
}

func TestRequestsBesideARunningOneGoOn(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	stranger, other := r, r
	stranger.Principal, other.Key = ids.New(), ids.New().String()
	_, _, err := k.store.Once(t.Context(), r, func(ctx context.Context) (idempotency.Response, error) {
		answer, err := k.create(r.Key)(ctx)
		for what, beside := range map[string]idempotency.Request{"another principal": stranger, "another key": other} {
			if _, _, err := k.store.Once(t.Context(), beside, k.create(beside.Key)); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, _, busy := k.store.Once(t.Context(), r, k.create(r.Key))
		testkit.WantKind(t, busy, apperr.Conflict, "idempotency_in_progress")
		return answer, err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestFailureOfOursIsNotKeptAndUndone(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	broken := errors.New("500")
	_, _, err := k.store.Once(t.Context(), r, func(ctx context.Context) (idempotency.Response, error) {
		a, _ := k.create(r.Key)(ctx)
		return a, broken
	})
	if !errors.Is(err, broken) || k.made(r.Key) != 0 {
		t.Errorf("%v, made %d", err, k.made(r.Key))
	}
	if _, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil || replayed || k.made(r.Key) != 1 {
		t.Errorf("second try: %v %v, made %d", replayed, err, k.made(r.Key))
	}
}

func TestAnswersAreSealedAndForgottenAfterADay(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.Fresh(t, tables...)) // Sweep removes the responses of all tests
	r := request()
	if _, _, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil {
		t.Fatal(err)
	}
	var kept []byte
	if err := testkit.One(t.Context(), k.DB, `select answer from idempotency.answers where principal_id = $1`, r.Principal).Scan(&kept); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(kept, []byte("whsec_")) {
		t.Error("the secret can be read in the table")
	}
	age := func(by time.Duration) {
		t.Helper()
		k.Exec(`update idempotency.answers set created_at = created_at - $1::interval`, by)
	}
	age(24*time.Hour - time.Minute)
	k.Advance(48 * time.Hour) // the clock of this replica is ahead
	if n, err := k.store.Sweep(t.Context()); err != nil || n != 0 {
		t.Errorf("swept %d before the day is over, %v", n, err)
	}
	if _, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil || !replayed {
		t.Errorf("just before the day is over: %v %v", replayed, err)
	}
	age(time.Minute)
	r.Hash = []byte("another body")
	for _, want := range []bool{false, true} { // the new answer takes the place of the old one, for a day of its own
		if _, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil || replayed != want || k.made(r.Key) != 2 {
			t.Errorf("after a day: %v %v, made %d", replayed, err, k.made(r.Key))
		}
		age(time.Hour)
	}
	age(store.Kept)
	if n, err := k.store.Sweep(t.Context()); err != nil || n < 1 {
		t.Errorf("swept %d, %v", n, err)
	}
}

func TestWhatIsDoneBeforeTheFirstStatementHoldsNoConnection(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.Fresh(t, tables...))
	r := request()
	_, _, err := k.store.Once(t.Context(), r, func(ctx context.Context) (idempotency.Response, error) {
		if n := k.DB.Stats().InUse; n != 0 {
			t.Errorf("%d connections are held", n)
		}
		return k.create(r.Key)(ctx)
	})
	if err != nil || k.made(r.Key) != 1 {
		t.Errorf("%v, made %d", err, k.made(r.Key))
	}
}

func TestLargeAnswersLeaveStatusAndID(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r, id := request(), ids.New()
	noise := make([]byte, 200<<10)
	_, _ = rand.Read(noise)
	made := 0
	answer := func(body []byte) func(context.Context) (idempotency.Response, error) {
		return func(context.Context) (idempotency.Response, error) {
			made++
			return idempotency.Response{Status: 201, Header: map[string]string{"Location": "/v1/accounts/a/pets/" + id.String()}, Body: body}, nil
		}
	}
	if _, _, err := k.store.Once(t.Context(), r, answer(noise)); err != nil {
		t.Fatal(err)
	}
	_, _, err := k.store.Once(t.Context(), r, answer(noise))
	testkit.WantKind(t, err, apperr.Conflict, "idempotency_replay_too_large")
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.ConflictsWith != id || made != 1 {
		t.Errorf("%v, made %d times", err, made)
	}
	r = request()
	action := func(context.Context) (idempotency.Response, error) { // answers with the record, without a Location
		return idempotency.Response{Status: 202, Body: []byte(`{"id":"` + id.String() + `","body":"` + hex.EncodeToString(noise) + `"}`)}, nil
	}
	if _, _, err := k.store.Once(t.Context(), r, action); err != nil {
		t.Fatal(err)
	}
	_, _, err = k.store.Once(t.Context(), r, action)
	if e := testkit.WantKind(t, err, apperr.Conflict, "idempotency_replay_too_large"); e == nil || e.ConflictsWith != id {
		t.Errorf("an action: %v", err)
	}
	r = request()
	body := bytes.Repeat([]byte("a"), 900<<10)
	for range 2 {
		kept, _, err := k.store.Once(t.Context(), r, answer(body))
		if err != nil || !bytes.Equal(kept.Body, body) {
			t.Errorf("what can be compressed: %d bytes, %v", len(kept.Body), err)
		}
	}
}

// The limit is that of the compressed body, whatever its bytes are.
func TestAnswersThatCompressWellAreRepeated(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	var text strings.Builder
	for text.Len() < 82_000 { // compresses to some 61 KB, in base64 to more than 64 KiB
		text.WriteRune(rune(0x4e00 + randv2.IntN(5000)))
	}
	for shift := range 4 {
		r, body := request(), []byte("\n{}"[:shift]+text.String())
		for try := range 2 {
			a, replayed, err := k.store.Once(t.Context(), r, func(context.Context) (idempotency.Response, error) {
				return idempotency.Response{Status: 201, Header: map[string]string{"Location": "/x"}, Body: body}, nil
			})
			if err != nil || replayed != (try > 0) || !bytes.Equal(a.Body, body) || a.Status != 201 || a.Header["Location"] != "/x" {
				t.Errorf("shifted by %d, try %d: replayed %t, status %d, %d bytes, %v", shift, try, replayed, a.Status, len(a.Body), err)
			}
		}
	}
}

func TestAnswersOfTheVersionBeforeAreRepeated(t *testing.T) {
	t.Parallel()
	k, r := newDesk(testkit.New(t, tables...)), request()
	packed := bytes.NewBuffer([]byte{1})
	w := testkit.Must[*flate.Writer](t)(flate.NewWriter(packed, flate.NoCompression))
	_, err := io.WriteString(w, `{"Status":201,"Header":{"Location":"/x"},"Body":"eyJpZCI6MX0="}`)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	sealed := newBox(k.Kit).Seal(packed.Bytes(), "idempotency "+r.Principal.String()+" "+r.Key)
	k.Exec(`insert into idempotency.answers (principal_id, key, request_hash, answer, status, created_at) values ($1, $2, $3, $4, 201, now())`,
		r.Principal, r.Key, r.Hash, sealed)
	a, replayed, err := k.store.Once(t.Context(), r, k.create(r.Key))
	if err != nil || !replayed || a.Status != 201 || a.Header["Location"] != "/x" || string(a.Body) != `{"id":1}` || k.made(r.Key) != 0 {
		t.Errorf("%v, replayed %t, %v", a, replayed, err)
	}
}

// The planner knows nothing of a credential that came after the table was last analyzed; the check is fast all the same.
func TestOldestAnswersOfACredentialAreShortened(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	principal, stranger := ids.New(), ids.New()
	const fill = `insert into idempotency.answers (principal_id, key, request_hash, answer, status, created_at)
		select $1, n::text, 'h', decode(repeat('00', 65536), 'hex'), 201, $2::timestamptz + n * interval '1 ms' from generate_series(1, $3) n`
	k.Exec(fill, stranger, k.Now(), 160) // newer, with the same keys
	k.Exec(`analyze idempotency.answers`)
	k.Exec(fill, principal, k.Now().Add(-time.Hour), 1040)
	noise := make([]byte, 60<<10)
	_, _ = rand.Read(noise)
	now := testkit.RunningTime(t)
	for try, whole := 0, 1; whole > 0; try++ {
		if try > 1500 { // one in some seventy checks the total
			t.Fatal("the oldest one is kept whole")
		}
		r := idempotency.Request{Principal: principal, Key: ids.New().String(), Hash: []byte("h")}
		start := now()
		_, _, err := k.store.Once(t.Context(), r, func(context.Context) (idempotency.Response, error) {
			return idempotency.Response{Status: 201, Body: noise}, nil
		})
		if took := now() - start; err != nil || took > 2*time.Second {
			t.Fatalf("it took %s: %v", took, err)
		}
		whole = k.Count(`select count(answer) from idempotency.answers where principal_id = $1 and key = '1' and status = 201`, principal)
	}
	if n := k.Count(`select sum(octet_length(answer)) from idempotency.answers where principal_id = $1`, principal); n > 64<<20 || n < 60<<20 {
		t.Errorf("%d bytes are kept", n)
	}
	if n := k.Count(`select count(answer) from idempotency.answers where principal_id = $1`, stranger); n != 160 {
		t.Errorf("%d of 160 of another credential are kept whole", n)
	}
}

func TestAnswerWhoseKeyIsLostIsToldByItsStatus(t *testing.T) {
	t.Parallel()
	k := newDesk(testkit.New(t, tables...))
	r := request()
	if _, _, err := k.store.Once(t.Context(), r, k.create(r.Key)); err != nil {
		t.Fatal(err)
	}
	box := testkit.Must[*secrets.Box](k)(secrets.NewBox([]secrets.Key{{ID: "other", Secret: bytes.Repeat([]byte("o"), 32)}}))
	_, _, err := store.New(k.DB, box).Once(t.Context(), r, k.create(r.Key))
	testkit.WantKind(t, err, apperr.Conflict, "idempotency_replay_too_large")
	if n := k.made(r.Key); n != 1 {
		t.Errorf("it ran %d times", n)
	}
}
