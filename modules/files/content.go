package files

import (
	"context"
	"io"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Size says which bytes of a picture are wanted.
type Size string

// The sizes: as it is kept, or with at most that many pixels on its longer side.
const (
	Original Size = "original"
	Side1024 Size = "1024"
	Side256  Size = "256"
)

// Download describes bytes of a file. They never change.
type Download struct {
	Name        string
	ContentType string
	Tag         string
	Account     uuid.UUID
	Part        uuid.UUID
	CreatedAt   time.Time
}

// Content returns which bytes a client gets, under the same conditions as Get. Only pictures have other sizes than the original:
// apperr.Invalid.
func (s *Service) Content(ctx context.Context, account, id uuid.UUID, size Size) (Download, error) {
	f, err := s.Get(ctx, account, id)
	if err != nil {
		return Download{}, err
	}
	b, err := s.store.Blob(ctx, account, f.SHA256)
	if err != nil {
		return Download{}, err
	}
	d := Download{f.Name, f.ContentType, f.SHA256, account, b.Original, f.CreatedAt}
	if size == Original || size == "" {
		return d, nil
	}
	part := map[Size]*uuid.UUID{Side1024: b.Preview1024, Side256: b.Preview256}[size]
	if part == nil {
		return Download{}, apperr.NewInvalidIn("query", "size", "not_allowed", "is for pictures: this file has only the size original")
	}
	ext := path.Ext(f.Name)
	d.Part, d.Tag, d.Name = *part, f.SHA256+"-"+string(size), strings.TrimSuffix(f.Name, ext)+"-"+string(size)+ext
	return d, nil
}

// Open returns the bytes for as long as ctx lasts.
func (s *Service) Open(ctx context.Context, d Download) (io.ReadSeekCloser, error) {
	return s.bytes.Open(ctx, d.Account, d.Part)
}
