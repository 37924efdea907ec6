package logging_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/logging"
)

func TestFormatIsAsAskedElseJSONForWhatIsNoTerminal(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	log := logging.New(file, "info", "")
	log.Info().Msg("hello")
	written, err := os.ReadFile(file.Name())
	if err != nil || !json.Valid(written) {
		t.Errorf("a file gets %s, %v", written, err)
	}
	for format, wantJSON := range map[string]bool{"": true, "json": true, "console": false} {
		var out bytes.Buffer
		log := logging.New(&out, "info", format)
		log.Info().Msg("hello")
		if json.Valid(out.Bytes()) != wantJSON || !strings.Contains(out.String(), "hello") {
			t.Errorf("%q writes %s", format, &out)
		}
		if wantJSON && !strings.Contains(out.String(), `"time":`) {
			t.Errorf("%q says no time: %s", format, &out)
		}
		if !wantJSON && strings.Contains(out.String(), "M") { // 3:04PM: the console shows 24 hours and seconds
			t.Errorf("%q writes %s", format, &out)
		}
	}
}

func TestLevelIsTheLeastThatIsWritten(t *testing.T) {
	t.Parallel()
	for level, want := range map[string]zerolog.Level{"debug": zerolog.DebugLevel, "warn": zerolog.WarnLevel, "error": zerolog.ErrorLevel, "loud": zerolog.InfoLevel} {
		if got := logging.New(&bytes.Buffer{}, level, "json").GetLevel(); got != want {
			t.Errorf("%s is %s", level, got)
		}
	}
}

// query traces a statement that takes no time, and returns what was logged.
func query(t *testing.T, ctx context.Context, slow time.Duration, sql string) (line string) {
	t.Helper()
	var out bytes.Buffer
	q := logging.Queries{Log: zerolog.New(&out), Slow: slow}
	ctx = q.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: sql, Args: []any{"jo@example.com"}})
	q.TraceQueryEnd(ctx, nil, pgx.TraceQueryEndData{CommandTag: pgconn.NewCommandTag("UPDATE 3")})
	return out.String()
}

func TestSlowQueryIsLoggedWithoutItsParameters(t *testing.T) {
	t.Parallel()
	line := query(t, t.Context(), time.Nanosecond, "update customers set email = $1")
	var e struct {
		Level, SQL, Message string
		Rows                int
		Took                *float64 `json:"duration_ms"`
	}
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if e.Level != "warn" || e.SQL != "update customers set email = $1" || e.Message != "slow query" || e.Rows != 3 || e.Took == nil {
		t.Errorf("logged %s", line)
	}
	if strings.Contains(line, "jo@example.com") {
		t.Errorf("a parameter is logged: %s", line)
	}
}

func TestOtherQueriesAreNotLogged(t *testing.T) {
	t.Parallel()
	for what, slow := range map[string]time.Duration{"a fast one": time.Hour, "one when nothing is slow": 0} {
		if line := query(t, t.Context(), slow, "select 1"); line != "" {
			t.Errorf("%s: %s", what, line)
		}
	}
	var out bytes.Buffer
	logging.Queries{Log: zerolog.New(&out), Slow: time.Nanosecond}.TraceQueryEnd(t.Context(), nil, pgx.TraceQueryEndData{})
	if out.Len() != 0 {
		t.Errorf("one that never began: %s", &out)
	}
}

func TestSlowQueryOfARequestGoesToItsLogger(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	ctx := zerolog.New(&out).With().Str("request_id", "r1").Logger().WithContext(t.Context())
	if line := query(t, ctx, time.Nanosecond, "select 1"); line != "" || !strings.Contains(out.String(), `"request_id":"r1"`) {
		t.Errorf("logged %q and %q", line, &out)
	}
}

func TestLongStatementIsCut(t *testing.T) {
	t.Parallel()
	sql := strings.Repeat("ü", 500) // two bytes each: 1000
	for given, want := range map[string]string{sql: sql, "x" + sql: "x" + sql[:998] + "…", sql + "x": sql + "…"} {
		var e struct{ SQL string }
		if err := json.Unmarshal([]byte(query(t, t.Context(), time.Nanosecond, given)), &e); err != nil || e.SQL != want {
			t.Errorf("%d bytes become %d, %v", len(given), len(e.SQL), err)
		}
	}
}
