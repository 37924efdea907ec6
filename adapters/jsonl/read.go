package jsonl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// A chunk ends at the first of these limits, so that memory use is bounded even with long lines.
const (
	chunkLines = 1000
	chunkBytes = 2 << 20
)

// chunk is a sequence of lines that are not blank.
type chunk struct {
	lines []line
	err   error // why reading ended after these lines; nil at the end of the file
}

// chunks reads the file in a goroutine, which may wait for a pipe for ever.
func (r *run) chunks(ctx context.Context) <-chan chunk {
	chunks := make(chan chunk)
	go func() {
		defer close(chunks)
		in, err := newLineReader(r.job.Name, r.job.Input)
		for more := true; more; {
			var next chunk
			if err == nil {
				next.lines, err = in.chunk()
			}
			more = err == nil
			if !errors.Is(err, io.EOF) {
				next.err = err
			}
			select {
			case chunks <- next:
			case <-ctx.Done():
				return
			}
		}
	}()
	return chunks
}

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

// each calls fn for every chunk until the file or ctx ends. It keeps the transaction alive, because a slow pipe is not a dead process.
func (r *run) each(ctx context.Context, fn func([]line) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	chunks := r.chunks(ctx)
	tick := time.NewTicker(r.alive)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			if err := r.db.KeepAlive(ctx); err != nil {
				return fmt.Errorf("wait for lines: %w", err)
			}
		case next, more := <-chunks:
			if !more {
				return ctx.Err()
			}
			if err := fn(next.lines); err != nil {
				return err
			}
			if next.err != nil {
				return next.err
			}
		}
	}
}
