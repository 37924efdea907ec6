//go:build chaos

package chaos

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// Records are on a worker of Citus, events on the coordinator. The coordinator waits for a moment before its commit is on disk, and is killed
// in that moment, when the worker has done its part. TEST_CITUS_URL needs a superuser, and coordinators with fsync.
func TestChaosCoordinatorOfCitusIsKilledBetweenTwoCommits(t *testing.T) {
	t.Parallel()
	url := os.Getenv("TEST_CITUS_URL")
	if url == "" {
		t.Skip("left out: TEST_CITUS_URL does not name the coordinator of a Citus cluster")
	}
	kit.Run(t, url, "distribute")
	exec := func(sql string, args ...any) {
		t.Helper()
		db := coordinator(t, url)
		defer db.Close(context.Background())
		if _, err := db.Exec(context.Background(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec("alter system set commit_delay = 100000")
	exec("alter system set commit_siblings = 0")
	exec("select pg_reload_conf()")
	t.Cleanup(func() {
		exec("alter system reset commit_delay")
		exec("alter system reset commit_siblings")
		exec("select pg_reload_conf()")
	})
	account, key := kit.AddAccount(t, url, "--code", fmt.Sprint("c", time.Now().UnixNano())), kit.AddKey(t, url)
	p := kit.StartInstance(t, url)
	post := func(name string) chan int {
		status := make(chan int, 1)
		go func() {
			status <- kit.At(t, p.URL).Send(key, "POST", "/v1/accounts/"+account+"/customers", map[string]any{"first_name": name}).Status
		}()
		return status
	}
	for round := range 3 {
		kit.Eventually(t, "the service is well", soon, func() bool { return <-post("Before") == 201 })
		db := coordinator(t, url)
		answered := post("Between")
		var pid int
		kit.Eventually(t, "a commit", soon, func() bool {
			err := db.QueryRow(t.Context(), `select pid from pg_stat_activity where application_name = 'petcare' and state = 'active'
				and lower(query) = 'commit' and clock_timestamp() - query_start between interval '40 ms' and interval '80 ms'`).Scan(&pid)
			return err == nil
		})
		_, err := db.Exec(t.Context(), fmt.Sprintf("copy (select 1) to program 'kill -9 %d'", pid))
		t.Logf("round %d: killed %d (%v), the request got %d", round, pid, err, <-answered)
		kit.Eventually(t, "the coordinator is back", time.Minute, func() bool {
			again, err := pgx.Connect(t.Context(), url)
			if err != nil {
				return false
			}
			defer again.Close(context.Background())
			_, err = again.Exec(t.Context(), "select recover_prepared_transactions()")
			return err == nil
		})
		back := coordinator(t, url)
		count := func(of string) int {
			rows, _ := back.Query(t.Context(), "select count(*) from "+of, account)
			return testkit.Must[int](t)(pgx.CollectExactlyOneRow(rows, pgx.RowTo[int]))
		}
		records := count("customerspets.customers where account_id = $1")
		events := count("outbox.events where account_id = $1 and type = 'customer.created'")
		if t.Logf("%d records, %d events", records, events); records != events {
			t.Errorf("%d records, %d events", records, events)
		}
		back.Close(context.Background())
	}
}

func coordinator(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	return testkit.Must[*pgx.Conn](t)(pgx.Connect(context.Background(), url))
}
