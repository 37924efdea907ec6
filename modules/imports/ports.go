package imports

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Content is a file that is kept.
type Content interface {
	io.ReadSeeker
	Size() int64
}

// Store keeps imports, their files and their faults.
type Store interface {
	List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[Import], error)
	Count(ctx context.Context, account uuid.UUID) (int64, error)
	// Get fails with apperr.NotFound.
	Get(ctx context.Context, account, id uuid.UUID) (Import, error)
	// Lock is Get for a change, with the step that a worker has to do.
	Lock(ctx context.Context, account, id uuid.UUID) (Import, Work, error)
	Insert(ctx context.Context, i Import) error
	// Save writes an import and what a worker has to do next. It fails with ErrApplying if another one of the account is being applied.
	Save(ctx context.Context, i Import, w Work) error
	// Delete also removes the file and the faults.
	Delete(ctx context.Context, account, id uuid.UUID) error

	ListFaults(ctx context.Context, account, id uuid.UUID, page paging.Request) (paging.Page[Fault], error)
	ReplaceFaults(ctx context.Context, account, id uuid.UUID, faults []Fault) error

	// Receive stores a file of up to limit bytes that no import names yet. It fails with ErrTooLarge, and with the error of source.
	Receive(ctx context.Context, account, file uuid.UUID, source io.Reader, limit int64) error
	// Open opens a file; apperr.NotFound when it is gone.
	Open(ctx context.Context, account, file uuid.UUID) (Content, error)
	// Hold keeps a file from being swept until the transaction ends.
	Hold(ctx context.Context, account, file uuid.UUID) error

	// Claim takes the step that has waited longest, of which no living worker has hold, for some time. It returns false if there is none.
	Claim(ctx context.Context, until time.Duration) (Claimed, bool, error)
	// Renew extends a claim and shows the progress. It returns false if the import is no longer the worker's.
	Renew(ctx context.Context, c Claimed, p Progress, until time.Duration) (bool, error)
	// Release gives a claim back.
	Release(ctx context.Context, c Claimed) error
}

// Step is what a worker has to do.
type Step string

// The steps.
const (
	NoStep    Step = ""
	StepCheck Step = "check"
	StepApply Step = "apply"
)

// Work is the state of an import that only workers see.
type Work struct {
	Step     Step
	Tries    int    // how often workers have begun it; the claim of an earlier try is void
	Deaths   int    // how often one has died with it
	Position string // in the feed, when the check began
}

// Claimed is an import whose step a worker does.
type Claimed struct {
	Import
	Work
}

// Importer reads files and applies them to accounts.
type Importer interface {
	// Unpack returns the text of a file that may be gzipped. Reading it fails with ErrTooLarge beyond limit bytes.
	Unpack(file io.Reader, limit int64) (io.Reader, error)
	// Inspect reads a file. It fails with apperr.Invalid if it is no text, and for a table that nothing is known of.
	Inspect(ctx context.Context, file io.ReadSeeker, format Format, as []string) (Inspected, error)
	// CheckMap fails with apperr.Invalid, with each fault of a map, which may be for a table with the columns.
	CheckMap(m Map, columns []Column) error
	// Run imports all of a file or nothing. Faults of the file are no error.
	Run(ctx context.Context, job Job) (Result, error)
	// Export writes the records of an account, in one state of them. It fails with apperr.Invalid for a type that is not exported.
	Export(ctx context.Context, account uuid.UUID, e Export, to io.Writer) error
	// Rows passes the cells of the rows at lines to fn, and first, as line 0, the names of the columns.
	Rows(file io.ReadSeeker, format Format, m *Map, lines []int, fn func(line int, cells []string) error) error
}

// Inspected is what a file shows before it is checked.
type Inspected struct {
	Profile string // "" for none
	Map     *Map   // nil for JSON Lines
	Columns []Column
}

// Job is one run of an import.
type Job struct {
	Import
	Content  Content
	DryRun   bool
	Change   uuid.UUID
	Progress func(phase string, lines, of, faults int)
	// Done is called in the transaction of the import with what it has done. If it fails, nothing is imported.
	Done func(ctx context.Context, counts Counts) error
}

// Result is what a run has done, or would do.
type Result struct {
	Counts Counts
	Alike  LookAlike
	Faults []Fault
	More   int // faults that are not in Faults
}
