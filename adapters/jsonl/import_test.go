package jsonl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestLinesMayComeInAnyOrder(t *testing.T) {
	t.Parallel()
	lines := []string{
		`{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1", "parent": "L-2"}`,
		`{"type": "leaf", "external_id": "L-2", "name": "two", "owner": "O-2"}`,
		owner("O-1", "Ann"), owner("O-2", "Bob"),
		`{"type": "pending_reason_option", "external_id": "PR-1", "name": "Waiting"}`,
	}
	want := []string{"leaf L-1 one o:O-1 p:L-2 v1", "leaf L-2 two o:O-2 v1", "owner O-1 Ann v1", "owner O-2 Bob v1"}
	for turn := range lines {
		turned := slices.Concat(lines[turn:], lines[:turn])
		for _, order := range [][]string{turned, reversed(turned)} {
			w := newWorld(t)
			result := w.imports(order...)
			testkit.Same(t, w.things(), want)
			if result.Sum().Records() != 5 || result.Sum().Created != 5 {
				t.Errorf("result is %+v", result)
			}
			if got := fmt.Sprint(w.eventCounts()); got != "map[leaf.created:2 owner.created:2 pending_reason_option.created:1]" {
				t.Errorf("events are %s", got)
			}
		}
	}
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func TestReferencesMayLeadToWhatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(owner("O-1", "Ann"), `{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1"}`)
	result := w.imports(`{"type": "leaf", "external_id": "L-2", "name": "two", "owner": "O-1", "parent": "L-1"}`)
	testkit.Same(t, w.things(), []string{"leaf L-1 one o:O-1 v1", "leaf L-2 two o:O-1 p:L-1 v1", "owner O-1 Ann v1"})
	if len(result.Types) != 1 || !reflect.DeepEqual(result.Types[0], jsonl.Count{Type: "leaf", Created: 1}) {
		t.Errorf("result is %+v", result)
	}
}

func TestReferencesIntoOtherAccountsLeadNowhere(t *testing.T) {
	t.Parallel()
	other, w := newWorld(t), newWorld(t)
	other.imports(owner("O-1", "Ann"))
	testkit.Same(t, w.refuses(`{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1"}`), []string{"1 owner"})
	w.isEmpty()
}

func TestReferencesAcrossBatchesOfOneTypeAreResolved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 2500
	lines := []string{}
	for i := range n {
		parent := fmt.Sprintf(`, "parent": "L-%04d"`, i+1)
		if i == n-1 {
			parent = ""
		}
		lines = append(lines, fmt.Sprintf(`{"type": "leaf", "external_id": "L-%04d", "name": "n%d", "owner": "O-1"%s}`, i, i, parent))
	}
	w.imports(append(lines, owner("O-1", "Ann"))...)
	things := w.things()
	if len(things) != n+1 || things[999] != "leaf L-0999 n999 o:O-1 p:L-1000 v1" || things[2499] != "leaf L-2499 n2499 o:O-1 v1" {
		t.Errorf("%d records, %s, %s", len(things), things[999], things[2499])
	}
	if !slices.IsSorted(w.fakes.seen["leaf"]) {
		t.Error("lines of a type are not applied in the order of the file")
	}
}

func TestImportingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{
		owner("O-1", "Ann"), `{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1"}`,
		`{"type": "pending_reason_option", "external_id": "PR-1", "name": "Waiting", "service_types": ["retail"]}`,
	}
	w.imports(lines...)
	things, events := w.things(), fmt.Sprint(w.eventCounts())
	result := w.imports(lines...)
	testkit.Same(t, w.things(), things)
	if got := fmt.Sprint(w.eventCounts()); got != events {
		t.Errorf("events were %s and are %s", events, got)
	}
	if result.Sum().Created != 0 || result.Sum().Records() != 3 {
		t.Errorf("result is %+v", result)
	}
}

func TestImportingAgainChangesWhatDiffers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(owner("O-1", "Ann"), owner("O-2", "Bob"))
	w.imports(owner("O-1", "Ann"), owner("O-2", "Bo"))
	testkit.Same(t, w.things(), []string{"owner O-1 Ann v1", "owner O-2 Bo v2"})
	if got := fmt.Sprint(w.eventCounts()); got != "map[owner.created:2 owner.updated:1]" {
		t.Errorf("events are %s", got)
	}
}

func TestEventsNameTheImportAsActor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(owner("O-1", "Ann"))
	var actor string
	err := w.DB.In(t.Context()).Raw("select body::json ->> 'actor' from outbox.events where account_id = ?", w.Account).Scan(&actor).Error
	if err != nil || actor != `{"type":"import","id":null,"name":"import","via":null}` {
		t.Errorf("actor is %s, %v", actor, err)
	}
}

func TestNewRecordsSortInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(owners(50)...)
	var sorted bool
	err := w.DB.In(t.Context()).Raw(`select array_agg(external_id order by id) = array_agg(external_id order by external_id)
		from fake.things where account_id = ?`, w.Account).Scan(&sorted).Error
	if err != nil || !sorted {
		t.Errorf("ids do not sort like the lines: %v", err)
	}
}

func TestDryRunChecksAndChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.job(owner("O-1", "Ann"))
	job.DryRun = true
	result, err := w.run(job)
	if err != nil || result.Sum().Created != 1 {
		t.Errorf("result is %+v, %v", result, err)
	}
	w.isEmpty()
	job = w.job(owner("O-1", "rotten"))
	job.DryRun = true
	_, err = w.run(job)
	testkit.Same(t, w.faults(err), []string{"1 name"})
}

// A check rolls back the statistics that it has made, but not the size of the tables. Without statistics, the planner takes the account for
// one without rows and reads all of them to find one. Statistics are left alone while another import makes them: the database is its own.
func TestImportAfterItsCheckKnowsHowManyRowsTheAccountHas(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, tables...))
	lines, known := owners(2500), 0
	w.fakes.before = func(ctx context.Context, _ string, size int) error {
		if size == 1000 { // the third batch is the last
			return nil
		}
		const frequent = `select count(*) from pg_stats where schemaname = 'fake' and attname = 'account_id' and most_common_vals::text like $1`
		return testkit.One(ctx, w.DB, frequent, "%"+w.Account.String()+"%").Scan(&known)
	}
	for _, dry := range []bool{true, true, false} {
		job := w.job(strings.Join(lines, "\n"))
		job.DryRun = dry
		if _, err := w.run(job); err != nil || known != 1 {
			t.Fatalf("dry: %t: %d %v", dry, known, err)
		}
		known = 0
	}
}

func TestGzipIsKnownByItsFirstBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	packed := gzipped(t, strings.Join(owners(3000), "\n"))
	if result, err := w.run(w.job(packed)); err != nil || result.Sum().Created != 3000 {
		t.Errorf("result is %+v, %v", result, err)
	}
	cut := newWorld(t)
	_, err := cut.run(cut.job(packed[:len(packed)/2]))
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "file.jsonl") {
		t.Errorf("a file that is cut off ends with %v", err)
	}
	cut.isEmpty()
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	testkit.Must[int](t)(z.Write([]byte(text)))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

func TestByteOrderMarkBlankLinesAndForeignLineEndsAreTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports("\xef\xbb\xbf" + owner("O-1", "Ann") + "\r\n\r\n  \t\n" + owner(" O-2 ", " Bob ") + "\r")
	testkit.Same(t, w.things(), []string{"owner O-1 Ann v1", "owner O-2 Bob v1"})
}

func TestFilesWithoutLinesChangeNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "\xef\xbb\xbf", " \r\n\n"} {
		w := newWorld(t)
		if result := w.imports(text); result.Sum().Records() != 0 || result.Types == nil || result.Alike == nil {
			t.Errorf("%q: result is %#v", text, result)
		}
		w.isEmpty()
	}
}

func TestTextIsNormalised(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(`{"type": " owner ", "external_id": "Zoe\u0308", "name": "  Zoe\u0308 \u006bim "}`,
		`{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "\tZoë"}`, owner(strings.Repeat("ä", 100), strings.Repeat("ä", 20)))
	testkit.Same(t, w.things(), []string{"leaf L-1 x o:Zoë v1", "owner Zoë Zoë kim v1",
		"owner " + strings.Repeat("ä", 100) + " " + strings.Repeat("ä", 20) + " v1"})
}

func TestTwoImportsAtOnceMakeEachRecordOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text := strings.Join(owners(1500), "\n")
	var wait sync.WaitGroup
	results := make([]jsonl.Result, 3)
	for i := range results {
		other := newWorld(t)
		other.Account = w.Account
		wait.Go(func() {
			var err error
			if results[i], err = other.run(other.job(text)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	fresh := 0
	for _, r := range results {
		fresh += r.Sum().Created
	}
	if fresh != 1500 || len(w.things()) != 1500 {
		t.Errorf("%d new records, %d there", fresh, len(w.things()))
	}
}

func TestAccountsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	first, second := newWorld(t), newWorld(t)
	first.Account, second.Account = ids.New(), uuid.New()
	first.fakes.before = func(_ context.Context, _ string, _ int) error {
		_, err := second.run(second.job(owner("O-1", "Bob")))
		return err
	}
	first.imports(owner("O-1", "Ann"))
	testkit.Same(t, second.things(), []string{"owner O-1 Bob v1"})
}
