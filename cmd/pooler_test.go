package petcarecmd

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
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

// A password that was changed in the database first is no fault of the program: clients are told to try again.
func TestADatabaseThatLetsNobodyInIsUnavailable(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	at := testkit.Must[*url.URL](t)(url.Parse(k.URL))
	at.Path = "/no_such_database"
	if err := k.Open(postgres.Options{URL: at.String()}).Ping(t.Context()); !unavailable(zerolog.Nop())(err) {
		t.Error(err)
	}
}
