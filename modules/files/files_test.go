package files_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/files/internal/pictures"
	"github.com/petcare/petcare/modules/files/internal/s3"
	"github.com/petcare/petcare/modules/files/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

const (
	keep = 30 * 24 * time.Hour
	pdf  = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"
)

// world is an account with a pet, on a database of its own, because a sweep sees all accounts.
type world struct {
	*testkit.Kit
	service *files.Service
	store   store.Store
	bytes   files.Bytes
	pet     files.FileParent
	stored  func() int // parts
}

// onBoth runs a test with the bytes in PostgreSQL, and in S3.
func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Parallel()
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.bytes = store.NewBytes(w.DB)
		w.stored = func() int { return w.Count("select count(distinct blob_id) from files.chunks") }
		w.begin()
		test(t, w)
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		backend := s3mem.New()
		server := httptest.NewServer(gofakes3.New(backend).Server())
		t.Cleanup(server.Close)
		must(t, backend.CreateBucket("petcare"))
		w.bytes = testkit.Must[*s3.Bytes](t)(s3.New(s3.Options{Endpoint: strings.TrimPrefix(server.URL, "http://"), Bucket: "petcare",
			AccessKey: "key", SecretKey: "secret", Plain: true}, w.store.Unnamed))
		w.stored = func() int {
			list := testkit.Must[*gofakes3.ObjectList](t)(backend.ListBucket("petcare", nil, gofakes3.ListBucketPage{}))
			return len(list.Contents)
		}
		w.begin()
		test(t, w)
	})
}

func newWorld(t *testing.T) *world {
	k := testkit.Fresh(t, fxgroups.Migrations{Module: "files", Files: fxgroups.Sub(files.Files)})
	k.SetTime(time.Now())
	return &world{Kit: k, store: store.New(k.DB), pet: files.FileParent{Type: files.Pet, ID: ids.New()}}
}

func (w *world) begin() {
	w.service = files.NewService(w.store, w.bytes, pictures.New(1), files.Options{AccountLimit: 1 << 20, Keep: keep}, w.Env(), w.Bus)
	w.service.Register(files.Owner{Parent: files.Pet, Read: "customers:read", Write: "customers:write",
		Exists: func(_ context.Context, _, id uuid.UUID) error {
			if id != w.pet.ID {
				return apperr.NewNotFound("pet")
			}
			return nil
		}})
}

func (w *world) receive(content string) *files.Received {
	w.Helper()
	return testkit.Must[*files.Received](w)(w.service.Receive(w.Ctx, w.Account, files.Upload{Source: strings.NewReader(content),
		Size: int64(len(content))}))
}

func (w *world) upload(content string) files.File {
	w.Helper()
	r := w.receive(content)
	f, err := w.service.Create(w.Ctx, w.pet, r, files.FileCreate{Kind: files.Other})
	w.service.Release(w.Ctx, r)
	return testkit.Must[files.File](w)(f, err)
}

func (w *world) sweep() {
	w.Helper()
	for n := int64(1); n > 0; {
		var err error
		if n, err = w.service.Sweep(w.Ctx); err != nil {
			w.Fatal(err)
		}
	}
}

func (w *world) wantStored(parts int, when string) {
	w.Helper()
	if n := w.stored(); n != parts {
		w.Errorf("%d parts are stored %s, want %d", n, when, parts)
	}
}

func TestSweepRemovesBytesThatNoFileHas(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		f := w.upload(pdf)
		w.upload(pdf) // which adds no bytes
		w.wantStored(1, "after the same bytes twice")
		w.receive(pdf + "\n") // and the process dies
		w.sweep()
		w.wantStored(2, "before anybody could tell that it died")
		w.Advance(2 * time.Hour)
		w.sweep()
		w.wantStored(1, "after a sweep")
		d := testkit.Must[files.Download](t)(w.service.Content(w.Ctx, w.Account, f.ID, files.Original))
		r, err := w.service.Open(w.Ctx, d)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, len(pdf))
		if n, err := r.Read(b); n != len(pdf) && err != nil || string(b[:n]) != pdf[:n] {
			t.Errorf("%q (%v)", b[:n], err)
		}
	})
}

func TestBytesOfDeletedFileStayAsLongAsItCanBeRestored(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		f := w.upload(pdf)
		w.Advance(keep)
		deleteFile := func() {
			must(t, w.service.Delete(w.Ctx, w.Account, f.ID, patch.Precondition{}))
		}
		deleteFile()
		w.Advance(keep - time.Hour)
		w.sweep()
		if err := w.store.Insert(w.Ctx, f); err != nil { // as a revert does
			t.Fatal(err)
		}
		w.Advance(keep)
		w.sweep()
		w.wantStored(1, "with a file that was restored")
		deleteFile()
		w.Advance(keep + time.Hour)
		w.sweep()
		w.wantStored(0, "after the file could be restored")
		testkit.WantKind(t, w.store.Insert(w.Ctx, f), apperr.Conflict)
	})
}

func TestUploadIsNotKeptBeyondTheLimit(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.upload(pdf)
		large := strings.Replace(pdf, "<<>>", "<<"+strings.Repeat(" ", 1<<20)+">>", 1)
		r := w.receive(large)
		_, err := w.service.Create(w.Ctx, w.pet, r, files.FileCreate{Kind: files.Other})
		w.service.Release(w.Ctx, r)
		testkit.WantKind(t, err, apperr.Conflict, "storage_full")
		w.wantStored(1, "after the one that is too much")
		if list := testkit.Must[paging.Page[files.File]](t)(w.service.List(w.Ctx, w.Account, w.pet, files.Filter{}, paging.All(9))); len(list.Items) != 1 {
			t.Errorf("%d files", len(list.Items))
		}
	})
}

func TestSweepLeavesBytesThatAreGivenToFileMeanwhile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bytes = store.NewBytes(w.DB)
	w.begin()
	f := w.upload(pdf)
	must(t, w.service.Delete(w.Ctx, w.Account, f.ID, patch.Precondition{}))
	w.Advance(2 * keep)
	again := w.receive(pdf)
	var swept <-chan error
	must(t, w.DB.InTx(w.Ctx, func(ctx context.Context) error {
		_, err := w.service.Create(ctx, w.pet, again, files.FileCreate{Kind: files.Other})
		swept = w.Blocks(ctx, func() error { _, err := w.service.Sweep(w.Ctx); return err })
		return err
	}))
	must(t, <-swept)
	if n := w.Count("select count(*) from files.blobs b join files.chunks c on c.blob_id = b.original"); n != 1 {
		t.Errorf("the file has %d chunks", n)
	}
}

func TestUploadsAtOnceStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.bytes = store.NewBytes(w.DB)
	w.begin()
	half := strings.Replace(pdf, "<<>>", "<<"+strings.Repeat(" ", 600<<10)+">>", 1)
	first, second := w.receive(half), w.receive(half+"\n")
	create := func(ctx context.Context, r *files.Received) error {
		_, err := w.service.Create(ctx, w.pet, r, files.FileCreate{Kind: files.Other})
		return err
	}
	var ended <-chan error
	must(t, w.DB.InTx(w.Ctx, func(ctx context.Context) error {
		err := create(ctx, first)
		ended = w.Blocks(ctx, func() error { return create(w.Ctx, second) })
		return err
	}))
	testkit.WantKind(t, <-ended, apperr.Conflict, "storage_full")
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
