package files

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Filter picks files of a list; "" is no filter.
type Filter struct {
	Kind       FileKind
	Visibility Visibility
}

// Store keeps files and where their bytes are.
type Store interface {
	record.Store[File]
	Get(ctx context.Context, account, id uuid.UUID) (File, error)
	// List lists the files of a parent, newest first.
	List(ctx context.Context, account uuid.UUID, parent FileParent, f Filter, page paging.Request) (paging.Page[File], error)
	// OfParent are the ids of the files of a parent, in order, and no more than limit.
	OfParent(ctx context.Context, account uuid.UUID, parent FileParent, limit int) ([]uuid.UUID, error)
	// Blob is where the bytes of a digest are; apperr.NotFound when the account has none.
	Blob(ctx context.Context, account uuid.UUID, sha256 string) (Blob, error)
	// KeepBlob adds a Blob, unless the account has one with the digest already. It cannot be removed until the transaction ends.
	KeepBlob(ctx context.Context, b Blob, now time.Time) error
	// Used is how many bytes the files of an account have, each digest once. Other uploads of the account wait until the transaction ends.
	Used(ctx context.Context, account uuid.UUID) (int64, error)
	// Unused remembers that a file with the digest was deleted.
	Unused(ctx context.Context, account uuid.UUID, sha256 string, now time.Time) error
	// Forget removes some Blobs that no file has had since that time, and returns how many.
	Forget(ctx context.Context, before time.Time) (int64, error)
}

// Bytes stores bytes by id. What is stored is never overwritten.
type Bytes interface {
	Put(ctx context.Context, account, id uuid.UUID, source io.ReadSeeker, size int64) error
	// Open returns the bytes for as long as ctx lasts.
	Open(ctx context.Context, account, id uuid.UUID) (io.ReadSeekCloser, error)
	Remove(ctx context.Context, account, id uuid.UUID) error
	// Sweep removes bytes that were begun before that time and that no Blob names. It returns 0 when there are no more.
	Sweep(ctx context.Context, before time.Time) (int64, error)
}

// Key is what bytes are stored under.
type Key struct{ Account, ID uuid.UUID }

// Pictures tells the types of files and makes pictures fit to be kept.
type Pictures interface {
	// TypeOf tells the media type of bytes by their beginning; "" for what is not kept.
	TypeOf(source io.ReadSeeker, size int64) (string, error)
	// Make turns a picture upright, leaves its metadata out and makes previews. It fails with apperr.Invalid for pictures that are damaged
	// or too large. It waits for its turn, since few are made at a time.
	Make(ctx context.Context, contentType string, source io.ReadSeeker) (*Picture, error)
}

// Picture is a picture to be kept.
type Picture struct {
	ContentType   string
	Width, Height int
	Original      Content
	Preview1024   Content
	Preview256    Content
}

// Content is bytes that can be read again.
type Content interface {
	io.ReadSeekCloser
	Size() int64
}

// Owner is a module's word on the records of one type that have files.
type Owner struct {
	Parent ParentType
	// Read and Write are the abilities of API keys for the record.
	Read, Write string
	// Exists fails with apperr.NotFound when there is no such record for the caller: none in the account, or another customer's.
	Exists func(ctx context.Context, account, id uuid.UUID) error
}

// FromOwners is the fx tag of the group to which modules add their Owners.
const FromOwners = `group:"file_owners"`
