// Package static serves embedded files with ETags and gzip compression.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
)

// File is a file. It is safe for concurrent use.
type File struct {
	contentType string
	tag         string
	plain       []byte
	gzipped     []byte // nil: never compressed
}

// New returns a file that is served uncompressed.
func New(contentType string, body []byte) *File {
	sum := sha256.Sum256(body)
	return &File{contentType: contentType, tag: hex.EncodeToString(sum[:8]), plain: body}
}

// Gzipped returns a file from its compressed content. It is decompressed once for clients that do not accept gzip.
func Gzipped(contentType string, packed []byte) (*File, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack a file: %w", err)
	}
	f := New(contentType, packed)
	f.gzipped = packed
	if f.plain, err = io.ReadAll(reader); err != nil {
		return nil, fmt.Errorf("unpack a file: %w", err)
	}
	return f, nil
}

// Tag identifies the content. A URL that contains it can be cached for ever.
func (f *File) Tag() string { return f.tag }

// Size returns the size of the response for clients that accept gzip.
func (f *File) Size() int {
	if f.gzipped != nil {
		return len(f.gzipped)
	}
	return len(f.plain)
}

// TypeOf returns the media type of the few kinds of files. Package mime would read files of the machine.
func TypeOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	default:
		return "text/plain; charset=utf-8"
	}
}
