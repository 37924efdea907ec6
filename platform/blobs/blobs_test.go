package blobs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/blobs"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

const tables = `
	create table chunks (account_id uuid not null, blob_id uuid not null, number integer not null, bytes bytea not null,
		constraint chunks_pk primary key (account_id, blob_id, number));
	create index chunks_first on chunks (blob_id) where number = 0;
	create table records (account_id uuid not null, id uuid not null);`

// The lock lets a test stop a sweep between its look at the records and its lock on the blob.
const named = `exists (select from records r where r.account_id = b.account_id and r.id = b.blob_id)
	or pg_advisory_xact_lock_shared(hashtextextended(b.account_id::text, 0))::text is null`

type kit struct {
	*testkit.Kit
	*blobs.Table
}

func newKit(t *testing.T) kit {
	k := testkit.New(t, testkit.SQL(tables))
	return kit{k, blobs.NewTable(k.DB, "chunks", named)}
}

func (k kit) chunks() int {
	return k.Count("select count(*) from chunks where account_id = $1", k.Account)
}

func random(size int) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{byte(size)}).Read(b)
	return b
}

func (k kit) write(id uuid.UUID, content []byte) {
	k.Helper()
	testkit.Must[blobs.Written](k)(k.Write(k.Ctx, k.Account, id, bytes.NewReader(content), int64(len(content))))
}

func TestBlobIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, size := range []int{0, 1, blobs.ChunkSize - 1, blobs.ChunkSize, blobs.ChunkSize + 1, 3*blobs.ChunkSize + 7} {
		id, content := ids.New(), random(size)
		w, err := k.Write(k.Ctx, k.Account, id, iotest.HalfReader(bytes.NewReader(content)), int64(size))
		if want := (blobs.Written{Size: int64(size), SHA256: sha256.Sum256(content)}); err != nil || w != want {
			t.Errorf("%d bytes: %+v (%v), want %+v", size, w, err, want)
		}
		r := testkit.Must[*blobs.Reader](t)(k.Table.Open(k.Ctx, k.Account, id))
		if err := iotest.TestReader(r, content); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
		if _, err := k.Table.Open(k.Ctx, ids.New(), id); !errors.Is(err, blobs.ErrMissing) {
			t.Errorf("another account reads it: %v", err)
		}
	}
}

func TestBlobIsServedInRanges(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	id, content := ids.New(), random(2*blobs.ChunkSize+9)
	k.write(id, content)
	r := testkit.Must[*blobs.Reader](t)(k.Table.Open(k.Ctx, k.Account, id))
	request := httptest.NewRequestWithContext(k.Ctx, http.MethodGet, "/", nil)
	request.Header.Set("Range", "bytes=262140-524290")
	answer := httptest.NewRecorder()
	http.ServeContent(answer, request, "", time.Time{}, r)
	if answer.Code != http.StatusPartialContent || !bytes.Equal(answer.Body.Bytes(), content[262140:524291]) {
		t.Errorf("status %d, %d bytes", answer.Code, answer.Body.Len())
	}
}

func TestNothingIsLeftOfBlobThatFails(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	content := random(2*blobs.ChunkSize + 1)
	for name, try := range map[string]struct {
		source io.Reader
		want   error
	}{
		"too large": {io.MultiReader(bytes.NewReader(content), bytes.NewReader(content[:1])), blobs.ErrTooLarge},
		"cut off":   {io.MultiReader(bytes.NewReader(content), iotest.ErrReader(io.ErrUnexpectedEOF)), io.ErrUnexpectedEOF},
	} {
		if _, err := k.Write(k.Ctx, k.Account, ids.New(), try.source, int64(len(content))); !errors.Is(err, try.want) {
			t.Errorf("%s: %v, want %v", name, err, try.want)
		}
	}
	if n := k.chunks(); n != 0 {
		t.Errorf("%d chunks are left", n)
	}
}

func TestBlobThatLosesItsEndIsNotReadShort(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	id := ids.New()
	k.write(id, random(2*blobs.ChunkSize))
	r := testkit.Must[*blobs.Reader](t)(k.Table.Open(k.Ctx, k.Account, id))
	if err := k.Remove(k.Ctx, k.Account, id); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, io.ErrUnexpectedEOF) || k.chunks() != 0 {
		t.Errorf("%v, %d chunks left", err, k.chunks())
	}
}

// watched counts the memory in use while it is read.
type watched struct {
	io.Reader
	most, read uint64
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if w.read += uint64(n); w.read%(8<<20) < uint64(n) {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		w.most = max(w.most, m.HeapAlloc)
	}
	return n, err
}

func TestMemoryDoesNotGrowWithBlob(t *testing.T) { //nolint:paralleltest // it measures the process
	k := newKit(t)
	const size = 64 << 20
	small, large := &watched{Reader: bytes.NewReader(random(8 << 20))}, &watched{}
	large.Reader = io.LimitReader(rand.NewChaCha8([32]byte{}), size)
	id := ids.New()
	for _, source := range []*watched{small, large} {
		testkit.Must[blobs.Written](t)(k.Write(k.Ctx, k.Account, id, source, size))
		r := testkit.Must[*blobs.Reader](t)(k.Table.Open(k.Ctx, k.Account, id))
		source.Reader = r
		testkit.Must[int64](t)(io.Copy(io.Discard, source))
		id = ids.New()
	}
	if large.read != 2*size || large.most > small.most+2<<20 {
		t.Errorf("%d MiB in use for %d bytes, %d MiB for a small one", large.most>>20, large.read/2, small.most>>20)
	}
}

// died is a source during which the process ends: nothing of the writer runs after it.
type died struct{}

func (died) Read([]byte) (int, error) {
	runtime.Goexit()
	return 0, nil
}

func TestSweepRemovesWhatNoRecordNames(t *testing.T) {
	t.Parallel()
	k := newKit(t).Fresh()
	table := blobs.NewTable(k.DB, "chunks", named)
	content := random(blobs.ChunkSize + 1)
	kept, young := ids.New(), ids.At(time.Now().Add(time.Hour))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = table.Write(k.Ctx, k.Account, ids.New(), io.MultiReader(bytes.NewReader(content), died{}), 1<<20)
	}()
	<-ended
	for _, id := range []uuid.UUID{kept, young} {
		testkit.Must[blobs.Written](t)(table.Write(k.Ctx, k.Account, id, bytes.NewReader(content), 1<<20))
	}
	k.Exec("insert into records values ($1, $2)", k.Account, kept)
	if n := k.Count("select count(distinct blob_id) from chunks"); n != 3 {
		t.Fatalf("%d blobs, want one that was begun, too", n)
	}
	for _, want := range []int64{1, 0} {
		if n, err := table.Sweep(k.Ctx, time.Now().Add(time.Minute)); err != nil || n != want {
			t.Errorf("%d removed (%v), want %d", n, err, want)
		}
	}
	left, err := testkit.Column[uuid.UUID](k.Ctx, k.DB, "select blob_id from chunks where number = 1")
	if want := []uuid.UUID{kept, young}; err != nil || !slices.Equal(ids.Distinct(left), ids.Distinct(want)) {
		t.Errorf("%v left (%v), want %v", left, err, want)
	}
}

// record names the blob in a transaction; meanwhile is called before its commit.
func (k kit) record(id uuid.UUID, meanwhile func(ctx context.Context)) error {
	return k.DB.InTx(k.Ctx, func(ctx context.Context) error {
		if err := k.Hold(ctx, k.Account, id); err != nil {
			return err
		}
		_, err := testkit.Exec(ctx, k.DB, "insert into records values ($1, $2)", k.Account, id)
		meanwhile(ctx)
		return err
	})
}

func (k kit) sweep() error {
	_, err := k.Sweep(k.Ctx, time.Now().Add(time.Minute))
	return err
}

func TestSweepBesideRecordThatNamesBlob(t *testing.T) {
	t.Parallel()
	t.Run("finds it held", func(t *testing.T) {
		t.Parallel()
		k, id := fresh(t)
		err := k.record(id, func(context.Context) {
			if err := k.sweep(); err != nil {
				t.Error(err)
			}
		})
		if err != nil || k.chunks() != 1 {
			t.Errorf("%d chunks (%v), want the one of the record", k.chunks(), err)
		}
	})
	t.Run("looks before the commit and locks after it", func(t *testing.T) {
		t.Parallel()
		k, id := fresh(t)
		var swept <-chan error
		err := k.record(id, func(ctx context.Context) {
			if err := k.DB.Lock(ctx, k.Account.String()); err != nil {
				t.Error(err)
			}
			swept = k.Blocks(ctx, k.sweep)
		})
		if err := errors.Join(err, <-swept); err != nil || k.chunks() != 1 {
			t.Errorf("%d chunks (%v), want the one of the record", k.chunks(), err)
		}
	})
	t.Run("is faster", func(t *testing.T) {
		t.Parallel()
		k, id := fresh(t)
		if err := k.sweep(); err != nil || k.chunks() != 0 {
			t.Errorf("%d chunks (%v), want none", k.chunks(), err)
		}
		if err := k.record(id, func(context.Context) {}); !errors.Is(err, blobs.ErrMissing) {
			t.Errorf("the record names a blob that is gone: %v", err)
		}
	})
}

// fresh is a kit whose sweeps see only the blob of one test.
func fresh(t *testing.T) (kit, uuid.UUID) {
	k := testkit.Fresh(t, testkit.SQL(tables))
	id := ids.New()
	f := kit{k, blobs.NewTable(k.DB, "chunks", named)}
	f.write(id, []byte("a"))
	return f, id
}
