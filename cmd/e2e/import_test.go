package e2e

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// Without statistics, the planner assumes that the account has few rows, and reads all of them to find one.
func TestLargeImportLeavesStatisticsOfItsTables(t *testing.T) {
	t.Parallel()
	if os.Getenv("TEST_CITUS_URL") != "" {
		t.Skip("left out: on Citus the statistics of the workers are autovacuum's")
	}
	url := kit.FreshURL(t) // the imports of other tests hold the locks of statistics
	kit.AddAccount(t, url)
	var lines strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&lines, `{"type":"tax","external_id":"T-%d","name":"VAT","rate":"20"}`+"\n", i)
	}
	importInto(t, url, lines.String())
	conn := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), url))
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, table := range []string{"catalog.taxes", "outbox.events"} {
		var rows float64
		err := conn.QueryRow(t.Context(), `select reltuples from pg_class where oid = $1::text::regclass`, table).Scan(&rows)
		if err != nil || rows < 750 { // half of them: by then they have doubled
			t.Errorf("%s is taken for %.0f rows (%v)", table, rows, err)
		}
	}
}
