package jsonb_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/jsonb"
)

type tags = jsonb.Of[[]string]

func TestValueGoesThroughUndecoded(t *testing.T) {
	t.Parallel()
	const text = `[ "b",  "a" ]` // as written, spaces and all
	for _, src := range []any{text, []byte(text)} {
		var kept tags
		if err := kept.Scan(src); err != nil || !slices.Equal(kept.Get(), []string{"b", "a"}) {
			t.Errorf("%T: %v %v", src, kept.Get(), err)
		}
		if got, err := kept.Value(); err != nil || got != text {
			t.Errorf("%T is written as %v, %v", src, got, err)
		}
	}
	var kept tags
	if err := kept.Scan(5); err == nil {
		t.Error("a number was read as JSON text")
	}
}

func TestNewValueIsKeptAndShown(t *testing.T) {
	t.Parallel()
	if got := jsonb.New([]string{"a", "b"}).Get(); !slices.Equal(got, []string{"a", "b"}) {
		t.Error(got)
	}
	if text, err := json.Marshal(jsonb.New(7)); err != nil || string(text) != "7" {
		t.Errorf("%s %v", text, err)
	}
}

func TestHTMLIsKeptAsItIs(t *testing.T) {
	t.Parallel()
	if got := string(jsonb.New("<b>&").Text()); got != `"<b>&"` {
		t.Error(got)
	}
}

func TestNullColumnIsTheZeroValue(t *testing.T) {
	t.Parallel()
	kept := jsonb.New([]string{"a"})
	if err := kept.Scan(nil); err != nil || kept.Get() != nil {
		t.Errorf("%v %v", kept.Get(), err)
	}
	var none jsonb.Of[struct {
		Percent int `json:"percent"`
	}]
	if text, err := json.Marshal(none); err != nil || string(text) != `{"percent":0}` || none.Get().Percent != 0 {
		t.Errorf("%s %v", text, err)
	}
}

func TestScannedTextIsNotSharedWithTheDriver(t *testing.T) {
	t.Parallel()
	buffer := []byte(`["a"]`)
	var scanned, decoded tags
	if err := scanned.Scan(buffer); err != nil {
		t.Fatal(err)
	}
	if err := decoded.UnmarshalJSON(buffer); err != nil {
		t.Fatal(err)
	}
	copy(buffer, `["x"]`)
	if scanned.Get()[0] != "a" || decoded.Get()[0] != "a" {
		t.Errorf("%v %v", scanned.Get(), decoded.Get())
	}
}

func TestInputOfAnotherShapeIsRefused(t *testing.T) {
	t.Parallel()
	var in struct{ Tags tags }
	if err := json.Unmarshal([]byte(`{"Tags": ["a", "b"]}`), &in); err != nil || len(in.Tags.Get()) != 2 {
		t.Errorf("%v %v", in.Tags.Get(), err)
	}
	if err := json.Unmarshal([]byte(`{"Tags": {"a": 1}}`), &in); err == nil || len(in.Tags.Get()) != 2 {
		t.Errorf("%v %v", in.Tags.Get(), err)
	}
}

func TestSchemaShowsTheValue(t *testing.T) {
	t.Parallel()
	if got := (tags{}).JSONType(); got != reflect.TypeFor[[]string]() {
		t.Error(got)
	}
	if (tags{}).Nullable() || !(jsonb.Of[*string]{}).Nullable() {
		t.Error("only pointers can be null")
	}
}

func TestWhatIsNoPlainDataPanics(t *testing.T) {
	t.Parallel()
	if v, err := (jsonb.Of[func()]{}).Value(); err == nil {
		t.Errorf("it is written as %v", v)
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "encode func(): ") {
			t.Errorf("a function was encoded: %s", text)
		}
	}()
	jsonb.New(func() {})
}
