package logging_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/logging"
)

// safe is a writer for concurrent use.
type safe struct {
	mu    sync.Mutex
	text  strings.Builder
	calls int
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	return s.text.Write(p)
}

func (s *safe) read() (string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String(), s.calls
}

func TestLinesAreWrittenInPacketsAndWarningsAtOnce(t *testing.T) {
	t.Parallel()
	var w safe
	b := logging.NewBuffer(&w)
	log := logging.New(b, "info", "json")
	for range 3 {
		log.Info().Msg("quiet")
	}
	log.Warn().Msg("loud")
	if text, calls := w.read(); calls != 1 || strings.Count(text, "quiet") != 3 || !strings.Contains(text, "loud") {
		t.Errorf("%d writes: %s", calls, text)
	}
	log.Info().Msg("late")
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		if text, _ := w.read(); strings.Contains(text, "late") {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("the last line never came")
		}
	}
}

// stalled is a reader of the log that has stopped to read.
type stalled struct {
	safe
	goOn chan struct{}
}

func (s *stalled) Write(p []byte) (int, error) {
	<-s.goOn
	return s.safe.Write(p)
}

func TestNobodyWaitsForAReaderOfTheLogThatHasStalled(t *testing.T) {
	t.Parallel()
	w := stalled{goOn: make(chan struct{})}
	b := logging.NewBuffer(&w)
	log := logging.New(b, "info", "json")
	log.Warn().Msg("first")
	const lines = 40_000
	written := make(chan struct{})
	go func() {
		defer close(written)
		for n := range lines {
			log.Info().Int("n", n).Msg("more than is held")
		}
	}()
	select {
	case <-written:
	case <-time.After(2 * time.Minute):
		t.Fatal("it waits")
	}
	if err := b.Flush(); err == nil {
		t.Error("the lines are said to be written")
	}
	close(w.goOn)
	err := b.Flush()
	for end := time.Now().Add(time.Minute); err != nil && time.Now().Before(end); { // it waits for a second
		err = b.Flush()
	}
	if err != nil {
		t.Error(err)
	}
	text, _ := w.read()
	held := strings.Count(text, "more than is held")
	if want := fmt.Sprintf("%d lines of the log are lost", lines-held); held == 0 || !strings.Contains(text, "first") || !strings.Contains(text, want) {
		t.Errorf("%d lines are held, not told: %s", held, want)
	}
}
