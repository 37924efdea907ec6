package jsonl_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, func(ctx context.Context, url string) error {
		db, err := postgres.Open(postgres.Options{URL: url})
		if err != nil {
			return err
		}
		defer db.Close()
		if _, err := db.Migrate(ctx, []fxgroups.Migrations{{Module: "accounts", Files: fxgroups.Sub(accounts.Files)}, outbox.Migrations()}); err != nil {
			return err
		}
		_, err = db.Exec(ctx, fakeTable)
		return err
	})
}

// world is an account and an importer of the fake types and of pending reasons.
type world struct {
	t        testing.TB
	db       *postgres.DB
	account  uuid.UUID
	types    []importing.Type
	importer *jsonl.Importer
	fakes    *fakes
}

func newWorld(t testing.TB) *world {
	t.Helper()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	recorder := outbox.New(db, clock.System)
	w := &world{t: t, db: db, account: ids.New(), fakes: &fakes{db: db, events: recorder}}
	w.types = append(w.fakes.types(), pendingReasons(t, db, recorder))
	if w.importer, err = jsonl.New(db, w.types, clock.System); err != nil {
		t.Fatal(err)
	}
	return w
}

// pendingReasons is the type that the accounts module brings.
func pendingReasons(t testing.TB, db *postgres.DB, recorder events.Recorder) importing.Type {
	t.Helper()
	var service *accounts.Service
	app := fx.New(fx.NopLogger, accountsfx.Module, fx.Supply(db, clock.Clock(clock.System)),
		fx.Provide(func() tx.Runner { return db }, func() events.Recorder { return recorder }), fx.Populate(&service))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return service.PendingReasonImport()
}

func (w *world) job(text string) jsonl.Job {
	return jsonl.Job{Account: w.account, Name: "file.jsonl", Input: strings.NewReader(text), Size: int64(len(text))}
}

func (w *world) run(job jsonl.Job) (jsonl.Result, error) {
	ctx := caller.With(w.t.Context(), caller.Caller{Kind: caller.System, Name: "import"})
	return w.importer.Run(ctx, job)
}

// imports runs a file that has to be good.
func (w *world) imports(lines ...string) jsonl.Result {
	w.t.Helper()
	result, err := w.run(w.job(strings.Join(lines, "\n")))
	if err != nil {
		w.t.Fatal(err)
	}
	return result
}

// refuses runs a file that has to be faulty, and gives what is printed.
func (w *world) refuses(text string) []string {
	w.t.Helper()
	_, err := w.run(w.job(text))
	return w.faults(err)
}

func (w *world) faults(err error) []string {
	w.t.Helper()
	var faults *jsonl.Faults
	if !errors.As(err, &faults) {
		w.t.Fatalf("the import ended with %v, want faults", err)
	}
	return strings.Split(faults.Error(), "\n")
}

// things are the fake records of the account as "type external_id name owner parent version".
func (w *world) things() []string {
	w.t.Helper()
	list := []string{}
	err := w.db.Rows(context.Background(), func(row postgres.Scanner) error {
		var s string
		err := row.Scan(&s)
		list = append(list, s)
		return err
	}, `select concat_ws(' ', t.kind, t.external_id, t.name, 'o:' || o.external_id, 'p:' || p.external_id, 'v' || t.version)
		from fake.things t
		left join fake.things o on o.account_id = t.account_id and o.id = t.owner_id
		left join fake.things p on p.account_id = t.account_id and p.id = t.parent_id
		where t.account_id = $1 order by t.kind, t.external_id`, w.account)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

// events counts the recorded events of the account by type.
func (w *world) events() map[string]int {
	w.t.Helper()
	counts := map[string]int{}
	err := w.db.Rows(context.Background(), func(row postgres.Scanner) error {
		var name string
		var n int
		err := row.Scan(&name, &n)
		counts[name] = n
		return err
	}, "select type, count(*) from outbox.events where account_id = $1 group by type", w.account)
	if err != nil {
		w.t.Fatal(err)
	}
	return counts
}

// isEmpty checks that nothing of an import is left.
func (w *world) isEmpty() {
	w.t.Helper()
	if things := w.things(); len(things) > 0 {
		w.t.Errorf("there are %d records, such as %s", len(things), things[0])
	}
	if events := w.events(); len(events) > 0 {
		w.t.Errorf("there are events: %v", events)
	}
	var reasons int
	if err := w.db.Row(context.Background(), "select count(*) from accounts.pending_reasons where account_id = $1", w.account).Scan(&reasons); err != nil {
		w.t.Fatal(err)
	}
	if reasons > 0 {
		w.t.Errorf("there are %d pending reasons", reasons)
	}
}

func owner(id, name string) string {
	return fmt.Sprintf(`{"type": "owner", "external_id": %q, "name": %q}`, id, name)
}

func same(t testing.TB, got, want []string) {
	t.Helper()
	g, w := strings.Join(got, "\n"), strings.Join(want, "\n")
	if g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// stepping is a clock that is a second later whenever it is asked.
func stepping() clock.Clock {
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}
