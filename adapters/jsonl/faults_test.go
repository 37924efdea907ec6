package jsonl_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/testkit"
)

func TestEveryFaultyLineIsReported(t *testing.T) {
	t.Parallel()
	leaf := func(rest string) string {
		return `{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1"` + rest + `}`
	}
	for _, c := range []struct{ what, line, want string }{
		{"no JSON", `name: Ann`, "line"},
		{"cut off", `{"type": "owner"`, "line"},
		{"two values", owner("O-9", "x") + owner("O-8", "x"), "line"},
		{"one key twice", `{"type": "owner", "external_id": "a", "name": "b", "name": "c"}`, "line"},
		{"no UTF-8", "{\"type\": \"\xff\"}", "line"},
		{"a list", `[1]`, "line"},
		{"null", `null`, "line"},
		{"no keys", `{}`, "type|external_id"},
		{"no type", `{"external_id": "x", "name": "Ann"}`, "type"},
		{"a number as type", `{"type": 7, "external_id": "x"}`, "type"},
		{"unknown type", `{"type": "ghost", "external_id": "x"}`, "type"},
		{"no external id", `{"type": "owner", "name": "Ann"}`, "external_id"},
		{"null as external id", `{"type": "owner", "external_id": null, "name": "Ann"}`, "external_id"},
		{"a number as external id", `{"type": "owner", "external_id": 7, "name": "Ann"}`, "external_id"},
		{"empty external id", `{"type": "owner", "external_id": "  ", "name": "Ann"}`, "external_id"},
		{"long external id", owner(strings.Repeat("ä", 101), "Ann"), "external_id"},
		{"NUL in the external id", owner("a", "Ann")[:33] + `"\u0000", "name": "Ann"}`, "external_id"},
		{"missing key", `{"type": "owner", "external_id": "x"}`, "name"},
		{"unknown key", leaf(`, "colour": "red"`), "colour"},
		{"key in other case", `{"type": "owner", "external_id": "x", "Name": "Ann"}`, "Name|name"},
		{"long text", owner("x", strings.Repeat("ä", 21)), "name"},
		{"empty text", owner("x", "  "), "name"},
		{"NUL in text", `{"type": "owner", "external_id": "x", "name": "a\u0000b"}`, "name"},
		{"NUL where anything goes", leaf(`, "free": {"a": ["\u0000"]}`), "free.a[0]"},
		{"wrong type", `{"type": "owner", "external_id": "x", "name": 7}`, "name"},
		{"number out of range", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 10}`, "count"},
		{"broken number", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 1.5}`, "count"},
		{"integer written as a float", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 1.0}`, "count"},
		{"integer with an exponent", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 1e0}`, "count"},
		{"not one of", leaf(`, "mood": "angry"`), "mood"},
		{"no day", leaf(`, "born": "2026-02-30"`), "born"},
		{"no time", leaf(`, "at": "2026-02-03"`), "at"},
		{"nested", leaf(`, "homes": [{"city": "Rome"}, {"city": "Llanfairpwllgwyngyll", "zip": 1}]`), "homes[1].city|homes[1].zip"},
		{"nested and missing", leaf(`, "homes": [{}]`), "homes[0].city"},
		{"long list", leaf(`, "homes": [{"city": "a"}, {"city": "b"}, {"city": "c"}]`), "homes"},
		{"twice in a set", leaf(`, "others": ["O-1", "O-1"]`), "others"},
		{"objects in a set", leaf(`, "others": [{}, {}]`), "others[0]|others[1]"},
		{"several faults", `{"type": "owner", "external_id": "x", "name": "", "count": -1, "a": 1}`, "a|count|name"},
		{"a rule of the module", owner("x", "rotten"), "name"},
		{"reference to nothing", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O-7"}`, "owner"},
		{"references to nothing", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O-7", "parent": "L-7", "others": ["O-1", "O-8"]}`, "owner|parent|others[1]"},
		{"reference to another type", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "L-1"}`, "owner"},
		{"line break in a reference", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O\n7"}`, "owner"},
		{"a rule of another module", `{"type": "pending_reason_option", "external_id": "x", "name": "y", "service_types": ["flying"]}`, "service_types[0]"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			got := w.refuses(owner("O-1", "Ann") + "\n\n" + c.line + "\n" + owner("O-2", "Bob") + "\n")
			want := strings.Split(c.want, "|")
			for i := range want {
				want[i] = "3 " + want[i]
			}
			testkit.Same(t, got, want)
			w.isEmpty()
		})
	}
}

func TestFaultsOfAllStepsComeTogetherInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.run(w.job(strings.Join([]string{
		`{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-7"}`,
		owner("O-1", "rotten"),
		`{"type": "owner"`,
		owner("O-2", "Bob"),
		owner("O-2", "Bob"),
		`{"type": "pending_reason_option", "external_id": "x"}`,
	}, "\n")))
	testkit.Same(t, w.faults(err), []string{"1 owner", "2 name", "3 line", "5 external_id", "6 name"})
	if !strings.Contains(err.Error(), "byte 16\n") || !strings.Contains(err.Error(), "line 4") {
		t.Errorf("it does not say where in line 3 nor where the first of line 5 is:\n%v", err)
	}
	w.isEmpty()
}

func TestTheSameExternalIDTwiceIsReportedAtTheLaterLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{owner("O-1", "Ann")}
	for i := range 1100 {
		lines = append(lines, `{"type": "pending_reason_option", "external_id": "PR-`+fmt.Sprint(i)+`", "name": "x"}`)
	}
	lines = append(lines, owner("O-1 ", "Ann"), `{"type": "leaf", "external_id": "O-1", "name": "x", "owner": "O-1"}`)
	testkit.Same(t, w.refuses(strings.Join(lines, "\n")), []string{"1102 external_id"})
	w.isEmpty()
}

func TestFaultyLinesAreNoUnknownReferences(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.refuses(strings.Join([]string{
		`{"type": "owner", "external_id": "O-1"}`,
		owner("O-2", "rotten"),
		`{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-1"}`,
		`{"type": "leaf", "external_id": "L-2", "name": "x", "owner": "O-2"}`,
		`{"type": "leaf", "external_id": "L-3", "name": "x", "owner": "O-2", "parent": "L-4"}`,
		`{"type": "leaf", "external_id": "L-4", "name": "rotten", "owner": "O-2", "parent": "L-1"}`,
		owner("O-3", "Ann"),
		`{"type": "leaf", "external_id": "L-5", "name": "x", "owner": "O-3", "parent": "L-6"}`,
		`{"type": "leaf", "external_id": "L-6", "name": "x", "owner": "O-3", "parent": "L-7"}`,
		`{"type": "leaf", "external_id": "L-7", "name": "x", "owner": "O-3", "parent": "L-8"}`,
	}, "\n"))
	testkit.Same(t, got, []string{"1 name", "2 name", "10 parent"})
	if len(w.fakes.seen["leaf"]) > 0 {
		t.Errorf("lines that hang on faulty ones were applied: %v", w.fakes.seen["leaf"])
	}
	w.isEmpty()
}

func TestLinesBehindOneThatLeadsNowhereAreNotAppliedWhateverTheirDistance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{owner("O-1", "Ann"), `{"type": "leaf", "external_id": "L-first", "name": "x", "owner": "O-gone"}`,
		`{"type": "leaf", "external_id": "L-odd", "name": "x", "owner": "O-1", "at": "0001-01-01T00:00:00+01:00"}`}
	for i := range 1000 {
		lines = append(lines, fmt.Sprintf(`{"type": "leaf", "external_id": "L-%d", "name": "x", "owner": "O-1"}`, i))
	}
	lines = append(lines, `{"type": "leaf", "external_id": "L-last", "name": "x", "owner": "O-1", "parent": "L-first"}`)
	testkit.Same(t, w.refuses(strings.Join(lines, "\n")), []string{"2 owner", "3 at"})
	if slices.Contains(w.fakes.seen["leaf"], "L-last") {
		t.Error("a line that hangs on a faulty one was applied")
	}
	w.isEmpty()
}

func TestLinesWithoutExternalIDsAreNoDuplicates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	testkit.Same(t, w.refuses(owner("", "Ann")+"\n"+`{"type": "owner", "name": "Bob"}`+"\n"+owner(" ", "Cid")),
		[]string{"1 external_id", "2 external_id", "3 external_id"})
	w.isEmpty()
}

func TestFaultsBeyondAHundredThousandAreCounted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const shown = 100_000
	lines := []string{owner("O-1", "Ann")}
	for range shown + 345 {
		lines = append(lines, `{"type": "ghost", "external_id": "x"}`)
	}
	_, err := w.run(w.job(strings.Join(lines, "\n")))
	var faults *jsonl.Faults
	if got := w.faults(err); !errors.As(err, &faults) || faults.More != 345 || len(got) != shown || got[shown-1] != "100001 type" {
		t.Errorf("%d faults, ending in %q, and %+v", len(got), got[len(got)-1], faults.More)
	}
	w.isEmpty()
}

func TestATypeThatIsMisspeltIsProposed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.run(w.job(`{"type": "onwer", "external_id": "O-1", "name": "Ann"}`))
	if err == nil || !strings.HasSuffix(err.Error(), ": did you mean owner?") {
		t.Error(err)
	}
}

func TestALineOfAMebibyteIsTakenAndALongerOneIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	padded := func(id string, size int) string {
		line := owner(id, "Ann")
		return line[:len(line)-1] + strings.Repeat(" ", size-len(line)) + "}"
	}
	w.imports(padded("O-1", 1<<20)+"\r", padded("O-2", 1<<20))
	got := w.refuses(owner("O-3", "Ann") + "\n" + padded("O-4", 1<<20+1) + "\n" + padded("O-5", 3<<20) + "\n" + owner("O-6", "rotten"))
	testkit.Same(t, got, []string{"2 line", "3 line", "4 name"})
	testkit.Same(t, w.things(), []string{"owner O-1 Ann v1", "owner O-2 Ann v1"})
}

func TestWhatIsNoJSONLinesIsSaidWithoutHarm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for input, want := range map[string]string{
		"external_id,name\n1,Ada\n": "CSV is imported with --csv FILE --as TYPE",
		`{"type":"owner","external_id":"1","name":"Ada","\u001b[31mred":1}` + "\n": `\u001b[31mred: is not a key`,
		"{\n  \"type\": \"owner\",\n  \"external_id\": \"1\"\n}\n":                 "is one line",
		"\xff\xfe{\x00}\x00":                                    "UTF-16",
		gzipped(t, gzipped(t, owner("1", "Ada"))):               "gzipped twice",
		`{"type":"owner","external_id":"a\u0000","name":"Ada"}`: "NUL",
	} {
		_, err := w.run(jsonl.Job{Account: w.Account, Name: "FILE", Input: strings.NewReader(input)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestTheNameOfAFileCannotSteerATerminal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, input := range []string{"{\n", "\xff\xfe"} {
		_, err := w.run(jsonl.Job{Account: w.Account, Name: "a\n\x1b[31m", Input: strings.NewReader(input)})
		if err == nil || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%q", err)
		}
	}
}
