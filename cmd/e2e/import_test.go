package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
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
	db := openDatabase(t, url)
	for _, table := range []string{"catalog.taxes", "outbox.events"} {
		rows := number(t, db, "select reltuples::bigint from pg_class where oid = ?::text::regclass", table)
		if rows < 750 { // half of them: by then they have doubled
			t.Errorf("%s is taken for %d rows", table, rows)
		}
	}
}
