package jsonl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
)

const types = "it is one of owner, leaf, pending_reason_option"

func TestEveryFaultyLineIsReported(t *testing.T) {
	t.Parallel()
	leaf := func(rest string) string {
		return `{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-1"` + rest + `}`
	}
	for _, c := range []struct{ what, line, want string }{
		{"no JSON", `name: Ann`, "line: is not JSON: malformed at byte 1"},
		{"cut off", `{"type": "owner"`, "line: is not JSON: malformed at byte 16"},
		{"two values", owner("O-9", "x") + owner("O-8", "x"), "line: is not JSON: malformed at byte 52"},
		{"one key twice", `{"type": "owner", "external_id": "a", "name": "b", "name": "c"}`, "line: is not JSON: the key \"name\" is there twice"},
		{"no UTF-8", "{\"type\": \"\xff\"}", "line: is not JSON: malformed at byte 10"},
		{"a list", `[1]`, "line: is not a JSON object"},
		{"null", `null`, "line: is not a JSON object"},
		{"no keys", `{}`, "type: is required|external_id: is required"},
		{"no type", `{"external_id": "x", "name": "Ann"}`, "type: is required"},
		{"a number as type", `{"type": 7, "external_id": "x"}`, "type: is not text"},
		{"unknown type", `{"type": "ghost", "external_id": "x"}`, `type: there is no type "ghost", ` + types},
		{"no external id", `{"type": "owner", "name": "Ann"}`, "external_id: is required"},
		{"null as external id", `{"type": "owner", "external_id": null, "name": "Ann"}`, "external_id: is required"},
		{"a number as external id", `{"type": "owner", "external_id": 7, "name": "Ann"}`, "external_id: is not text"},
		{"empty external id", `{"type": "owner", "external_id": "  ", "name": "Ann"}`, "external_id: is empty"},
		{"long external id", owner(strings.Repeat("ä", 101), "Ann"), "external_id: is longer than 100 characters"},
		{"NUL in the external id", owner("a", "Ann")[:33] + `"\u0000", "name": "Ann"}`, "external_id: is not text"},
		{"missing key", `{"type": "owner", "external_id": "x"}`, "name: is required"},
		{"unknown key", leaf(`, "colour": "red"`), "colour: is not a key of this resource"},
		{"key in other case", `{"type": "owner", "external_id": "x", "Name": "Ann"}`, "Name: is not a key of this resource: did you mean name?|name: is required"},
		{"long text", owner("x", strings.Repeat("ä", 21)), "name: is longer than 20 characters"},
		{"empty text", owner("x", "  "), "name: is empty"},
		{"NUL in text", `{"type": "owner", "external_id": "x", "name": "a\u0000b"}`, "name: is text that cannot be stored: it holds a NUL"},
		{"NUL where anything goes", leaf(`, "free": {"a": ["\u0000"]}`), "free.a[0]: is text that cannot be stored: it holds a NUL"},
		{"wrong type", `{"type": "owner", "external_id": "x", "name": 7}`, "name: is not text"},
		{"number out of range", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 10}`, "count: is more than 9"},
		{"broken number", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 1.5}`, "count: is not a whole number written as digits"},
		{"integer written as a float", `{"type": "owner", "external_id": "x", "name": "Ann", "count": 1.0}`, "count: is not a whole number written as digits"},
		{"not one of", leaf(`, "mood": "angry"`), `mood: is not one of glad, sad`},
		{"no day", leaf(`, "born": "2026-02-30"`), "born: is a day that does not exist"},
		{"no time", leaf(`, "at": "2026-02-03"`), "at: is not an instant such as 2026-03-01T09:30:00Z"},
		{"nested", leaf(`, "homes": [{"city": "Rome"}, {"city": "Llanfairpwllgwyngyll", "zip": 1}]`),
			"homes[1].city: is longer than 10 characters|homes[1].zip: is not a key of this resource"},
		{"nested and missing", leaf(`, "homes": [{}]`), "homes[0].city: is required"},
		{"long list", leaf(`, "homes": [{"city": "a"}, {"city": "b"}, {"city": "c"}]`), "homes: has more than 2 entries"},
		{"twice in a set", leaf(`, "others": ["O-1", "O-1"]`), "others: holds a value twice"},
		{"objects in a set", leaf(`, "others": [{}, {}]`), "others[0]: is not text|others[1]: is not text"},
		{"several faults", `{"type": "owner", "external_id": "x", "name": "", "count": -1, "a": 1}`,
			"a: is not a key of this resource|count: is less than 0|name: is empty"},
		{"a rule of the module", owner("x", "rotten"), "name: is rotten"},
		{"reference to nothing", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O-7"}`, `owner: there is no owner "O-7"`},
		{"references to nothing", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O-7", "parent": "L-7", "others": ["O-1", "O-8"]}`,
			`owner: there is no owner "O-7"|parent: there is no leaf "L-7"|others[1]: there is no owner "O-8"`},
		{"reference to another type", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "L-1"}`, `owner: there is no owner "L-1"`},
		{"line break in a reference", `{"type": "leaf", "external_id": "x", "name": "one", "owner": "O\n7"}`, `owner: there is no owner "O\n7"`},
		{"a rule of another module", `{"type": "pending_reason_option", "external_id": "x", "name": "y", "service_types": ["flying"]}`,
			`service_types[0]: is not one of boarding, daycare, grooming, training, classes, retail`},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			got := w.refuses(owner("O-1", "Ann") + "\n\n" + c.line + "\n" + owner("O-2", "Bob") + "\n")
			want := strings.Split(c.want, "|")
			for i := range want {
				want[i] = "file.jsonl:3: " + want[i]
			}
			same(t, got, want)
			w.isEmpty()
		})
	}
}

func TestFaultsOfAllStepsComeTogetherInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	same(t, w.refuses(strings.Join([]string{
		`{"type": "leaf", "external_id": "L-1", "name": "one", "owner": "O-7"}`,
		owner("O-1", "rotten"),
		`{"type": "owner"`,
		owner("O-2", "Bob"),
		owner("O-2", "Bob"),
		`{"type": "pending_reason_option", "external_id": "x"}`,
	}, "\n")), []string{
		`file.jsonl:1: owner: there is no owner "O-7"`,
		"file.jsonl:2: name: is rotten",
		"file.jsonl:3: line: is not JSON: malformed at byte 16",
		`file.jsonl:5: external_id: "O-2" is the owner of line 4 already`,
		"file.jsonl:6: name: is required",
	})
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
	same(t, w.refuses(strings.Join(lines, "\n")), []string{`file.jsonl:1102: external_id: "O-1" is the owner of line 1 already`})
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
	same(t, got, []string{
		"file.jsonl:1: name: is required",
		"file.jsonl:2: name: is rotten",
		`file.jsonl:10: parent: there is no leaf "L-8"`,
	})
	if len(w.fakes.seen["leaf"]) > 0 {
		t.Errorf("lines that hang on faulty ones were applied: %v", w.fakes.seen["leaf"])
	}
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
	got := w.refuses(strings.Join(lines, "\n"))
	if len(got) != shown+1 || got[shown] != "and 345 more" || !strings.HasPrefix(got[shown-1], "file.jsonl:100001: type: ") {
		t.Errorf("%d lines, ending in %q", len(got), got[len(got)-2:])
	}
	w.isEmpty()
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
	same(t, got, []string{"file.jsonl:2: line: is longer than 1 MiB", "file.jsonl:3: line: is longer than 1 MiB", "file.jsonl:4: name: is rotten"})
	same(t, w.things(), []string{"owner O-1 Ann v1", "owner O-2 Ann v1"})
}

func TestWhatTheDatabaseRefusesBecauseOfFaultsIsNotReportedInTheirPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fakes.before = w.failing("leaf", "raise unique_violation")
	text := owner("O-1", "rotten") + "\n" + owner("O-2", "Bob") + "\n" + `{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-2"}`
	same(t, w.refuses(text), []string{"file.jsonl:1: name: is rotten"})

	whole := newWorld(t)
	whole.fakes.before = whole.failing("leaf", "raise unique_violation")
	_, err := whole.run(whole.job(strings.Replace(text, "rotten", "Ann", 1)))
	var faults *jsonl.Faults
	if err == nil || errors.As(err, &faults) || !strings.Contains(err.Error(), "import leaf") {
		t.Errorf("the import ended with %v", err)
	}
	whole.isEmpty()
}
