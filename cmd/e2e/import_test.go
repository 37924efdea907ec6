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

func TestImportPrintsEveryFaultOnALineOfItsOwnAndEndsWithOne(t *testing.T) {
	t.Parallel()
	tenant := kit.NewTenant(t)
	name := tenant.File(`{"type": "customer", "external_id": "C-1", "first_name": "Jo", "colour": "red"}
{"type": "pet", "external_id": "P-1", "customer": "C-9", "name": "Rex", "species": "dog"}

{"type": "tax", "external_id": "T-1", "name": "VAT", "rate": "twenty"}
{"type": "tax", "external_id": "T-2", "name": "VAT", "rate": "20"}
`)
	status, out, errs := tenant.Import(name)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	if status != 1 || out != "" || len(lines) != 3 {
		t.Fatalf("it ended with %d, %s%s", status, out, errs)
	}
	for i, prefix := range []string{":1: colour: is not a key of this resource", `:2: customer: there is no customer "C-9"`, ":4: rate: "} {
		if !strings.HasPrefix(lines[i], name+prefix) {
			t.Errorf("got %s, want %s", lines[i], name+prefix)
		}
	}
	if list := tenant.Events(0); len(list) > 0 {
		t.Errorf("there are %d events", len(list))
	}
}

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
