package logging_test

import (
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
		if time.Since(began) > 5*time.Second {
			t.Fatal("the last line never came")
		}
	}
}
