package imports

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Export says what is exported.
type Export struct {
	Types  []string // none: all
	Format Format   // CSV: a table of the only type
}

// maxExports is how many exports a replica writes at the same time. Each has a connection as long as its client reads.
const maxExports = 2

// maxExportTime ends an export whose client does not keep up: the database cannot clean up as long as its state is read.
const maxExportTime = time.Hour

// Export writes the records of an account. It fails with apperr.Invalid, and with apperr.Unavailable if others are being exported. If it
// fails after it has written, what was written is of no use.
func (s *Service) Export(ctx context.Context, account uuid.UUID, e Export, to io.Writer) error {
	if e.Format == CSV && len(e.Types) != 1 {
		return apperr.NewInvalidIn("query", "type", "required", "is one type: a table has the records of one")
	}
	select {
	case s.exporting <- struct{}{}:
		defer func() { <-s.exporting }()
	default:
		busy := apperr.NewUnavailable(5 * time.Second)
		busy.Detail = "other exports are being written: try again in a while"
		return busy
	}
	ctx, end := context.WithTimeout(ctx, maxExportTime)
	defer end()
	return s.importer.Export(ctx, account, e, to)
}
