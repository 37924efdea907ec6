package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// withoutAccount are the statements that do not name the account of each table, by pattern, with the reason.
var withoutAccount = map[string]string{
	` WHERE id = any\(\$1\) and account_id <> \$2$`: "asks whether another account has the ids that an import keeps",
	` as table, xmin::text as xmin from `:           "the kit looks for the row of an event",
	`^analyze `:                                     "statistics are of whole tables",
	`^select (count\(\*\)|r::text) from \S+( r| where \S+ <> '\[\]')?$`: "tests look at whole tables",
	` b where used_at < \$1 and not exists `:                            "a sweeper looks at all accounts; it removes by account",
	`^select account_id, blob_id from files\.chunks b `:                 "a sweeper looks at all accounts; it removes by account",
}

// TestMain looks at the statements of all tests: on a distributed database, one that does not name the account would ask all machines.
func TestMain(m *testing.M) {
	status := m.Run()
	if faults := faultsOfStatements(); len(faults) > 0 {
		fmt.Println("FAIL: of the statements that the tests have sent")
		for _, fault := range faults {
			fmt.Println(fault)
		}
		status = max(status, 1)
	}
	os.Exit(status)
}

// newTenant returns a tenant of the service that the tests share. The test runs beside others.
func newTenant(t *testing.T) kit.Tenant {
	t.Helper()
	t.Parallel()
	return kit.NewTenant(t)
}

// newDatabase returns a database with an account and a key for everything. The test runs beside others.
func newDatabase(t *testing.T) (url, base, key string) {
	t.Helper()
	t.Parallel()
	url = kit.FreshURL(t)
	return url, "/v1/accounts/" + kit.AddAccount(t, url), kit.AddKey(t, url)
}

// run runs a command, which must succeed, and returns its output.
func run(w kit.Tenant, args ...string) string {
	w.T.Helper()
	status, out, errs := w.Run(args...)
	if status != 0 {
		w.T.Fatalf("%v: %d %s", args, status, errs)
	}
	return out
}

// wantFaults checks that a response is a 422 with these faults alone.
func wantFaults(t testing.TB, r kit.Response, want ...string) {
	t.Helper()
	if got := r.Problem(422, "validation_failed"); !slices.Equal(got, want) {
		t.Errorf("%v, want %v: %s", got, want, r.Text)
	}
}

func faultsOfStatements() (faults []string) {
	sent, err := kit.Statements()
	if err != nil {
		return []string{err.Error()}
	}
	used := map[string]bool{}
	byAccount := maps.Clone(sent)
	for _, sql := range slices.Sorted(maps.Keys(sent)) {
		excepted := false
		for pattern := range withoutAccount {
			if regexp.MustCompile(pattern).MatchString(sql) {
				excepted, used[pattern] = true, true
				delete(byAccount, sql)
			}
		}
		if !excepted && kit.LacksAccount(sql) {
			faults = append(faults, "account_id = $n is missing for a table: "+sql)
		}
	}
	if os.Getenv("TEST_CITUS_URL") != "" {
		summary, more := explained(byAccount)
		fmt.Println(summary)
		faults = append(faults, more...)
	}
	if all := flag.Lookup("test.run").Value.String() == ""; all && len(sent) > 0 {
		for pattern := range withoutAccount {
			if !used[pattern] {
				faults = append(faults, "no statement needs the exception "+pattern)
			}
		}
	}
	return faults
}
