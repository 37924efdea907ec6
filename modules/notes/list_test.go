package notes_test

import (
	"slices"
	"testing"

	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// bodies reads a whole list in pages of the given size; between is called after each page.
func (w *world) bodies(place notes.Scope, f notes.Filter, limit int, between func()) []string {
	w.Helper()
	var all []string
	request := paging.Request{Limit: limit}
	for {
		page := testkit.Must[paging.Page[notes.Note]](w)(w.service.List(w.Ctx, w.Account, place, f, request))
		for _, n := range page.Items {
			all = append(all, n.Body)
		}
		if page.Next == nil {
			return all
		}
		request.After = page.Next
		between()
	}
}

func nothing() {}

func TestListShowsPinnedFirstThenNewest(t *testing.T) {
	w := newWorld(t)
	for _, d := range []notes.NoteCreate{
		{Body: "a"}, {Body: "b", Pinned: true}, {Body: "c"}, {Body: "d", Pinned: true}, {Body: "e"},
	} {
		w.create(w.pet, d)
	}
	w.create(w.customer, notes.NoteCreate{Body: "of the customer"})
	want := []string{"d", "b", "e", "c", "a"}
	for limit := 1; limit <= 6; limit++ {
		if got := w.bodies(w.pet, notes.Filter{}, limit, nothing); !slices.Equal(got, want) {
			t.Errorf("pages of %d: %v", limit, got)
		}
	}
}

func TestListFiltersByCategoryAndVisibility(t *testing.T) {
	w := newWorld(t)
	w.create(w.pet, notes.NoteCreate{Body: "a", Category: "medical"})
	w.create(w.pet, notes.NoteCreate{Body: "b", Category: "medical", Visibility: notes.ForCustomer})
	w.create(w.pet, notes.NoteCreate{Body: "c", Visibility: notes.ForCustomer})
	for _, c := range []struct {
		filter notes.Filter
		want   []string
	}{
		{notes.Filter{Category: "medical"}, []string{"b", "a"}},
		{notes.Filter{Visibility: notes.ForCustomer}, []string{"c", "b"}},
		{notes.Filter{Category: "medical", Visibility: notes.ForCustomer}, []string{"b"}},
		{notes.Filter{Category: "incident"}, nil},
	} {
		if got := w.bodies(w.pet, c.filter, 1, nothing); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.filter, got)
		}
	}
}

func TestCustomersReadOnlyWhatIsWrittenForThem(t *testing.T) {
	w := newWorld(t)
	w.create(w.pet, notes.NoteCreate{Body: "for staff", Pinned: true})
	w.create(w.pet, notes.NoteCreate{Body: "for them", Visibility: notes.ForCustomer})
	w.Ctx = w.AsCustomer(w.customer.ID)
	for filter, want := range map[notes.Filter][]string{
		{}:                              {"for them"},
		{Visibility: notes.ForCustomer}: {"for them"},
		{Visibility: notes.ForStaff}:    nil,
	} {
		if got := w.bodies(w.pet, filter, 10, nothing); !slices.Equal(got, want) {
			t.Errorf("%+v: %v", filter, got)
		}
	}
}

func TestListOfMissingParentIsNotFound(t *testing.T) {
	w := newWorld(t)
	_, err := w.service.List(w.Ctx, w.Account, notes.UnderPet(ids.New(), w.pet.ID), notes.Filter{}, paging.All(10))
	testkit.WantKind(t, err, apperr.NotFound)
}
