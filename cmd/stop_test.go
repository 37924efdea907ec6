package petcarecmd

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"
)

// stopAt ends a context when something is written that says so.
type stopAt struct {
	text string
	stop context.CancelFunc
	mu   sync.Mutex
	all  bytes.Buffer
}

func (s *stopAt) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.Write(p)
	if bytes.Contains(s.all.Bytes(), []byte(s.text)) {
		s.stop()
	}
	return len(p), nil
}

func TestASignalWhileServeWaitsForTheDatabaseEndsItWithSuccess(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs := &stopAt{text: "waiting for the database", stop: stop}
	status := Run(ctx, []string{"serve", "--database-url", "postgres://a:b@127.0.0.1:1/petcare", "--data-dir", t.TempDir(),
		"--address", "127.0.0.1:0", "--metrics-address", "", "--log-format", "json"}, io.Discard, errs)
	if status != 0 {
		t.Errorf("status %d: %s", status, errs.all.String())
	}
}

func TestAFaultInTheDatabaseURLIsNamedWithTheOthers(t *testing.T) {
	t.Parallel()
	var errs strings.Builder
	status := Run(t.Context(), []string{"serve", "--database-url", "postgres://a:secret@127.0.0.1:1/petcare?sslmode=bogus", "--set", "rate_limit=abc"},
		io.Discard, &errs)
	for _, part := range []string{"PETCARE_DATABASE_URL", "sslmode", "PETCARE_RATE_LIMIT"} {
		if !strings.Contains(errs.String(), part) || status != statusUsage || strings.Contains(errs.String(), "secret") {
			t.Errorf("status %d without %s: %s", status, part, errs.String())
		}
	}
}
