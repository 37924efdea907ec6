package paging_test

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func TestCutTellsWhereThePageEnded(t *testing.T) {
	t.Parallel()
	position := func(s string) []string { return []string{s} }
	r := paging.Request{Limit: 2}
	if p := paging.Cut(r, []string{"a", "b", "c"}, position); len(p.Items) != 2 || len(p.Next) != 1 || p.Next[0] != "b" {
		t.Errorf("%+v", p)
	}
	if p := paging.Cut(r, []string{"a", "b"}, position); len(p.Items) != 2 || p.Next != nil {
		t.Errorf("%+v", p)
	}
	if p := paging.Cut(r, nil, position); len(p.Items) != 0 || p.Next != nil {
		t.Errorf("%+v", p)
	}
}

func TestPositionsOfAnotherKindAreRefused(t *testing.T) {
	t.Parallel()
	id := ids.New().String()
	for _, after := range [][]string{{}, {"x"}, {"x", "y", "z"}, {"x", "not an id"}} {
		r := paging.Request{Limit: 1, After: after}
		_, a := r.ID()
		_, _, b := r.TextID()
		_, _, c := r.NumberID()
		for _, err := range []error{a, b, c} {
			if !apperr.Is(err, apperr.Invalid) {
				t.Errorf("%q: %v", after, err)
			}
		}
	}
	if got, err := (paging.Request{After: []string{id}}).ID(); err != nil || got.String() != id {
		t.Errorf("%s %v", got, err)
	}
	if n, got, err := (paging.Request{After: []string{"7", id}}).NumberID(); err != nil || n != 7 || got.String() != id {
		t.Errorf("%d %s %v", n, got, err)
	}
	if s, got, err := (paging.Request{After: []string{"ä", id}}).TextID(); err != nil || s != "ä" || got.String() != id {
		t.Errorf("%s %s %v", s, got, err)
	}
}

func TestACursorHasOneSpelling(t *testing.T) {
	t.Parallel()
	if raw, err := paging.DecodeText("QQ"); err != nil || string(raw) != "A" {
		t.Errorf("%q %v", raw, err)
	}
	for _, other := range []string{"QR", "QQ==", "Q\nQ", "QQ\r", "Q+", "Q"} {
		if _, err := paging.DecodeText(other); !apperr.Is(err, apperr.Invalid) {
			t.Errorf("%q: %v", other, err)
		}
	}
}
