package imports

import (
	"context"
	"io"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/imports"
)

type exportInput struct {
	httpapi.AccountPath
	Types []string `query:"type,explode" maxItems:"50" maxLength:"50" doc:"Only records of this type" example:"customer"`
}

func (h handler) export(ctx context.Context, in *exportInput) (httpapi.Written, error) {
	e := imports.Export{Types: in.Types, Format: imports.Lines}
	w := httpapi.Written{Name: "export-" + time.Now().UTC().Format(time.DateOnly) + ".jsonl", ContentType: lines}
	if httpapi.Prefers(ctx, rows) {
		e.Format, w.Name, w.ContentType = imports.CSV, "export.csv", rows+"; charset=utf-8"
	}
	w.Write = func(ctx context.Context, to io.Writer) error { return h.imports.Export(ctx, in.AccountID, e, to) }
	return w, nil
}
