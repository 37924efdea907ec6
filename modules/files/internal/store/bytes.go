package store

import (
	"context"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/blobs"
	"github.com/petcare/petcare/platform/postgres"
)

// Bytes implements files.Bytes in PostgreSQL.
type Bytes struct{ *blobs.Table }

// named is true if a files.Blob names the bytes (b.account_id, b.blob_id). Each part of it has an index.
const named = `exists (select from files.blobs n where n.account_id = b.account_id and n.original = b.blob_id)
	or exists (select from files.blobs n where n.account_id = b.account_id and n.preview_1024 = b.blob_id)
	or exists (select from files.blobs n where n.account_id = b.account_id and n.preview_256 = b.blob_id)`

// NewBytes makes a Bytes.
func NewBytes(db *postgres.DB) Bytes { return Bytes{blobs.NewTable(db, "files.chunks", named)} }

// Put implements files.Bytes.
func (b Bytes) Put(ctx context.Context, account, id uuid.UUID, source io.ReadSeeker, size int64) error {
	w, err := b.Write(ctx, account, id, source, size)
	if err == nil && w.Size != size {
		err = fmt.Errorf("%d bytes were stored instead of %d", w.Size, size)
	}
	return err
}

// Open implements files.Bytes.
func (b Bytes) Open(ctx context.Context, account, id uuid.UUID) (io.ReadSeekCloser, error) {
	r, err := b.Table.Open(ctx, account, id)
	return reader{r}, err
}

type reader struct{ *blobs.Reader }

// Close implements io.Closer. Nothing is open.
func (reader) Close() error { return nil }
