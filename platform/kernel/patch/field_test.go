package patch_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
)

func TestAbsentKeyChangesNothing(t *testing.T) {
	t.Parallel()
	name := "a"
	p := &name
	var f apperr.FieldErrors
	patch.Field[string]{}.ApplyPtr(&p)
	patch.Field[string]{}.NotNull(&name, "name", &f)
	if p != &name || name != "a" || len(f) != 0 {
		t.Errorf("%q %v", name, f)
	}
}

func TestKeyThatCannotBeClearedTakesValuesOnly(t *testing.T) {
	t.Parallel()
	name := "a"
	var f apperr.FieldErrors
	patch.Null[string]().NotNull(&name, "name", &f)
	if name != "a" || len(f) != 1 || f[0].Field != "name" || f[0].Code != "null" {
		t.Errorf("%q %v", name, f)
	}
	patch.Of("b").NotNull(&name, "name", &f)
	if name != "b" || len(f) != 1 {
		t.Errorf("%q %v", name, f)
	}
}

func TestValueOfAnotherTypeIsRefused(t *testing.T) {
	t.Parallel()
	var c change
	if err := json.Unmarshal([]byte(`{"size":"big"}`), &c); err == nil {
		t.Errorf("%+v", c)
	}
}

func TestAbsentFieldByItselfIsWrittenAsNull(t *testing.T) {
	t.Parallel()
	if text, err := json.Marshal(patch.Field[string]{}); err != nil || string(text) != "null" {
		t.Errorf("%s %v", text, err)
	}
}

func TestSchemaShowsTheValueOrNull(t *testing.T) {
	t.Parallel()
	f := patch.Of(1)
	if f.JSONType() != reflect.TypeFor[int]() || !f.Nullable() {
		t.Errorf("%s %t", f.JSONType(), f.Nullable())
	}
}
