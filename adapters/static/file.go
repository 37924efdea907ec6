// Package static serves files that are part of the program: by ETag, kept by browsers, and gzipped once and for all.
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

// File is one file. It is safe for use by many goroutines.
type File struct {
	contentType string
	tag         string
	plain       []byte
	gzipped     []byte // nil: goes out as it is
}

// New is a file that goes out as it is.
func New(contentType string, body []byte) *File {
	sum := sha256.Sum256(body)
	return &File{contentType: contentType, tag: hex.EncodeToString(sum[:8]), plain: body}
}

// Compress is a file that goes out gzipped to who takes gzip.
func Compress(contentType string, body []byte) (*File, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	f := New(contentType, body)
	f.gzipped = packed.Bytes()
	return f, nil
}

// Gzipped is a file that comes gzipped; it is unpacked once for who does not take gzip.
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

// Tag names the content; an URL that holds it may be kept for good.
func (f *File) Tag() string { return f.tag }

// Size is how many bytes go over the wire to who takes gzip.
func (f *File) Size() int {
	if f.gzipped != nil {
		return len(f.gzipped)
	}
	return len(f.plain)
}

// TypeOf knows the few kinds there are; the mime package would ask files of the machine.
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
