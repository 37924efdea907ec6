package logging_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/logging"
)

// stalled is a reader of the log that has stopped to read.
type stalled struct {
	goOn chan struct{}
	mu   sync.Mutex
	text strings.Builder
}

func (s *stalled) Write(p []byte) (int, error) {
	<-s.goOn
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *stalled) read() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func TestNobodyWaitsForAReaderOfTheLogThatHasStalled(t *testing.T) {
	t.Parallel()
	w := stalled{goOn: make(chan struct{})}
	to, flush := logging.Background(&w)
	log := logging.New(to, "info", "json")
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
	if err := flush(); err == nil {
		t.Error("the lines are said to be written")
	}
	close(w.goOn)
	for began := time.Now(); !strings.Contains(w.read(), fmt.Sprintf(`"n":%d,`, lines-1)); time.Sleep(time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("the last line never came")
		}
	}
	lost := 0
	for line := range strings.Lines(w.read()) {
		var n int
		if _, err := fmt.Sscanf(line, `{"level":"warn","message":"%d lines of the log are lost`, &n); err == nil {
			lost += n
		}
	}
	if held := strings.Count(w.read(), "more than is held"); held == 0 || held+lost != lines {
		t.Errorf("%d lines are held and %d told to be lost, of %d", held, lost, lines)
	}
}

func TestTheLastLinesAreWrittenBeforeTheEnd(t *testing.T) {
	t.Parallel()
	w := stalled{goOn: make(chan struct{})}
	close(w.goOn)
	to, flush := logging.Background(&w)
	log := logging.New(to, "info", "json")
	for range 100 {
		log.Info().Msg("late")
	}
	if err := flush(); err != nil || strings.Count(w.read(), "late") != 100 {
		t.Errorf("%v, %s", err, w.read())
	}
}
