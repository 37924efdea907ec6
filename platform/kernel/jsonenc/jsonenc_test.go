package jsonenc_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
	"pgregory.net/rapid"
)

type embedded struct {
	ID uuid.UUID `json:"id"`
	At time.Time `json:"at"`
}

type word string

type record struct {
	embedded
	Name    string                   `json:"name"`
	Word    *word                    `json:"word"`
	Count   int64                    `json:"count"`
	Yes     bool                     `json:"yes"`
	Day     *clock.Day               `json:"day"`
	Parts   []part                   `json:"parts"`
	Custom  jsonb.Of[map[string]any] `json:"custom"`
	Extra   map[string]int           `json:"extra"`
	Any     any                      `json:"any"`
	Left    string                   `json:"left,omitempty"`
	Raw     json.RawMessage          `json:"raw"`
	hidden  string
	Ignored string  `json:"-"`
	Self    *record `json:"self"`
}

type part struct {
	Label *string `json:"label"`
	Size  float64 `json:"size"`
}

// slow is what encoding/json makes of v, without escaping HTML.
func slow(t require, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatalf("%v", err)
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

type require interface{ Fatalf(string, ...any) }

func TestEncodesWhatEncodingJSONEncodes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		label := rapid.Ptr(text, true).Draw(t, "label")
		day := clock.DayOf(time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "day"), 0), time.UTC)
		w := word(text.Draw(t, "word"))
		r := record{
			embedded: embedded{uuid.New(), time.Unix(rapid.Int64Range(-6e10, 2e11).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()},
			Name:     text.Draw(t, "name"), Word: &w, Count: rapid.Int64().Draw(t, "count"), Yes: rapid.Bool().Draw(t, "yes"), Day: &day,
			Parts: []part{{label, rapid.Float64Range(-1e6, 1e6).Draw(t, "size")}}, Custom: jsonb.New(map[string]any{"k": text.Draw(t, "v")}),
			Extra: map[string]int{text.Draw(t, "key"): 1}, Any: []any{1, "x", nil}, Left: text.Draw(t, "left"), Raw: json.RawMessage(`{"a":1}`),
			Self: &record{Parts: []part{}, Raw: json.RawMessage("null")}, hidden: "x", Ignored: "x",
		}
		fast, err := jsonenc.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		if json.Unmarshal(fast, &a) != nil || json.Unmarshal([]byte(slow(t, r)), &b) != nil {
			t.Fatalf("no JSON: %s", fast)
		}
		if slow(t, a) != slow(t, b) {
			t.Fatalf("got  %s\nwant %s", fast, slow(t, r))
		}
	})
}

func TestListsAreNeverNull(t *testing.T) {
	t.Parallel()
	got, err := jsonenc.Append(nil, struct {
		List []string `json:"list"`
	}{})
	if err != nil || string(got) != `{"list":[]}` {
		t.Errorf("%s %v", got, err)
	}
}

func TestOmitZeroLeavesOutWhatIsNilAndKeepsAnEmptyList(t *testing.T) {
	t.Parallel()
	type lists struct {
		Zero  []string `json:"zero,omitzero"`
		Empty []string `json:"empty,omitempty"`
	}
	for want, l := range map[string]lists{`{}`: {}, `{"zero":[]}`: {[]string{}, []string{}}, `{"zero":["a"],"empty":["b"]}`: {[]string{"a"}, []string{"b"}}} {
		if got, err := jsonenc.Append(nil, l); err != nil || string(got) != want || string(got) != slow(t, l) {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
}

func TestNilPointersAreLeftOutThoughTheirTypeHasIsZero(t *testing.T) {
	t.Parallel()
	type times struct {
		Empty *time.Time `json:"empty,omitempty"`
		Zero  *time.Time `json:"zero,omitzero"`
	}
	now := time.Now()
	for _, v := range []times{{}, {&now, &now}} {
		if got, err := jsonenc.Append(nil, v); err != nil || string(got) != slow(t, v) {
			t.Errorf("%s, want %s (%v)", got, slow(t, v), err)
		}
	}
}

func TestObjectSaysWhereItsValuesStand(t *testing.T) {
	t.Parallel()
	o, err := jsonenc.AppendObject(jsonenc.Object{Text: []byte("before")}, part{new(`a"b`), 1})
	if err != nil || len(o.Keys) != 2 || o.Keys[0].Name != "label" || string(o.Value(0)) != `"a\"b"` || string(o.Value(1)) != "1" {
		t.Errorf("%+v %v", o, err)
	}
	if _, err := jsonenc.AppendObject(jsonenc.Object{}, 7); err == nil {
		t.Error("a number is taken for an object")
	}
}

func TestWhatCannotBeEncodedIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := jsonenc.Append(nil, make(chan int)); err == nil {
		t.Error("a channel was encoded")
	}
}

// Such a type is built once, too. Two goroutines that build a type at once have the same problem: one takes what is not there yet.
func TestATypeThatContainsItselfAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts allocations
	type chain struct {
		Name string `json:"name"`
		Next *chain `json:"next"`
	}
	list := &chain{"a", &chain{"b", &chain{"c", nil}}}
	buf, err := jsonenc.Append(nil, list)
	if want := `{"name":"a","next":{"name":"b","next":{"name":"c","next":null}}}`; err != nil || string(buf) != want {
		t.Fatalf("%s %v", buf, err)
	}
	if n := testing.AllocsPerRun(100, func() { buf, _ = jsonenc.Append(buf[:0], list) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppend(b *testing.B) {
	label := "label"
	r := record{embedded: embedded{uuid.New(), time.Now()}, Name: "Rosalind Okafor-Hughes", Parts: []part{{&label, 1.5}, {&label, 2}}, Custom: jsonb.New(map[string]any{"a": "b"})}
	b.Run("jsonenc", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf, _ = jsonenc.Append(buf[:0], &r)
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		for b.Loop() {
			_, _ = json.Marshal(&r)
		}
	})
}

func TestEveryCharacterIsEscapedWhereverItStands(t *testing.T) {
	t.Parallel()
	for c := range rune(0x180) {
		for at := range 18 {
			s := strings.Repeat("a", at) + string(c) + strings.Repeat("b", 17-at)
			var got string
			if err := json.Unmarshal(jsonenc.String(nil, s), &got); err != nil || got != s {
				t.Fatalf("%q at %d became %q: %v", c, at, got, err)
			}
		}
	}
}
