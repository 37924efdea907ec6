package kit

import (
	"context"
	"maps"
	"sync"

	"github.com/jackc/pgx/v5"
)

// statements keeps the statements of the services of this process, each with the arguments of one call.
type statements struct {
	mu   sync.Mutex
	seen map[string][]any
}

var captured = statements{seen: map[string][]any{}}

// Statements returns the statements that services of this process have sent so far, each with the arguments of one call.
func Statements() map[string][]any {
	captured.mu.Lock()
	defer captured.mu.Unlock()
	return maps.Clone(captured.seen)
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.seen[data.SQL]; !known {
		s.seen[data.SQL] = data.Args
	}
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
