package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type createInput struct {
	httpapi.AccountPath
	As      []string       `query:"as,explode" maxItems:"10" maxLength:"200" doc:"What a row of a table is, also separated by commas"`
	Name    string         `query:"name" maxLength:"200" doc:"Name of the file" example:"owners.csv"`
	KeepIDs bool           `query:"keep_ids" doc:"New records keep what an export says: id, version and times (false)"`
	Format  imports.Format `query:"format" enum:"csv,jsonl" doc:"Of application/gzip; otherwise the media type says it"`
}

func (h handler) create(ctx context.Context, in *createInput) (*httpapi.Output[imports.Import], error) {
	sent := httpapi.ReceivedOf[received](ctx)
	c := imports.ImportCreate{Name: cmp.Or(strings.TrimSpace(in.Name), "import"), Format: in.Format, KeepIDs: in.KeepIDs}
	if c.KeepIDs {
		if err := httpapi.MustHold(ctx, "import:keep_ids"); err != nil {
			return nil, err
		}
	}
	switch sent.media {
	case rows:
		c.Format = imports.CSV
	case lines:
		c.Format = imports.Lines
	}
	if c.Format == "" {
		return nil, apperr.NewInvalidIn("query", "format", "required", "is required with application/gzip: csv or jsonl")
	}
	for _, as := range in.As {
		for name := range strings.SplitSeq(as, ",") {
			if name = strings.TrimSpace(name); name != "" {
				c.As = append(c.As, name)
			}
		}
	}
	i, err := h.imports.Create(ctx, in.AccountID, sent.file, c)
	return httpapi.Created(ctx, i, i.ID), err
}

type listInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h handler) list(ctx context.Context, in *listInput, page paging.Request) (paging.Page[imports.Import], error) {
	return h.imports.List(ctx, in.AccountID, page)
}

// Path is exported because Huma ignores unexported embedded structs.
type Path struct {
	httpapi.AccountPath
	ImportID uuid.UUID `path:"importId" format:"uuid" doc:"The import"`
}

func (h handler) get(ctx context.Context, in *Path) (*httpapi.Output[imports.Import], error) {
	i, err := h.imports.Get(ctx, in.AccountID, in.ImportID)
	return httpapi.Plain(i), err
}

func (h handler) update(ctx context.Context, in *struct {
	Path
	Body imports.ImportPatch
}) (*httpapi.Output[imports.Import], error) {
	i, err := h.imports.Update(ctx, in.AccountID, in.ImportID, in.Body)
	return httpapi.Plain(i), err
}

func (h handler) check(ctx context.Context, in *Path) (*httpapi.Output[imports.Import], error) {
	i, err := h.imports.Check(ctx, in.AccountID, in.ImportID)
	return httpapi.Accepted(i), err
}

func (h handler) apply(ctx context.Context, in *Path) (*httpapi.Output[imports.Import], error) {
	i, err := h.imports.Apply(ctx, in.AccountID, in.ImportID)
	return httpapi.Accepted(i), err
}

func (h handler) remove(ctx context.Context, in *Path) error {
	return h.imports.Delete(ctx, in.AccountID, in.ImportID)
}

type faultsInput struct {
	Path
	httpapi.Paging
}

func (h handler) faults(ctx context.Context, in *faultsInput, page paging.Request) (paging.Page[imports.Fault], error) {
	if !httpapi.Prefers(ctx, rows) {
		return h.imports.ListFaults(ctx, in.AccountID, in.ImportID, page)
	}
	file, err := os.CreateTemp("", "petcare-faults-")
	if err != nil {
		return paging.Page[imports.Fault]{}, fmt.Errorf("write the faulty rows: %w", err)
	}
	defer file.Close()
	if err := errors.Join(os.Remove(file.Name()), h.imports.WriteFaultyRows(ctx, in.AccountID, in.ImportID, file)); err != nil {
		return paging.Page[imports.Fault]{}, err
	}
	open := func(context.Context) (io.ReadSeekCloser, error) { return file, nil }
	return paging.Page[imports.Fault]{}, httpapi.Answer(ctx, httpapi.File{Name: "faults.csv", ContentType: rows + "; charset=utf-8",
		Tag: in.ImportID.String() + "-" + time.Now().Format(time.RFC3339Nano), Open: open})
}

// received is a file that waits for its import.
type received struct {
	file  uuid.UUID
	media string
}

func (h handler) receive(ctx context.Context, account uuid.UUID, u httpapi.Upload) (any, func(), error) {
	media, _, err := mime.ParseMediaType(u.ContentType)
	if err != nil {
		return nil, nil, err
	}
	if _, err := u.Source.Seek(0, io.SeekStart); err != nil {
		return nil, nil, err
	}
	file, err := h.imports.Receive(ctx, account, u.Source)
	return received{file, media}, nil, err
}
