package petcarecmd

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/fx"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

// wired builds the application of a command on a new database.
func wired(t *testing.T, more fx.Option, into ...any) {
	t.Helper()
	wiredOn(t, testkit.Fresh(t).URL, more, into...)
}

func wiredOn(t *testing.T, url string, more fx.Option, into ...any) {
	t.Helper()
	c := testkit.Must[config.Config](t)(config.Load("", nil, map[string]string{"DATABASE_URL": url}))
	c.JWTKeys = secrets.Keys{{ID: "test", Secret: make([]byte, 32)}}
	var db *postgres.DB
	testkit.Must[*fx.App](t)(Wire(c, zerolog.Nop(), more, fx.Populate(append(into, &db)...)))
	t.Cleanup(func() { _ = db.Close() })
}

func TestCommandThatIsSuspendedLosesItsTransaction(t *testing.T) {
	t.Parallel()
	var db *postgres.DB
	wired(t, fx.Options(), &db)
	for name, want := range map[string]string{"idle_in_transaction_session_timeout": "5min", "statement_timeout": "0", "lock_timeout": "0"} {
		var got string
		if err := db.In(t.Context()).Raw("show " + name).Scan(&got).Error; err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
}

func TestSuspendedImportSaysThatNothingWasImported(t *testing.T) {
	t.Parallel()
	url, db := withAccount(t) // on a busy machine, a migration may be idle for so long
	in, out := pipe(t)
	go func() {
		defer out.Close()
		idle := []int{}
		for gone := false; !gone && t.Context().Err() == nil; {
			var found []struct {
				PID  int `gorm:"column:pid"` // it would be p_id
				Idle bool
			}
			err := db.db.In(t.Context()).Raw(`select pid, state = 'idle in transaction' as idle from pg_stat_activity
				where datname = current_database() and (state = 'idle in transaction' or pid = any(?))`, postgres.Array(idle)).Scan(&found).Error
			still, now := 0, []int{}
			for _, f := range found {
				if slices.Contains(idle, f.PID) {
					still++
				}
				if f.Idle {
					now = append(now, f.PID)
				}
			}
			gone = err == nil && still < len(idle)
			idle = now
		}
		_, _ = io.WriteString(out, oneTax)
	}()
	importIsLost(t, url, fx.Replace(databaseTimeouts{idle: time.Second}), db, in)
}

func TestImportWhoseDatabaseIsStoppedSaysThatNothingWasImported(t *testing.T) {
	t.Parallel()
	url, db := withAccount(t)
	held := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), url))
	defer held.Close(context.Background())
	testkit.Must[pgconn.CommandTag](t)(held.Exec(t.Context(), "begin; lock table catalog.taxes in share mode"))
	go func() {
		for waiting := 0; waiting == 0 && t.Context().Err() == nil; {
			_ = db.db.In(t.Context()).Raw(`select count(pg_terminate_backend(pid)) from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock'`).Scan(&waiting).Error
		}
	}()
	in, out := pipe(t)
	testkit.Must[int](t)(io.WriteString(out, oneTax))
	out.Close()
	importIsLost(t, url, fx.Options(), db, in)
}

func pipe(t *testing.T) (in, out *os.File) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return in, out
}

const oneTax = `{"type": "tax", "external_id": "T-1", "name": "VAT", "rate": "20"}`

// withAccount makes a database with an account.
func withAccount(t *testing.T) (url string, db database) {
	t.Helper()
	var s *accounts.Service
	url = testkit.Fresh(t).URL
	wiredOn(t, url, fx.Options(), &s, &db.db, &db.parts, &db.keep)
	testkit.Must[int](t)(db.migrate(t.Context()))
	testkit.Must[accounts.Account](t)(s.Create(t.Context(), accounts.AccountCreate{
		Organization: "O", Code: "camden", Name: "Camden", Timezone: "UTC", Currency: "GBP", Country: "GB"}))
	return url, db
}

func importIsLost(t *testing.T, url string, more fx.Option, db database, in *os.File) {
	t.Helper()
	var d importDeps
	wiredOn(t, url, more, &d.accounts, &d.importer, &d.parts)
	c := importCmd{Account: "camden", File: "-"}
	err := c.run(t.Context(), d, in, streams{io.Discard, io.Discard})
	if !errors.Is(err, errLost) {
		t.Errorf("it ends with %v", err)
	}
	var n int
	err = db.db.In(t.Context()).Raw("select (select count(*) from catalog.taxes) + (select count(*) from outbox.events)").Scan(&n).Error
	if err != nil || n != 0 {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestTableWithoutAFolderForTemporaryFilesNamesTheVariable(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if _, err := spooled(strings.NewReader("name\n")); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Error(err)
	}
}
