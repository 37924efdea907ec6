package jsonl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// world is an account with an importer of the fake types and pending reasons.
type world struct {
	*testkit.Kit
	types    []importing.Type
	importer *jsonl.Importer
	fakes    *fakes
}

var tables = []fxgroups.Migrations{{Module: "accounts", Files: fxgroups.Sub(accounts.Files)}, testkit.SQL(fakeTable)}

func newWorld(t testing.TB) *world {
	t.Helper()
	return worldOn(testkit.New(t, tables...))
}

func worldOn(k *testkit.Kit) *world {
	k.Helper()
	w := &world{Kit: k}
	var service *accounts.Service
	w.Start(accountsfx.Module, fx.Populate(&service),
		fxgroups.ProvideEventTypes("fakes", "owner.created", "owner.updated", "leaf.created", "leaf.updated"))
	w.fakes = &fakes{db: w.DB, events: w.Outbox}
	w.types = append(w.fakes.types(), service.PendingReasonImport())
	w.importer = testkit.Must[*jsonl.Importer](k)(jsonl.New(w.DB, w.types, w.Clock))
	return w
}

func (w *world) job(text string) jsonl.Job {
	return jsonl.Job{Account: w.Account, Name: "file.jsonl", Input: strings.NewReader(text)}
}

func (w *world) run(job jsonl.Job) (jsonl.Result, error) {
	return w.importer.Run(w.As(caller.Caller{Kind: caller.Import, Name: "import"}), job)
}

// imports imports a file that must be valid.
func (w *world) imports(lines ...string) jsonl.Result {
	w.Helper()
	return testkit.Must[jsonl.Result](w)(w.run(w.job(strings.Join(lines, "\n"))))
}

// refuses imports a file that must be faulty.
func (w *world) refuses(text string) []string {
	w.Helper()
	_, err := w.run(w.job(text))
	return w.faults(err)
}

// faults returns the faults of a file as "line field".
func (w *world) faults(err error) []string {
	w.Helper()
	faults, ok := errors.AsType[*jsonl.Faults](err)
	if !ok {
		w.Fatalf("the import ended with %v, want faults", err)
	}
	printed, list := strings.Split(faults.Error(), "\n"), []string{}
	for i, f := range faults.List {
		list = append(list, fmt.Sprint(f.Line, " ", f.Field))
		if !strings.HasPrefix(printed[i], fmt.Sprintf("%s:%d: %s: ", faults.Name, f.Line, f.Field)) { // each on one line, which editors can parse
			w.Errorf("%s is printed for %+v", printed[i], f)
		}
	}
	return list
}

// things lists the fake records of the account as "type external_id name owner parent version".
func (w *world) things() []string {
	w.Helper()
	list := []string{}
	err := w.DB.In(w.Context()).Raw(`select concat_ws(' ', t.kind, t.external_id, t.name, 'o:' || o.external_id, 'p:' || p.external_id, 'v' || t.version)
		from fake.things t
		left join fake.things o on o.account_id = t.account_id and o.id = t.owner_id
		left join fake.things p on p.account_id = t.account_id and p.id = t.parent_id
		where t.account_id = ? order by t.kind, t.external_id`, w.Account).Scan(&list).Error
	if err != nil {
		w.Fatal(err)
	}
	return list
}

// eventCounts counts the recorded events of the account by type.
func (w *world) eventCounts() map[string]int {
	w.Helper()
	counts := map[string]int{}
	for _, e := range w.Events(uuid.Nil) {
		counts[e.Type]++
	}
	return counts
}

// isEmpty checks that an import has left nothing.
func (w *world) isEmpty() {
	w.Helper()
	testkit.Same(w, w.things(), []string{})
	w.WantEvents(uuid.Nil)
	if n := w.Count("select count(*) from accounts.pending_reasons where account_id = $1", w.Account); n > 0 {
		w.Errorf("there are %d pending reasons", n)
	}
}

func owner(id, name string) string {
	return fmt.Sprintf(`{"type": "owner", "external_id": %q, "name": %q}`, id, name)
}

// owners are lines of so many owners.
func owners(n int) (lines []string) {
	for i := range n {
		lines = append(lines, owner(fmt.Sprintf("O-%04d", i), "Ann"))
	}
	return lines
}

// stepping is a clock that advances a second with each call.
func stepping() clock.Clock {
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}
