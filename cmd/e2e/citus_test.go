package e2e

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// onCitus leaves a test out without TEST_CITUS_URL, which is the coordinator of a Citus cluster. With it, all tests of this package run there.
func onCitus(t *testing.T) {
	t.Helper()
	if os.Getenv("TEST_CITUS_URL") == "" {
		t.Skip("left out: TEST_CITUS_URL does not name the coordinator of a Citus cluster")
	}
}

func TestARaceOnCitusLosesNoEvents(t *testing.T) {
	t.Parallel()
	onCitus(t)
	tenant := kit.NewTenant(t)
	const posts = 300
	turns := make(chan bool, 24)
	var all sync.WaitGroup
	for i := range posts {
		all.Go(func() {
			turns <- true
			defer func() { <-turns }()
			tenant.Do("POST", "customers", map[string]any{"first_name": "Jo", "last_name": fmt.Sprint("No. ", i)}).Object(201)
		})
	}
	all.Wait()
	records := number(t, tenant.DB, "select count(*) from customerspets.customers where account_id = ?", tenant.Account.ID)
	if n := len(tenant.Events(0)); n != posts || records != posts {
		t.Errorf("%d records and %d events of %d requests", records, n, posts)
	}
}

func TestAChangeOnCitusIsCommittedInTwoPhases(t *testing.T) {
	t.Parallel()
	onCitus(t)
	url := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), os.Getenv("TEST_CITUS_URL")))
	defer url.Close(context.Background())
	tenant := kit.NewTenant(t)
	// Citus notes each prepared transaction, by the process that commits it, and removes the note some time later.
	for tries := 0; ; tries++ {
		var before, after int
		count := func(into *int) {
			if err := url.QueryRow(t.Context(), "select count(*) from pg_dist_transaction").Scan(into); err != nil {
				t.Fatal(err)
			}
		}
		count(&before)
		tenant.NewCustomer(nil)
		if count(&after); after > before {
			return
		}
		if tries == 2 {
			t.Fatal("no transaction was prepared")
		}
	}
}

func TestPetcareServesNoHalfDistributedDatabase(t *testing.T) {
	t.Parallel()
	onCitus(t)
	url := os.Getenv("TEST_CITUS_URL")
	kit.DatabaseURL(t) // distributed
	db := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), url))
	defer db.Close(context.Background())
	if out := kit.Run(t, url, "distribute"); !strings.HasPrefix(out, "0 tables distributed\n") {
		t.Errorf("a second time: %s", out)
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("create schema later; create table later.visits (account_id uuid not null, id uuid not null, constraint visits_pk primary key (id))")
	defer exec("drop schema later cascade")
	if out, status := kit.Command(t, url, "distribute"); status == 0 || !strings.Contains(out, "later.visits cannot be distributed") {
		t.Errorf("%d %s", status, out)
	}
	if out, status := kit.Command(t, url, "serve"); status == 0 || !strings.Contains(out, "later.visits") {
		t.Errorf("%d %s", status, out)
	}
	exec("alter table later.visits drop constraint visits_pk, add constraint visits_pk primary key (account_id, id)")
	if out := kit.Run(t, url, "migrate"); !strings.Contains(out, "0 migrations") {
		t.Error(out)
	}
	if out := kit.Run(t, url, "distribute", "--json"); !strings.Contains(strings.Join(strings.Fields(out), ""),
		`{"table":"later.visits","local":false,"distributed":true}`) {
		t.Error(out)
	}
}

var tasks = regexp.MustCompile(`Task Count: (\d+)`)

func explain(ctx context.Context, db *pgx.Conn, sql string, args ...any) (lines []string, err error) {
	rows, err := db.Query(ctx, "explain (costs off) "+sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

var numbered = regexp.MustCompile(`\$(\d+)`)

// withValues writes the values into a statement. It returns one that it cannot prepare as it is.
func withValues(ctx context.Context, db *pgx.Conn, sql string, args []any) string {
	described, err := db.Prepare(ctx, "", sql)
	if err != nil {
		return sql
	}
	return numbered.ReplaceAllStringFunc(sql, func(name string) string {
		n, _ := strconv.Atoi(name[1:])
		oid := described.ParamOIDs[n-1]
		known, _ := db.TypeMap().TypeForOID(oid)
		text, err := db.TypeMap().Encode(oid, pgx.TextFormatCode, args[n-1], nil)
		if err != nil || text == nil {
			return "null"
		}
		return "cast('" + strings.ReplaceAll(string(text), "'", "''") + "' as " + known.Name + ")"
	})
}

// explained says how the statements of the tests run on Citus, and which of them ask several machines.
func explained(sent map[string][]any) (summary string, faults []string) {
	ctx := context.Background()
	db, err := pgx.Connect(ctx, os.Getenv("TEST_CITUS_URL"))
	if err != nil {
		return "", []string{err.Error()}
	}
	defer db.Close(ctx)
	one, skipped := 0, 0
	for sql, args := range sent {
		lines, err := explain(ctx, db, sql, args...)
		if err != nil { // Citus plans some statements only with their values, which a prepared explain does not have
			lines, err = explain(ctx, db, withValues(ctx, db, sql, args))
		}
		counts := tasks.FindAllStringSubmatch(strings.Join(lines, "\n"), -1)
		plan := strings.Join(lines, " ")
		inSteps := strings.Contains(plan, "Distributed Subplan") && strings.Contains(plan, "INSERT/SELECT method")
		several := slices.ContainsFunc(counts, func(n []string) bool { return n[1] != "1" && n[1] != "0" })
		switch {
		case err != nil && regexp.MustCompile(`42P01|42601|34000`).MatchString(err.Error()):
			skipped++ // a temporary table of an import, or no statement that has a plan
		case err != nil:
			faults = append(faults, fmt.Sprintf("%v: %s", err, sql))
		case inSteps: // the results of the steps go to all machines: with one stopped, the statement fails for the accounts of the others
			faults = append(faults, "inserts in steps: "+sql+"\n"+strings.Join(lines, "\n"))
		case several:
			faults = append(faults, "asks several machines: "+sql+"\n"+strings.Join(lines, "\n"))
		default:
			one++
		}
	}
	return fmt.Sprintf("citus: %d statements on one machine, %d without a plan, %d faults", one, skipped, len(faults)), faults
}
