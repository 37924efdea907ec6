package patch_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
)

type change struct {
	Name patch.Field[string] `json:"name,omitzero"`
	Size patch.Field[int]    `json:"size,omitzero"`
}

func TestFieldIsAbsentNullOrHasAValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]patch.Field[string]{
		`{}`: {}, `{"name":null}`: patch.Null[string](), `{"name":""}`: patch.Of(""), `{"name":"x"}`: patch.Of("x"),
	} {
		var c change
		if err := json.Unmarshal([]byte(text), &c); err != nil || c.Name != want {
			t.Errorf("%s: %+v %v", text, c.Name, err)
		}
		if back, err := json.Marshal(c); err != nil || string(back) != text {
			t.Errorf("%s came back as %s %v", text, back, err)
		}
	}
}

func TestFieldReadAgainKeepsNothing(t *testing.T) {
	t.Parallel()
	f := patch.Of(map[string]int{"a": 1})
	for text, want := range map[string]patch.Field[map[string]int]{`null`: patch.Null[map[string]int](), `{"b":2}`: patch.Of(map[string]int{"b": 2})} {
		if err := f.UnmarshalJSON([]byte(text)); err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%s: %+v %v", text, f, err)
		}
	}
}

func TestAPatchHoldsWhatItDoesNotChange(t *testing.T) {
	t.Parallel()
	const value = `{"a":1,"b":{"c":"x","d":null},"e":[{"f":1,"g":2}]}`
	for change, want := range map[string]bool{
		value: true, `{}`: true, `{"b":{}}`: true, `{"b":{"c":"x"}}`: true, `{"b":{"d":null}}`: true, `{"e":[{"g":2,"f":1}]}`: true, `{"b":{"d":{}}}`: true,
		`null`: false, `{"b":null}`: false, `{"b":{"c":"y"}}`: false, `{"b":{"c":null}}`: false, `{"e":[{"f":1}]}`: false, `{"z":null}`: false,
		`{"a":{}}`: false, `{"b":{"d":{"z":null}}}`: false, `[]`: false,
	} {
		var errs apperr.FieldErrors
		kept := patch.Kept{{Key: "k", Code: patch.ReadOnly, Value: []byte(change)}}
		err := kept.Check(1, map[string]json.RawMessage{"k": json.RawMessage(value)}, "", &errs)
		if err != nil || (errs.Err() == nil) != want {
			t.Errorf("%s: not %t, %v", change, want, err)
		}
	}
}

func TestANilListIsShownEmpty(t *testing.T) {
	t.Parallel()
	kept := patch.Kept{{Key: "list", Code: patch.ReadOnly, Value: []byte("[]")}}
	var errs apperr.FieldErrors
	if err := kept.Check(1, struct {
		List []string `json:"list"`
	}{}, "", &errs); err != nil || errs.Err() != nil {
		t.Error(err, errs.Err())
	}
}

func TestWhatIsSentBackAsItWasReadIsNoChange(t *testing.T) {
	t.Parallel()
	type pet struct {
		change
		Tags patch.Field[[]string]       `json:"tags,omitzero"`
		Own  patch.Field[map[string]any] `json:"own,omitzero"`
	}
	shown := map[string]any{"name": "Rex", "size": nil, "tags": []string{"a"}, "own": map[string]any{"diet": "<raw>", "age": 3}, "version": 4}
	match := patch.Precondition{}.Keeping(patch.Kept{{Key: "version", Value: []byte("4")}, {Key: "size", Value: []byte("null")}})
	for text, want := range map[string]string{
		`{"name":"Rex","size":null,"tags":["a"],"own":{"age":3.0}}`: `{}`,
		`{"name":"Max","size":1,"tags":[]}`:                         `{"name":"Max","size":1,"tags":[]}`,
		`{"name":null,"tags":["a","b"],"own":{}}`:                   `{"name":null,"tags":["a","b"]}`,
		`{"own":{"diet":"<raw>","age":4,"new":null}}`:               `{"own":{"age":4,"new":null}}`,
		`{"own":null}`: `{"own":null}`,
	} {
		var p pet
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatal(err)
		}
		left, err := match.SentBack(4, shown, &p)
		if got, _ := json.Marshal(p); err != nil || string(got) != want {
			t.Errorf("%s: %s left, want %s (%v)", text, got, want, err)
		}
		if err := left.Check(4, map[string]any{"size": 9, "version": 4}); err != nil { // what they do not see is not compared with what is stored
			t.Error(err)
		}
		if err := left.Check(5, shown); err == nil {
			t.Error("another version is stored")
		}
	}
	if _, err := match.SentBack(5, shown, &pet{}); err == nil {
		t.Error("another version was read")
	}
}

func TestApplyChangesOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	name := "a"
	patch.Field[string]{}.Apply(&name)
	if name != "a" {
		t.Error("an absent key changed it")
	}
	patch.Null[string]().Apply(&name)
	if name != "" {
		t.Error("null did not clear it")
	}
	p := &name
	patch.Of("b").ApplyPtr(&p)
	if *p != "b" || name != "" {
		t.Error("the value went elsewhere")
	}
	patch.Null[string]().ApplyPtr(&p)
	if p != nil {
		t.Error("null did not clear the pointer")
	}
}

func TestMatchKnowsItsVersions(t *testing.T) {
	t.Parallel()
	if err := (patch.Precondition{}).Check(7, nil); err != nil {
		t.Error(err)
	}
	m := patch.IfMatch([]int64{2, 3})
	if m.Check(3, nil) != nil || !apperr.Is(m.Check(4, nil), apperr.VersionMismatch) || !apperr.Is(patch.IfMatch(nil).Check(1, nil), apperr.VersionMismatch) {
		t.Error("the versions are not told apart")
	}
}

func FuzzField(f *testing.F) {
	for _, seed := range []string{`{"name":null}`, `{"size":1}`, `{"name":"x","size":null}`, `{"size":1e3}`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var c change
		if json.Unmarshal(text, &c) != nil {
			return
		}
		back, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var again change
		if err := json.Unmarshal(back, &again); err != nil || again != c {
			t.Errorf("%s became %s", text, back)
		}
	})
}
