package staging

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Export implements imports.Importer.
func (i *Importer) Export(ctx context.Context, account uuid.UUID, e imports.Export, to io.Writer) error {
	importer, err := i.importer()
	if err != nil {
		return err
	}
	known := importer.Exports()
	for _, name := range e.Types {
		if !slices.Contains(known, name) {
			return apperr.NewInvalidIn("query", "type", "enum", "is one of "+strings.Join(known, ", ")+text.DidYouMean(name, known))
		}
	}
	of, err := i.accounts.Get(ctx, account)
	if err != nil {
		return err
	}
	return importer.Export(ctx, jsonl.ExportJob{Account: account, Types: e.Types, CSV: e.Format == imports.CSV, To: to, Header: of,
		Cursor: func(ctx context.Context) (string, error) {
			page, err := i.feed.Page(ctx, events.FeedQuery{Account: account, After: events.Now, Limit: 1})
			return page.Next, err
		}})
}
