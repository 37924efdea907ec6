package jsonl

import (
	"context"
	"errors"
	"io"
)

// A chunk ends at the first of these limits, so that memory use is bounded even with long lines.
const (
	chunkLines = 1000
	chunkBytes = 2 << 20
)

// chunk reads lines that are not blank. An error, io.EOF included, is of what comes after them.
func (r *lineReader) chunk() (lines []line, err error) {
	for size := 0; err == nil && len(lines) < chunkLines && size < chunkBytes; {
		var next line
		if next, err = r.next(); next.long || len(next.text) > 0 {
			lines = append(lines, next)
			size += len(next.text)
		}
	}
	return lines, err
}

// each calls fn for every chunk until the file or ctx ends.
func (r *run) each(ctx context.Context, fn func([]line) error) error {
	in, err := newLineReader(r.job.Name, r.job.Input)
	for err == nil && ctx.Err() == nil {
		var lines []line
		lines, err = in.chunk()
		if failed := fn(lines); failed != nil {
			return failed
		}
	}
	if err == nil || errors.Is(err, io.EOF) {
		return ctx.Err()
	}
	return err
}
