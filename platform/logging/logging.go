// Package logging creates the logger and logs slow SQL statements.
package logging

import (
	"cmp"
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/kernel/panics"
)

// FormatFor returns format, or if that is "", console for a terminal and json for anything else.
func FormatFor(w io.Writer, format string) string {
	if f, ok := w.(*os.File); ok && format == "" && isatty.IsTerminal(f.Fd()) {
		return "console"
	}
	return cmp.Or(format, "json")
}

// New returns a logger that writes to w. level is a zerolog level, info if it is unknown; format is json or console, or "" for the
// choice of FormatFor.
func New(w io.Writer, level, format string) zerolog.Logger {
	l, err := zerolog.ParseLevel(level)
	if err != nil {
		l = zerolog.InfoLevel
	}
	if FormatFor(w, format) == "console" {
		w = zerolog.ConsoleWriter{Out: w, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(w).Level(l).With().Timestamp().Logger()
}

// Failure returns a line about work in the background that failed: a warning, or an error with the stack if it ended with a panic.
func Failure(log zerolog.Logger, err error) *zerolog.Event {
	if stack := panics.Stack(err); stack != nil {
		return log.Error().Err(err).Bytes("stack", stack)
	}
	return log.Warn().Err(err)
}

// Queries logs the statements that take at least Slow, unless Slow is 0. It leaves out their parameters, which may be personal data.
type Queries struct {
	Log  zerolog.Logger
	Slow time.Duration
}

type queryKey struct{}

type query struct {
	sql   string
	began time.Time
}

// TraceQueryStart implements pgx.QueryTracer.
func (q Queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, queryKey{}, query{data.SQL, time.Now()})
}

// TraceQueryEnd implements pgx.QueryTracer.
func (q Queries) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	started, ok := ctx.Value(queryKey{}).(query)
	if !ok {
		return
	}
	took := time.Since(started.began)
	if q.Slow <= 0 || took < q.Slow {
		return
	}
	log := zerolog.Ctx(ctx)
	if log.GetLevel() == zerolog.Disabled {
		log = &q.Log
	}
	log.Warn().Str("sql", truncate(started.sql)).Dur("duration_ms", took).Int64("rows", data.CommandTag.RowsAffected()).Msg("slow query")
}

// maxSQL is enough to recognize a statement. Statements that write hundreds of rows are much longer.
const maxSQL = 1000

func truncate(sql string) string {
	if len(sql) <= maxSQL {
		return sql
	}
	return strings.ToValidUTF8(sql[:maxSQL], "") + "…"
}
