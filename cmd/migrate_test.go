package petcarecmd

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func TestMigrateSaysWhatIsPendingAndWhatItHasApplied(t *testing.T) {
	t.Parallel()
	database := "--database-url=" + testkit.Fresh(t).URL
	migrate := func(flags ...string) string {
		t.Helper()
		status, out, errs := run(t, append([]string{"migrate", database}, flags...))
		if status != 0 {
			t.Fatal(errs)
		}
		return out
	}
	pending := strings.Count(migrate("--status"), "pending")
	var done struct{ Applied int }
	if err := json.Unmarshal([]byte(migrate("--json")), &done); err != nil || done.Applied != pending || pending == 0 {
		t.Errorf("%d were pending, %d are applied, %v", pending, done.Applied, err)
	}
	if again, status := migrate(), migrate("--status"); again != "0 migrations applied\n" || strings.Contains(status, "pending") {
		t.Errorf("%s%s", again, status)
	}
}

// A dump reads every table in one transaction. Whoever migrates meanwhile waits for its end; the replicas that serve do not.
func TestMigrateWaitsForADumpAndNobodyWaitsForMigrate(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	k.Exec("create table dumped (n integer)")
	list := []fxgroups.Migrations{{Module: "m", Files: fstest.MapFS{
		"1_m.sql": {Data: []byte("-- +goose Up\nalter table dumped add column m integer;\n")},
	}}}
	commands := k.Open(postgres.Options{URL: k.URL}) // without a lock timeout, as petcare migrate
	serving := k.Open(postgres.Options{URL: k.URL, LockTimeout: lockTimeout})
	waiting, noticed := context.WithCancel(t.Context())
	defer noticed()
	result := make(chan error, 1)
	err := k.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := k.DB.In(ctx).Exec("lock table dumped in access share mode").Error; err != nil {
			return err
		}
		go func() {
			_, err := migrate(t.Context(), commands, list, zerolog.New(&stopAt{text: "waiting for another transaction", stop: noticed}))
			result <- err
		}()
		k.UntilLocked(1)
		if err := serving.In(t.Context()).Exec("insert into dumped values (1)").Error; err != nil {
			t.Errorf("a replica that serves: %v", err)
		}
		select {
		case <-waiting.Done():
		case err := <-result:
			t.Errorf("migrate ended before the dump: %v", err)
		case <-time.After(time.Minute):
			t.Error("nothing says what migrate waits for")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-result; err != nil {
		t.Errorf("after the dump: %v", err)
	}
	if err := commands.Current(t.Context(), list); err != nil {
		t.Error(err)
	}
}
