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
	"sync"
)

// File is a file. It is safe for concurrent use. The content that it is not made from is made when a client first asks for it, because a
// program that starts has more urgent work.
type File struct {
	contentType string
	tag         string
	plain       func() []byte
	gzipped     func() []byte // nil: never compressed
}

// New returns a file that is served uncompressed.
func New(contentType string, body []byte) *File {
	sum := sha256.Sum256(body)
	return &File{contentType: contentType, tag: hex.EncodeToString(sum[:8]), plain: func() []byte { return body }}
}

// Compressed returns a file that is compressed for clients that accept gzip.
func Compressed(contentType string, body []byte) *File {
	f := New(contentType, body)
	f.gzipped = sync.OnceValue(func() []byte { return pack(body) })
	return f
}

func pack(body []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // there is such a level, and
	_, _ = w.Write(body)                                       // memory does not fail
	_ = w.Close()
	return packed.Bytes()
}

// Gzipped returns a file from its compressed content. It is decompressed for clients that do not accept gzip, which panics if it cannot be.
func Gzipped(contentType string, packed []byte) *File {
	f := New(contentType, packed)
	f.gzipped, f.plain = f.plain, sync.OnceValue(func() []byte { return unpack(packed) })
	return f
}

func unpack(packed []byte) []byte {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(fmt.Errorf("unpack a file: %w", err))
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		panic(fmt.Errorf("unpack a file: %w", err))
	}
	return body
}

// Tag identifies the content. A URL that contains it can be cached for ever.
func (f *File) Tag() string { return f.tag }

// Size returns the size of the response for clients that accept gzip.
func (f *File) Size() int {
	if f.gzipped != nil {
		return len(f.gzipped())
	}
	return len(f.plain())
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
