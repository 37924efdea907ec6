package paging_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func TestFirstPageHasNoPosition(t *testing.T) {
	t.Parallel()
	r := paging.All(7)
	if r.Limit != 7 || r.Fetch() != 8 {
		t.Errorf("limit %d, fetch %d", r.Limit, r.Fetch())
	}
	if id, err := r.ID(); id != uuid.Nil || err != nil {
		t.Errorf("%s %v", id, err)
	}
	if s, id, err := r.TextID(); s != "" || id != uuid.Nil || err != nil {
		t.Errorf("%q %s %v", s, id, err)
	}
	if n, id, err := r.NumberID(); n != 0 || id != uuid.Nil || err != nil {
		t.Errorf("%d %s %v", n, id, err)
	}
}

func TestNumberPositionIsADecimalAndAnId(t *testing.T) {
	t.Parallel()
	id := ids.New().String()
	if n, _, err := (paging.Request{After: []string{"-12", id}}).NumberID(); err != nil || n != -12 {
		t.Errorf("%d %v", n, err)
	}
	for _, after := range [][]string{{"x", id}, {"1.5", id}, {"1", "x"}, {"9223372036854775808", id}} {
		n, got, err := (paging.Request{After: after}).NumberID()
		if !apperr.Is(err, apperr.Invalid) || got != uuid.Nil {
			t.Errorf("%q: %d %s %v", after, n, got, err)
		}
	}
}

func TestBadCursorIsAFaultOfTheQuery(t *testing.T) {
	t.Parallel()
	e, ok := errors.AsType[*apperr.Error](paging.BadCursor())
	if !ok || len(e.Errors) != 1 {
		t.Fatal(e)
	}
	if f := e.Errors[0]; f.In != "query" || f.Field != "cursor" || f.Code != "cursor" || f.Message == "" {
		t.Errorf("%+v", f)
	}
}
