package testkit

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Must fails the test when a call fails: testkit.Must[notes.Note](t)(service.Get(ctx, account, id)).
func Must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Same compares two values including unexported fields, and times by instant. A nil slice differs from an empty one.
func Same[T any](t testing.TB, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// SameJSON compares JSON by meaning: the order of keys does not count. Strings and bytes are JSON already; other values are encoded.
func SameJSON(t testing.TB, got, want any) {
	t.Helper()
	if diff := cmp.Diff(decoded(t, want), decoded(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func decoded(t testing.TB, v any) (tree any) {
	t.Helper()
	var text []byte
	switch v := v.(type) {
	case string:
		text = []byte(v)
	case []byte:
		text = v
	default:
		var err error
		if text, err = json.Marshal(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatalf("read %s: %v", text, err)
	}
	return tree
}

// WantKind checks the kind of an expected error, and its code if one is given. The returned error is never nil.
func WantKind(t testing.TB, err error, kind apperr.Kind, code ...string) *apperr.Error {
	t.Helper()
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		t.Errorf("got %v, want an error of kind %d %v", err, kind, code)
		return &apperr.Error{}
	}
	if e.Kind != kind || len(code) > 0 && !slices.Contains(code, e.Code) {
		t.Errorf("got kind %d, %v; want kind %d %v", e.Kind, err, kind, code)
	}
	return e
}

// WantFieldErrors checks that err is invalid for exactly these reasons, in any order: "email format", "query limit maximum".
func WantFieldErrors(t testing.TB, err error, want ...string) {
	t.Helper()
	got, want := FieldErrors(WantKind(t, err, apperr.Invalid).Errors), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the field errors are %q, want %q", got, want)
	}
}

// FieldErrors formats field errors as "field code", preceded by the location if that is not the body.
func FieldErrors(list []apperr.FieldError) []string {
	words := make([]string, len(list))
	for i, f := range list {
		words[i] = f.Field + " " + f.Code
		if f.In != "" {
			words[i] = f.In + " " + words[i]
		}
	}
	return words
}

// AllPages reads a list to its end in pages of limit.
func AllPages[T any](t testing.TB, limit int, list func(paging.Request) (paging.Page[T], error)) []T {
	t.Helper()
	all := []T{}
	for request := (paging.Request{Limit: limit}); ; {
		page, err := list(request)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) > limit || page.Next != nil && len(page.Items) == 0 {
			t.Fatalf("a page of %d holds %d, and another follows: %v", limit, len(page.Items), page.Next != nil)
		}
		all = append(all, page.Items...)
		if page.Next == nil {
			return all
		}
		request.After = page.Next
	}
}
