// Package blobs keeps bytes in PostgreSQL, in chunks, so that neither writing nor reading needs memory for all of them.
package blobs

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// ChunkSize is the number of bytes in a row. The last chunk of a blob may have fewer.
const ChunkSize = 256 << 10

// The errors of a Table.
var (
	ErrTooLarge = errors.New("the blob is larger than its limit")
	ErrMissing  = errors.New("there is no such blob")
)

// Table keeps the blobs of one module. Its migration is
//
//	create table files.chunks (
//		account_id uuid    not null,
//		blob_id    uuid    not null,
//		number     integer not null,
//		bytes      bytea   not null,
//		constraint chunks_pk primary key (account_id, blob_id, number)
//	);
//	create index chunks_first on files.chunks (blob_id) where number = 0;
//
// A blob is written before the record that names it, chunk by chunk, each in a transaction of its own, because a client may take minutes to
// send it. A process that dies leaves a blob that no record names, which Sweep removes. It never leaves a record without its blob.
type Table struct {
	db    *postgres.DB
	name  string
	named string
}

// NewTable returns the Table with that name, such as files.chunks. named is an SQL condition that is true if a record names the blob
// (b.account_id, b.blob_id).
func NewTable(db *postgres.DB, name, named string) *Table { return &Table{db, name, named} }

// Written describes a blob.
type Written struct {
	Size   int64
	SHA256 [sha256.Size]byte
}

// Write stores what it reads from source as the blob id, which comes from ids.New. In a transaction, the chunks are part of it. It fails
// with ErrTooLarge beyond limit bytes, and with the error of source. Then nothing is left, unless the process or the database dies.
func (t *Table) Write(ctx context.Context, account, id uuid.UUID, source io.Reader, limit int64) (Written, error) {
	w, err := t.write(ctx, account, id, source, limit)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = t.Remove(ctx, account, id) // what it cannot remove is left to Sweep
		return Written{}, err
	}
	return w, nil
}

func (t *Table) write(ctx context.Context, account, id uuid.UUID, source io.Reader, limit int64) (w Written, err error) {
	source = io.LimitReader(source, limit+1)
	sum, chunk := sha256.New(), make([]byte, ChunkSize)
	for number, more := 0, true; more; number++ {
		n, err := fill(source, chunk)
		if more = err == nil; !more && err != io.EOF { //nolint:errorlint // io.EOF is never wrapped
			return w, err
		}
		if w.Size += int64(n); w.Size > limit {
			return w, ErrTooLarge
		}
		if n == 0 && number > 0 {
			break
		}
		sum.Write(chunk[:n])
		err = t.db.In(ctx).Exec("insert into "+t.name+" (account_id, blob_id, number, bytes) values (?, ?, ?, ?)",
			account, id, number, chunk[:n]).Error
		if err != nil {
			return w, fmt.Errorf("write a chunk to %s: %w", t.name, err)
		}
	}
	sum.Sum(w.SHA256[:0])
	return w, nil
}

// fill is io.ReadFull that tells the end of source (io.EOF) from a source that was cut off, which net/http reports as
// io.ErrUnexpectedEOF.
func fill(source io.Reader, p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var read int
		read, err = source.Read(p[n:])
		n += read
	}
	return n, err
}

// Hold is called in the transaction that inserts the record which names a blob. It prevents Sweep from removing the blob until the
// transaction ends, and fails with ErrMissing if Sweep has been faster.
func (t *Table) Hold(ctx context.Context, account, id uuid.UUID) error {
	var found []int
	err := t.db.In(ctx).Raw("select number from "+t.name+" where account_id = ? and blob_id = ? and number = 0 for share",
		account, id).Scan(&found).Error
	switch {
	case err != nil:
		return fmt.Errorf("hold a blob of %s: %w", t.name, err)
	case len(found) == 0:
		return ErrMissing
	}
	return nil
}

// Remove removes a blob, or what there is of it.
func (t *Table) Remove(ctx context.Context, account, id uuid.UUID) error {
	err := t.db.In(ctx).Exec("delete from "+t.name+" where account_id = ? and blob_id = ?", account, id).Error
	if err != nil {
		return fmt.Errorf("remove a blob from %s: %w", t.name, err)
	}
	return nil
}

// sweeps is how many blobs a call of Sweep removes at most.
const sweeps = 100

// Sweep removes blobs that were begun before that time and that no record names. It returns the number of blobs removed. Leave writers the
// time to insert their record; one that takes longer gets ErrMissing from Hold.
func (t *Table) Sweep(ctx context.Context, before time.Time) (removed int64, err error) {
	var unnamed []struct{ AccountID, BlobID uuid.UUID }
	err = t.db.In(ctx).Raw("select account_id, blob_id from "+t.name+" b where number = 0 and blob_id < ? and not ("+t.named+
		") order by blob_id limit ?", ids.First(before), sweeps).Scan(&unnamed).Error
	for _, u := range unnamed {
		if err == nil {
			err = t.db.InTx(ctx, func(ctx context.Context) error { return t.sweep(ctx, u.AccountID, u.BlobID, &removed) })
		}
	}
	if err != nil {
		return removed, fmt.Errorf("sweep %s: %w", t.name, err)
	}
	return removed, nil
}

// sweep removes a blob unless a record has begun to name it. A statement of its own takes the lock, so that the next one sees what was
// committed before.
func (t *Table) sweep(ctx context.Context, account, id uuid.UUID, removed *int64) error {
	var held []int
	err := t.db.In(ctx).Raw("select number from "+t.name+" where account_id = ? and blob_id = ? and number = 0 for update skip locked",
		account, id).Scan(&held).Error
	if err != nil || len(held) == 0 {
		return err
	}
	result := t.db.In(ctx).Exec("delete from "+t.name+" b where account_id = ? and blob_id = ? and not ("+t.named+")", account, id)
	*removed += min(result.RowsAffected, 1)
	return result.Error
}
