package petcarecmd

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"
)

// At start, a pooler whose sessions are all in use may not be noticed.
func TestStatementsThatMissTheirSessionAreUnavailableAndSayWhatToDo(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"42P05": true, "26000": true, "42601": false} {
		var log bytes.Buffer
		got := unavailable(zerolog.New(&log))(&pgconn.PgError{Code: code})
		if said := strings.Contains(log.String(), "default_query_exec_mode=cache_describe"); got != want || said != want {
			t.Errorf("%s: unavailable %v, logged %s", code, got, log.String())
		}
	}
}
