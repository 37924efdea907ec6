package httpapi

import (
	"net/http/httptest"
	"testing"

	"github.com/petcare/petcare/adapters/schema"
)

var signed = newCursors([][]byte{[]byte("a"), []byte("b")})

func FuzzCursor(f *testing.F) {
	r := httptest.NewRequest("GET", "/v1/accounts/x/customers?status=active&limit=3", nil)
	f.Add(signed.encode(r, []string{"0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11"}))
	f.Add(signed.encode(r, []string{"1"})[:8] + "\n" + signed.encode(r, []string{"1"})[8:])
	f.Add("")
	f.Add("AAAAAAAAAAAAAAAAAAAAAA")
	other := httptest.NewRequest("GET", "/v1/accounts/x/customers?status=inactive", nil)
	f.Fuzz(func(t *testing.T, cursor string) {
		position, err := signed.decode(r, cursor)
		if err != nil {
			return
		}
		// An accepted cursor is exactly what this list would have written, and belongs to no other list.
		if signed.encode(r, position) != cursor {
			t.Errorf("%q stands for %q", cursor, position)
		}
		if _, err := signed.decode(other, cursor); err == nil {
			t.Errorf("%q is accepted with other filters", cursor)
		}
	})
}

func FuzzStrictBody(f *testing.F) {
	for _, seed := range []string{`{"name":"a"}`, `{"name":null}`, `[]`, `{"a":{"b":["\u0000"]}}`, `{"name":"a","name":"b"}`, "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		tree, err := schema.ReadTree(body)
		if err != nil {
			return
		}
		var change toyChange
		if schema.Decode(body, &change) != nil {
			return
		}
		object, ok := tree.(map[string]any)
		if !ok {
			return
		}
		// Both decoders of a body must agree on the keys.
		_, there := object["name"]
		if there != change.Name.Set {
			t.Errorf("name in the tree: %v, in the struct: %v", there, change.Name.Set)
		}
	})
}

func FuzzMatch(f *testing.F) {
	f.Add(`"1"`)
	f.Add(`W/"1", "2"`)
	f.Add("*")
	f.Fuzz(func(t *testing.T, header string) {
		_ = preconditionOf(header).Check(1, nil)
		_ = matchesNone(header, `"1"`)
	})
}

func TestCursorOfAnotherKeyOrListIsForged(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("GET", "/v1/x?a=1", nil)
	position := []string{"1"}
	if _, err := signed.decode(r, newCursors(nil).encode(r, position)); err == nil {
		t.Error("a cursor that was signed with another key is accepted")
	}
	if _, err := signed.decode(r, newCursors([][]byte{[]byte("b")}).encode(r, position)); err != nil {
		t.Errorf("the key before the last rotation: %v", err)
	}
	for _, other := range []string{"/v1/y?a=1", "/v1/x?a=2", "/v1/x"} {
		if _, err := signed.decode(httptest.NewRequest("GET", other, nil), signed.encode(r, position)); err == nil {
			t.Errorf("a cursor of %s is accepted at %s", r.URL, other)
		}
	}
}
