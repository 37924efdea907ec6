package schema_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
)

type inner struct {
	City string `json:"city" maxLength:"4"`
}

type outer struct {
	Name   string              `json:"name" maxLength:"5"`
	Nick   patch.Field[string] `json:"nick,omitzero" maxLength:"5"`
	Home   patch.Field[inner]  `json:"home,omitzero"`
	Kept   jsonb.Of[[]inner]   `json:"kept,omitzero" maxItems:"2"`
	Set    []string            `json:"set,omitempty" uniqueItems:"true"`
	IDs    []uuid.UUID         `json:"ids,omitempty" uniqueItems:"true"`
	Count  int                 `json:"count,omitempty"`
	Born   *clock.Day          `json:"born,omitempty" format:"date"`
	At     *time.Time          `json:"at,omitempty"`
	Since  string              `json:"since,omitempty" format:"date-or-date-time"`
	Email  string              `json:"email,omitempty" format:"email" maxLength:"20"`
	Land   string              `json:"land,omitempty" format:"iso-country" maxLength:"2"`
	Code   string              `json:"code,omitempty" pattern:"^[a-z]{1,4}$" maxLength:"4"`
	Free   map[string]any      `json:"free,omitempty"`
	Nested map[string]inner    `json:"nested,omitempty"`
}

func check(t *testing.T, text string) string {
	t.Helper()
	set := schema.NewSet("#/")
	of := set.Of(reflect.TypeFor[outer]())
	tree, err := schema.ReadTree([]byte(text))
	if err != nil {
		return err.Error()
	}
	said := []string{}
	for _, f := range set.Shape(of).Check("", tree).List {
		said = append(said, f.Field+" "+f.Code+": "+f.Message)
	}
	return strings.Join(said, "|")
}

func TestWhatTheTagsForbidIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"name": "x"}`:               "",
		`{"name": "x", "nick": null}`: "",
		`{"name": "x", "home": null}`: "",
		`{"name": "x", "email": "long@is.example.org.uk", "land": "GBR", "code": "abcde"}`: "code too_long: is longer than 4 characters|" +
			"email too_long: is longer than 20 characters|land format: is not a country: give its ISO 3166-1 alpha-2 code such as GB",
		`{"name": "x", "email": "jo", "code": "A"}`: "code format: does not match ^[a-z]{1,4}$|email format: is not an e-mail address such as jo@example.com",
		`{}`:                                    "name required: is required",
		`{"Name": "x"}`:                         "Name unknown: is not a key of this resource: did you mean name?|name required: is required",
		`{"name": " abcde "}`:                   "", // text is normalised before it is counted
		`{"name": "e\u0301bcde"}`:               "",
		`{"name": "abcdef", "nick": "abcdef"}`:  "name too_long: is longer than 5 characters|nick too_long: is longer than 5 characters",
		`{"name": "x", "home": {"city": 1}}`:    "home.city type: is not text",
		`{"name": "x", "kept": [{}, {"a": 1}]}`: "kept[0].city required: is required|kept[1].a unknown: is not a key of this resource|kept[1].city required: is required",
		`{"name": "x", "set": [[1], [1]]}`:      "set[0] type: is not text|set[1] type: is not text",
		`{"name": "x", "set": ["a", " a"]}`:     "set not_unique: holds a value twice",
		`{"name": "x", "set": ["a", "A"]}`:      "",
		`{"name": "x", "ids": ["0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11", "0198A3C2-7f00-7cc2-9a55-0a4b8d7c1e11"]}`: "ids not_unique: holds a value twice",
		`{"name": "a\u0000"}`:                                                            "name type: is text that cannot be stored: it holds a NUL",
		`{"name": "x", "free": {"k": "\u0000"}}`:                                         "free.k type: is text that cannot be stored: it holds a NUL",
		`{"name": "x", "born": "2026-13-01"}`:                                            "born format: is a day that does not exist",
		`{"name": "x", "since": "2026-03-14"}`:                                           "",
		`{"name": "x", "since": "2026-02-30"}`:                                           "since format: is a day that does not exist",
		`{"name": "x", "at": "2026-01-01t00:00:00z", "since": "2026-01-01t00:00:00.5z"}`: "",
		`{"name": "x", "at": "2026-02-29T00:00:00Z", "since": "2026-02-29t00:00:00z"}`: "at format: is on a day that does not exist|" +
			"since format: is on a day that does not exist",
		`{"name": "x", "at": "2016-12-31T23:59:60Z"}`: "at format: is not an instant such as 2026-03-01T09:30:00Z",
		`{"name": "x", "nested": {"a": {}}}`:          "nested.a.city required: is required",
		`{"name": "x", "since": "soon"}`: "since format: is not an instant such as 2026-03-01T09:30:00Z, " +
			"or a day of the form YYYY-MM-DD",
		`{"name": "x", "since": "9999-12-31T23:59:59-10:00"}`: "since format: is outside of the years 1 to 9999 in UTC",
		`7`:                          " type: is not an object",
		`{"name": "secret`:           "malformed at byte 16",
		`{"name": "x", "name": "y"}`: `the key "name" is there twice`,
		"{\"name\": \"\xff\"}":       "it is not text in UTF-8, from byte 10 on",
		"\xef\xbb\xbf{}":             "it begins with a byte order mark, which JSON does not have: leave it out",
		`{"name": "x"} {}`:           "malformed at byte 14",
	} {
		if got := check(t, text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

type limits struct {
	Text    string         `json:"text,omitempty" minLength:"2" maxLength:"3"`
	Email   string         `json:"email,omitempty" format:"email"`
	Land    string         `json:"land,omitempty" format:"iso-country"`
	Whole   int            `json:"whole,omitempty" minimum:"-1" maximum:"3"`
	Any     int64          `json:"any,omitempty"`
	Share   float64        `json:"share,omitempty" minimum:"0" maximum:"1"`
	List    []string       `json:"list,omitempty" minItems:"1" maxItems:"2"`
	Free    map[string]any `json:"free,omitempty" maxProperties:"2"`
	Tax     string         `json:"tax,omitempty" format:"percentage"`
	Off     string         `json:"off,omitempty" format:"percent"`
	Weight  string         `json:"weight,omitempty" format:"weight"`
	Heavy   string         `json:"heavy,omitempty" format:"weight-limit"`
	Key     string         `json:"key,omitempty" format:"key"`
	Colour  string         `json:"colour,omitempty" format:"colour"`
	ID      string         `json:"id,omitempty" format:"uuid"`
	Choices string         `json:"choices,omitempty" enum:"a,b"`
}

func TestLimitsIncludeTheirBounds(t *testing.T) {
	t.Parallel()
	set := schema.NewSet("#/")
	shape := set.Shape(set.Of(reflect.TypeFor[limits]()))
	id, key := "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11", "k"+strings.Repeat("0", 59)
	for key, c := range map[string]struct{ good, bad string }{
		"text": {`"éé" "ééé"`, `null "" "é" "éééé" 7`}, "email": {`"" "jo@example.com"`, `"jo"`}, "land": {`"" "GB"`, `"UK"`},
		"whole": {`-1 0 3`, `-2 4 0.5 "1"`}, "any": {`9007199254740993`, `9223372036854775808 1e400`}, "share": {`0 0.5 1`, `-0.1 1.1 true`},
		"list": {`["a"] ["a","b"]`, `[] ["a","b","c"] {}`}, "free": {`{} {"a":1,"b":[2]}`, `{"a":1,"b":2,"c":3} {"a":1e400} {"a":[-1e400]}`},
		"tax": {`"0" "100" "100.0000" "99.9999"`, `"100.1" "101" "-1" "1.00000"`}, "off": {`"0" "9999.9999"`, `"-1" "10000" "1.00000"`},
		"weight": {`"99999.999"`, `"100000" "1.0000" "-1"`}, "heavy": {`"999999.9999"`, `"1000000" "1.00000"`}, "key": {`"a" "` + key + `"`, `"` + key + `0" "A" "1"`},
		"colour": {`"#1a2B3c"`, `"#12345" "#1234567" "red"`}, "id": {`"` + id + `"`, `"` + id + `0" "` + id[1:] + `"`}, "choices": {`"a"`, `"" "c"`},
	} {
		for i, values := range []string{c.good, c.bad} {
			for value := range strings.FieldsSeq(values) {
				tree, err := schema.ReadTree([]byte(`{"` + key + `":` + value + `}`))
				if err != nil {
					t.Fatal(err)
				}
				if got := shape.Check("", tree); got.Any() != (i == 1) {
					t.Errorf("%s %s: %v", key, value, got.List)
				}
			}
		}
	}
}

func TestFaultsBeyondAHundredAreCounted(t *testing.T) {
	t.Parallel()
	var f, other schema.Faults
	for range 102 {
		other.Add("at", "code", "message")
	}
	f.Add("first", "code", "message")
	f.Join(other)
	if len(f.List) != 100 || f.More != 3 || f.Count() != 103 || f.List[0].Field != "first" {
		t.Errorf("%d and %d more", len(f.List), f.More)
	}
}

func TestTextIsNormalisedWhereverItStands(t *testing.T) {
	t.Parallel()
	var o outer
	text := `{"name": " Zoe\u0308 ", "nick": "  Zoe` + "\u0308" + `", "home": {"city": "\tRom "}, "kept": [{"city": " Rom"}], "free": {" k ": " v "}}`
	if err := schema.Decode([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%q %q %q %q %q", o.Name, o.Nick.Value, o.Home.Value.City, o.Kept.Get(), o.Free)
	if want := `"Zoë" "Zoë" "Rom" [{"Rom"}] map[" k ":"v"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNumbersOfAnyTypeKeepTheirDigits(t *testing.T) {
	t.Parallel()
	var o outer
	if err := schema.Decode([]byte(`{"free": {"a": 1.00000000000000000001, "b": [-0, "1"]}}`), &o); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(o.Free), "map[a:1.00000000000000000001 b:[-0 1]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCleaningKeepsWhatIsNoText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a": "b", "n": 9007199254740993, "f": 1.50, "l": [true, null]}`:  `{"a": "b", "n": 9007199254740993, "f": 1.50, "l": [true, null]}`,
		`{"a": " b", "n": 9007199254740993, "f": 1.50, "l": [true, null]}`: `{"a":"b","n":9007199254740993,"f":1.50,"l":[true,null]}`,
		`[" a", {"b ": "c "}, []]`: `["a",{"b ":"c"},[]]`,
		`" a"`:                     `"a"`,
		`["a "]`:                   `["a"]`,
		"[\"e\u0301\"]":            "[\"\u00e9\"]",
		`{"a": " b"`:               `{"a": " b"`,
		`{"a": " b"} x`:            `{"a": " b"} x`,
		`""`:                       `""`,
		``:                         ``,
	} {
		if got := string(schema.Clean([]byte(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestWhatCannotBeDecodedIsNamedWithItsPlace(t *testing.T) {
	t.Parallel()
	var o outer
	for text, want := range map[string]string{
		`{"count": 1.0}`:                      "count: is not a whole number written as digits",
		`{"count": 99999999999999999999}`:     "count: is not a whole number written as digits",
		`{"nested": {"a": {"city": 1}}}`:      "nested.a.city: is not valid",
		`{"set": ["a", 1]}`:                   "set[1]: is not valid",
		`{"born": "yesterday"}`:               "born: is not valid",
		`{"at": "9999-12-31T23:00:00-01:00"}`: "at: is outside of the years 1 to 9999 in UTC",
		`{"at": "0001-01-01T00:30:00+01:00"}`: "at: is outside of the years 1 to 9999 in UTC",
	} {
		f := schema.DecodeFault(schema.Decode([]byte(text), &o))
		if got := f.Field + ": " + f.Message; got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestTreesOfTooManyValuesOrLevelsAreRefused(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string { return strings.Repeat("[", levels) + "1" + strings.Repeat("]", levels) }
	list := func(values int) string { return "[" + strings.Repeat("1,", values-2) + "1]" } // the list is a value, too
	for text, ok := range map[string]bool{nested(1000): true, nested(1001): false, list(50_000): true, list(50_001): false} {
		if _, err := schema.ReadTree([]byte(text)); (err == nil) != ok {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

func TestInstantsAreDecodedInLowerCase(t *testing.T) {
	t.Parallel()
	var o outer
	if err := schema.Decode([]byte(`{"at": "2026-01-01t00:00:00.5z"}`), &o); err != nil || o.At.Format(time.RFC3339Nano) != "2026-01-01T00:00:00.5Z" {
		t.Errorf("%v, %v", o.At, err)
	}
}

func TestInstantsAreDecodedAsTheyAreStored(t *testing.T) {
	t.Parallel()
	var o outer
	err := schema.Decode([]byte(`{"at": "2026-01-01T00:00:00.123456789+05:30"}`), &o)
	if err != nil || *o.At != time.Date(2025, 12, 31, 18, 30, 0, 123456000, time.UTC) {
		t.Errorf("%v, %v", o.At, err)
	}
}

func FuzzCleanKeepsTheMeaning(f *testing.F) {
	for _, seed := range []string{`{"a": " b"}`, `["\u0041\u0308", 1e3]`, `{"a":{"b":[" "]}}`, `"\"`, `{"a":"\\ "}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		before, err := schema.ReadTree([]byte(text))
		if err != nil {
			return
		}
		clean := schema.Clean([]byte(text))
		after, err := schema.ReadTree(clean)
		if err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%q became %q (%v)", text, clean, err)
		}
		if again := schema.Clean(clean); string(again) != string(clean) {
			t.Errorf("%q is not clean yet: %q", clean, again)
		}
	})
}
