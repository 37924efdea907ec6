package logging

import (
	"io"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Buffer writes lines on in packets: a system call a line is a tenth of a read's processor time. Warnings and errors go at
// once, with all that came before them; other lines after at most a tenth of a second.
type Buffer struct {
	to      io.Writer
	mu      sync.Mutex
	lines   []byte
	pending bool // a flush is due
}

const (
	flushAfter = 100 * time.Millisecond
	flushAt    = 32 << 10
)

// NewBuffer makes a Buffer before w. Flush it before the process ends.
func NewBuffer(w io.Writer) *Buffer { return &Buffer{to: w} }

// Write implements io.Writer.
func (b *Buffer) Write(line []byte) (int, error) { return b.WriteLevel(zerolog.InfoLevel, line) }

// WriteLevel implements zerolog.LevelWriter.
func (b *Buffer) WriteLevel(level zerolog.Level, line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line...)
	switch {
	case level >= zerolog.WarnLevel || len(b.lines) >= flushAt:
		return len(line), b.flush()
	case !b.pending:
		b.pending = true
		time.AfterFunc(flushAfter, func() { _ = b.Flush() }) // nobody to tell when the log cannot be written
	}
	return len(line), nil
}

// Flush writes what waits.
func (b *Buffer) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending = false
	return b.flush()
}

func (b *Buffer) flush() error {
	if len(b.lines) == 0 {
		return nil
	}
	_, err := b.to.Write(b.lines)
	b.lines = b.lines[:0]
	return err
}
