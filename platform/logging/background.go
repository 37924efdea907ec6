package logging

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog/diode"
)

const (
	// maxLines is how many lines wait for a reader of the log.
	maxLines = 4000
	// pollEvery is how long a line waits for the next look at whether there are any.
	pollEvery = 20 * time.Millisecond
	// endAfter is how long the end of the process waits for the last lines.
	endAfter = time.Second
)

// Background returns a writer that leaves writing to a goroutine, so that nobody waits for a reader of the log that has stalled. Lines that
// the reader is too slow for are lost, and a line tells how many. Call flush once, at the end of the process; it fails if that takes more
// than a second.
func Background(w io.Writer) (to io.Writer, flush func() error) {
	lines := diode.NewWriter(onlyWriter{w}, maxLines, pollEvery, func(lost int) {
		fmt.Fprintf(w, `{"level":"warn","message":"%d lines of the log are lost: it is read too slowly"}`+"\n", lost)
	})
	return lines, func() error {
		written := make(chan error, 1)
		go func() { written <- lines.Close() }()
		select {
		case err := <-written:
			return err
		case <-time.After(endAfter):
			return errors.New("write the log: it is read too slowly")
		}
	}
}

// onlyWriter keeps the diode from closing what it writes to.
type onlyWriter struct{ io.Writer }
