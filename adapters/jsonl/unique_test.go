package jsonl_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

func coded(id, code string) string { return codedAs(id, code, "x") }

func codedAs(id, code, name string) string {
	return fmt.Sprintf(`{"type": "owner", "external_id": %q, "name": %q, "code": %q}`, id, name, code)
}

// codes lists the codes of the owners as "external_id code".
func (w *world) codes() (list []string) {
	w.Helper()
	var joined string
	err := w.DB.In(w.Context()).Raw(`select coalesce(string_agg(external_id || ' ' || code, ',' order by external_id), '') from fake.things
		where account_id = ? and kind = 'owner'`, w.Account).Scan(&joined).Error
	if err != nil {
		w.Fatal(err)
	}
	return strings.Split(joined, ",")
}

func TestUniqueValuesArePassedOnBetweenLinesWhateverTheirDistance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 2100
	before, after := []string{}, []string{}
	for i := range n {
		id := fmt.Sprintf("O-%04d", i)
		before, after = append(before, coded(id, fmt.Sprint(i))), append(after, coded(id, fmt.Sprint((i+1)%n)))
	}
	w.imports(before...)
	w.imports(after...)
	got := w.codes()
	if len(got) != n || got[0] != "O-0000 1" || got[999] != "O-0999 1000" || got[n-1] != "O-2099 0" {
		t.Errorf("%d codes, such as %s and %s", len(got), got[0], got[len(got)-1])
	}
	slices.Reverse(before)
	w.imports(before...)
	w.imports(after...)
}

func TestAUniqueValueThatTwoLinesHaveIsReportedAtTheLaterOneWhateverTheirDistance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{}
	for i := range 2060 {
		lines = append(lines, coded(fmt.Sprintf("O-%d", i), fmt.Sprint(i%2055)))
	}
	lines = append(lines, coded("O-last", "7"))
	_, err := w.run(w.job(strings.Join(lines, "\n")))
	testkit.Same(t, w.faults(err), []string{"2056 code", "2057 code", "2058 code", "2059 code", "2060 code", "2061 code"})
	if !strings.HasPrefix(err.Error(), "file.jsonl:2056: code: is that of line 1 already\n") || !strings.HasSuffix(err.Error(), "of line 8 already") {
		t.Error(err)
	}
	w.isEmpty()
}

func TestAUniqueValueOfARecordOutsideTheFileIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(coded("O-1", "A"), coded("O-2", "B"), coded("O-3", "C"))
	testkit.Same(t, w.refuses(strings.Join([]string{
		coded("O-2", "C"), coded("O-3", "D"), coded("O-4", "A"), coded("O-5", "B"), coded("O-6", "A"),
	}, "\n")), []string{"3 code", "5 code"})
	testkit.Same(t, w.codes(), []string{"O-1 A", "O-2 B", "O-3 C"})
	w.imports(coded("O-2", "C"), coded("O-3", "D"), coded("O-5", "B"))
}

func TestAFaultyLineThatGivesUpAUniqueValueIsTheOnlyOneReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(coded("O-1", "A"), coded("O-2", "B"), coded("O-3", "C"))
	for what, lines := range map[string][]string{
		"faulty":                  {codedAs("O-1", "Z", "rotten"), coded("O-2", "A")},
		"refused":                 {codedAs("O-1", "Z", "huge"), coded("O-2", "A")},
		"not readable":            {`{"type": "owner", "external_id": "O-1", "code": 7, "name": "x"}`, coded("O-2", "A")},
		"taking one of another":   {coded("O-1", "C"), coded("O-2", "A")},
		"faulty and behind":       {codedAs("O-1", "Z", "rotten"), coded("O-2", "A"), coded("O-4", "B")},
		"faulty and with a taken": {codedAs("O-1", "C", "rotten"), coded("O-2", "A")},
	} {
		got := w.refuses(strings.Join(lines, "\n"))
		if got[0][:2] != "1 " || got[len(got)-1][:2] != "1 " {
			t.Errorf("%s: %v", what, got)
		}
	}
	testkit.Same(t, w.refuses(codedAs("O-1", "C", "rotten")), []string{"1 code", "1 name"})
	testkit.Same(t, w.refuses(codedAs("O-1", "C", "huge")), []string{"1 code", "1 line"})
	testkit.Same(t, w.codes(), []string{"O-1 A", "O-2 B", "O-3 C"})
}

func TestAUniqueValueThatAPartialLineKeepsIsReportedAtTheLineThatWantsIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.imports(coded("O-1", "A"), coded("O-2", "B"))
	kept := `{"type": "owner", "external_id": "O-1", "partial": true, "name": "Ann"}`
	testkit.Same(t, w.refuses(kept+"\n"+coded("O-2", "A")), []string{"2 code"})
	testkit.Same(t, w.codes(), []string{"O-1 A", "O-2 B"})
}

func TestADryRunFindsWhatOnlyTheCommitWouldRefuse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fakes.before = func(ctx context.Context, kind string, _ int) error {
		if kind != "leaf" {
			return nil
		}
		return w.DB.In(ctx).Create(&thing{AccountID: w.Account, ID: w.Account, Kind: "owner", ExternalID: "X", Name: "x", Code: new("A")}).Error
	}
	job := w.job(coded("O-1", "A") + "\n" + `{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-1"}`)
	job.DryRun = true
	_, err := w.run(job)
	testkit.Same(t, w.faults(err), []string{"1 line"})
	w.isEmpty()
}
