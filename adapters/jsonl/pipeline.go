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

// checkers is how many chunks are validated concurrently, in addition to the one that the database is storing.
const checkers = 2

// chunk is a sequence of lines.
type chunk struct {
	text  []byte
	lines []span
	err   error // why reading ended after these lines; io.EOF at the end of the file

	checked chan struct{} // closed when the following fields are set
	records []record
	faults  []Fault
}

// span is the position of a line in the text of its chunk.
type span struct {
	number   int
	from, to int
	long     bool
}

// record is a line with a valid type and external id.
type record struct {
	line       int
	kind       int
	externalID string
	made       time.Time // zero if the line has no creation time
	body       []byte    // nil if the line is faulty
}

// chunks reads the file and validates its lines in the background. It returns the chunks in the order of the file.
func (r *run) chunks(ctx context.Context) <-chan *chunk {
	ordered := make(chan *chunk, checkers)
	work := make(chan *chunk)
	for range checkers {
		go func() {
			for part := range work {
				r.checkAll(part)
				close(part.checked)
			}
		}()
	}
	go func() {
		defer close(ordered)
		defer close(work)
		lines, err := newLineReader(r.job.Name, r.meter.counted(r.job.Input))
		for err == nil {
			part := readChunk(lines)
			err = part.err
			if !hand(ctx, ordered, part) || !hand(ctx, work, part) {
				return
			}
		}
		if !errors.Is(err, io.EOF) {
			broken := &chunk{err: err, checked: make(chan struct{})}
			close(broken.checked)
			hand(ctx, ordered, broken)
		}
	}()
	return ordered
}

func hand(ctx context.Context, to chan<- *chunk, part *chunk) bool {
	select {
	case to <- part:
		return true
	case <-ctx.Done():
		return false
	}
}

func readChunk(lines *lineReader) *chunk {
	part := &chunk{checked: make(chan struct{}), text: make([]byte, 0, 64<<10)}
	for len(part.lines) < chunkLines && len(part.text) < chunkBytes {
		from := len(part.text)
		text, long, err := lines.next(part.text)
		part.text = text
		if err != nil {
			part.err = err
			return part
		}
		part.lines = append(part.lines, span{lines.number, from, len(text), long})
	}
	return part
}

// each calls fn for every chunk until the file or ctx ends. It keeps the transaction alive, because a slow pipe is not a dead process.
func (r *run) each(ctx context.Context, fn func(*chunk) error) error {
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
		case part, more := <-chunks:
			if !more {
				return ctx.Err()
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-part.checked:
			}
			if err := fn(part); err != nil {
				return err
			}
			if part.err != nil && !errors.Is(part.err, io.EOF) {
				return part.err
			}
		}
	}
}
