package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
)

// Reader reads a blob. It is an io.ReadSeeker, as http.ServeContent needs it, and holds one chunk in memory. A blob that is removed
// meanwhile, or that lacks a chunk, ends with io.ErrUnexpectedEOF.
type Reader struct {
	ctx         context.Context
	table       *Table
	account, id uuid.UUID
	size        int64
	offset      int64
	number      int64 // of chunk
	chunk       []byte
}

// Open returns a Reader for the beginning of a blob. It fails with ErrMissing.
func (t *Table) Open(ctx context.Context, account, id uuid.UUID) (*Reader, error) {
	var last []struct{ Number, Length int64 }
	err := t.db.In(ctx).Raw("select number, octet_length(bytes) as length from "+t.name+
		" where account_id = ? and blob_id = ? order by number desc limit 1", account, id).Scan(&last).Error
	switch {
	case err != nil:
		return nil, fmt.Errorf("open a blob of %s: %w", t.name, err)
	case len(last) == 0:
		return nil, ErrMissing
	}
	return &Reader{ctx: ctx, table: t, account: account, id: id, size: last[0].Number*ChunkSize + last[0].Length}, nil
}

// Size is the length of the blob in bytes.
func (r *Reader) Size() int64 { return r.size }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.offset >= r.size {
		return 0, io.EOF
	}
	if number := r.offset / ChunkSize; r.chunk == nil || number != r.number {
		if err := r.load(number); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.chunk[r.offset%ChunkSize:])
	r.offset += int64(n)
	return n, nil
}

func (r *Reader) load(number int64) error {
	var found [][]byte
	err := r.table.db.In(r.ctx).Raw("select bytes from "+r.table.name+" where account_id = ? and blob_id = ? and number = ?",
		r.account, r.id, number).Scan(&found).Error
	switch {
	case err != nil:
		return fmt.Errorf("read a chunk of %s: %w", r.table.name, err)
	case len(found) == 0 || int64(len(found[0])) != min(ChunkSize, r.size-number*ChunkSize):
		return io.ErrUnexpectedEOF
	}
	r.number, r.chunk = number, found[0]
	return nil
}

// Seek implements io.Seeker.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning of a blob")
	}
	r.offset = offset
	return offset, nil
}
