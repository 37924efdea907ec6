package e2e

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// runningImport is an import by the program that reads standard input.
type runningImport struct {
	*exec.Cmd
	input  io.WriteCloser
	output *kit.Output
	done   chan error
}

func startImport(t *testing.T, databaseURL string) *runningImport {
	t.Helper()
	r := &runningImport{Cmd: kit.Program(t, databaseURL, "import", "--account", "main", "-"), output: &kit.Output{}, done: make(chan error, 1)}
	r.Stdout, r.Stderr = r.output, r.output
	var err error
	if r.input, err = r.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Process.Kill() })
	go func() { r.done <- r.Wait() }()
	return r
}

// load imports lines into the account of a tenant.
func load(w kit.Tenant, lines string) {
	w.T.Helper()
	if status, out, errs := w.Import(w.File(lines)); status != 0 {
		w.T.Fatal(out, errs)
	}
}

// importInto imports lines into the account "main" of a database.
func importInto(t *testing.T, url, lines string) {
	t.Helper()
	kit.Run(t, url, "import", "--account", "main", kit.Tenant{Service: kit.At(t, "")}.File(lines))
}

func openDatabase(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db := testkit.Must[*postgres.DB](t)(postgres.Open(postgres.Options{URL: url, PoolSize: 2}))
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func number(t *testing.T, db *postgres.DB, sql string, args ...any) (n int) {
	t.Helper()
	if err := db.In(context.Background()).Raw(sql, args...).Scan(&n).Error; err != nil {
		t.Fatal(err)
	}
	return n
}

// hold keeps imports from their last records, which are notes, until release is called: a test that pauses does not come too late.
func hold(t *testing.T, url string) (release func()) {
	t.Helper()
	return holding(t, url, "lock table notes.notes in share mode")
}

func holding(t *testing.T, url, lock string) (release func()) {
	t.Helper()
	conn := testkit.Must[*pgx.Conn](t)(pgx.Connect(t.Context(), url))
	release = func() { _ = conn.Close(context.Background()) }
	t.Cleanup(release)
	if _, err := conn.Exec(t.Context(), "begin; "+lock); err != nil {
		t.Fatal(err)
	}
	return release
}

// An account can become inactive while its import waits for another one.
func TestAnAccountThatBecomesInactiveDuringAnImportStaysAsItIs(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	kit.AddAccount(t, url)
	db := openDatabase(t, url)
	release := holding(t, url, "select pg_advisory_xact_lock(hashtextextended('petcare import ' || id, 0)) from accounts.accounts")
	r := startImport(t, url)
	testkit.Must[int](t)(io.WriteString(r.input, `{"type": "tax", "external_id": "T-1", "name": "VAT", "rate": "20"}`+"\n"))
	_ = r.input.Close()
	kit.Eventually(t, "the import waits for another one", time.Minute, func() bool {
		return number(t, db, `select count(*) from pg_locks where locktype = 'advisory' and not granted
			and database = (select oid from pg_database where datname = current_database())`) > 0
	})
	if said, err := kit.Program(t, url, "accounts", "update", "main", "--status", "inactive").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	release()
	if err := <-r.done; err == nil || !strings.Contains(r.output.String(), "the account is inactive") {
		t.Errorf("%v: %s", err, r.output)
	}
	if n := number(t, db, "select (select count(*) from catalog.taxes) + (select count(*) from outbox.events where type <> 'account.updated')"); n != 0 {
		t.Errorf("there are %d rows", n)
	}
}

// Ctrl-C ends the program at once, whether it is reading lines or writing records. Nothing has been imported, and the file can be
// imported afterwards.
func TestInterruptedImportLeavesNothing(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	kit.AddAccount(t, url)
	db := openDatabase(t, url)
	number := func(sql string) int { return number(t, db, sql) }
	var load bytes.Buffer
	testkit.Must[int](t)(kit.WriteLoad(&load, 1_200))
	for _, moment := range []struct {
		name  string
		reach func(r *runningImport)
	}{
		{"reading", func(r *runningImport) {
			// The pipe's buffer is much smaller, so after the write most of it has been read. More lines are to follow.
			testkit.Must[int](t)(r.input.Write(load.Bytes()[:load.Len()/2]))
		}},
		{"writing", func(r *runningImport) {
			testkit.Must[int](t)(r.input.Write(load.Bytes()))
			_ = r.input.Close()
			// A sequence is not transactional, so it shows uncommitted events.
			kit.Eventually(t, "events are written", time.Minute, func() bool { return number("select last_value from outbox.sequence") > 600 })
		}},
	} {
		release := hold(t, url)
		r := startImport(t, url)
		moment.reach(r)
		if err := r.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		release()
		select {
		case <-r.done:
		case <-time.After(time.Minute):
			t.Fatalf("while %s: it does not end", moment.name)
		}
		if said := r.output.String(); r.ProcessState.ExitCode() != 1 || !strings.Contains(said, "stopped: nothing was imported") {
			t.Errorf("while %s: it ended with %d and printed %s", moment.name, r.ProcessState.ExitCode(), said)
		}
		if n := number("select (select count(*) from customerspets.customers) + (select count(*) from catalog.taxes) + (select count(*) from outbox.events)"); n != 0 {
			t.Errorf("while %s: there are %d rows", moment.name, n)
		}
	}
	r := startImport(t, url)
	testkit.Must[int](t)(r.input.Write(load.Bytes()))
	_ = r.input.Close()
	if err := <-r.done; err != nil || !strings.Contains(r.output.String(), "imported into main: ") {
		t.Errorf("%v: %s", err, r.output)
	}
}

// A pipe that nobody writes to holds up neither Ctrl-C nor a signal to terminate.
func TestImportThatWaitsForAPipeCanBeStopped(t *testing.T) {
	tenant := newTenant(t)
	chosen := tenant.File("records:\n  - type: customer\n    columns: {external_id: Id, first_name: First}\n")
	to := []string{"--organization", tenant.Organization, "--account", tenant.Account.Code}
	for _, c := range []struct {
		name string
		args []string
		rows int // that are read before it waits; 0 if it waits for a writer
	}{
		{"lines", nil, 0}, {"a table", []string{"--map", chosen, "--csv"}, 100_000}, {"a map", []string{"--as", "customer", "--csv"}, 100_000},
	} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var errs kit.Output
		done := make(chan int, 1)
		go func() {
			args := append(append([]string{"import", "--database-url", kit.DatabaseURL(t), "--data-dir", t.TempDir()}, to...), append(c.args, pipe)...)
			done <- petcarecmd.Run(ctx, args, io.Discard, &errs)
		}()
		if c.rows > 0 { // more than fits into the pipe
			writer := testkit.Must[*os.File](t)(os.OpenFile(pipe, os.O_WRONLY, 0))
			defer writer.Close()
			testkit.Must[int](t)(io.WriteString(writer, "Id,First\n"+strings.Repeat("1,Ann\n", c.rows)))
		}
		stop()
		select {
		case status := <-done:
			if status != 1 || !strings.Contains(errs.String(), "stopped: nothing was imported") {
				t.Errorf("%s: it ended with %d and printed %s", c.name, status, errs.String())
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: it does not end", c.name)
		}
	}
}

// A webhook that is made while an import runs gets all its events: they are committed later.
func TestWebhookMadeDuringAnImportGetsAllOfIt(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	kit.AddAccount(t, url)
	db := openDatabase(t, url)
	number := func(sql string) int { return number(t, db, sql) }
	hook := func(types string) {
		t.Helper()
		_, err := testkit.Exec(context.Background(), db, `
			insert into webhooks.webhooks (id, organization_id, url, event_types, account_ids, active, secret_hint, secret, created_at, updated_at, version)
			select webhooks.new_id(), id, 'http://127.0.0.1:1/', $1::text::jsonb, '[]', true, '', '', now(), now(), 1 from accounts.organizations`, types)
		if err != nil {
			t.Fatal(err)
		}
	}
	kit.StartInstance(t, url) // before there is a webhook, because their secrets are not sealed
	hook(`["*"]`)             // was there before
	release := hold(t, url)
	r := startImport(t, url)
	testkit.Must[int](t)(kit.WriteLoad(r.input, 1_200))
	_ = r.input.Close()
	kit.Eventually(t, "events are written", time.Minute, func() bool { return number("select last_value from outbox.sequence") > 600 })
	hook(`["*"]`)
	hook(`["tax.*"]`)
	if n := number("select count(*) from outbox.events"); n > 0 {
		t.Fatal("the import was too quick")
	}
	if n := number("select pg_relation_size('webhooks.deliveries')"); n > 0 {
		t.Errorf("each claim passes over %d bytes of deliveries that are not committed", n)
	}
	release()
	if err := <-r.done; err != nil {
		t.Fatalf("%v: %s", err, r.output)
	}
	want := 2*number("select count(*) from outbox.events") + number("select count(*) from outbox.events where type like 'tax.%'")
	kit.Eventually(t, "there is a delivery of each", time.Minute, func() bool {
		return number("select count(distinct (webhook_id, event_id)) from webhooks.deliveries") == want
	})
	if n := number("select count(*) from webhooks.deliveries"); n != want {
		t.Errorf("%d deliveries of %d", n, want)
	}
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w := testkit.Must[*gzip.Writer](t)(gzip.NewWriterLevel(&packed, gzip.BestSpeed))
	testkit.Must[int](t)(io.WriteString(w, text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}
