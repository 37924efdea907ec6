package notes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/testkit"
)

func TestNoteIsMadeWithAuthorDefaultsAndOneEvent(t *testing.T) {
	w := newWorld(t)
	n := w.create(w.pet, notes.NoteCreate{Body: "Sniffs at everything <b> & waits", Title: new("")})
	want := notes.Note{
		Meta:   record.Meta{ID: n.ID, AccountID: w.Account, CreatedAt: w.Now(), UpdatedAt: w.Now(), Version: 1},
		Parent: w.pet.Parent, Body: "Sniffs at everything <b> & waits", Category: notes.General,
		Visibility: notes.ForStaff, Author: jsonb.New(new(w.Key.Actor())),
	}
	testkit.SameJSON(t, n, want)
	e := w.WantEvents(uuid.Nil, notes.Created)
	testkit.SameJSON(t, e[0].Data.Object, want)
	testkit.SameJSON(t, e[0].Data.Previous, nil)
	page := testkit.Must[paging.Page[notes.Note]](t)(w.service.List(w.Ctx, w.Account, w.pet, notes.Filter{}, paging.All(10)))
	testkit.SameJSON(t, page.Items, []notes.Note{want})
}

func TestNoteKeepsEveryKey(t *testing.T) {
	w := newWorld(t)
	n := w.create(w.order, notes.NoteCreate{
		Title: new("Late"), Body: strings.Repeat("é", 10000), Category: "billing", Pinned: true,
		Visibility: notes.ForCustomer, ExternalID: new("N-1"),
	})
	page := testkit.Must[paging.Page[notes.Note]](t)(w.service.List(w.Ctx, w.Account, w.order, notes.Filter{}, paging.All(10)))
	testkit.SameJSON(t, page.Items, []notes.Note{n})
	same := testkit.Must[notes.Note](t)(w.service.Update(w.Ctx, w.Account, w.order, n.ID, notes.NotePatch{}, patch.Precondition{}))
	testkit.SameJSON(t, same, n)
}

func TestCreateUnderMissingParentWritesNothing(t *testing.T) {
	w := newWorld(t)
	for _, place := range []notes.Scope{
		notes.UnderCustomer(ids.New()), notes.UnderPet(ids.New(), w.pet.ID), notes.UnderPet(w.customer.ID, ids.New()), notes.UnderOrder(w.pet.ID),
	} {
		_, err := w.service.Create(w.Ctx, w.Account, place, notes.NoteCreate{Body: "?"})
		testkit.WantKind(t, err, apperr.NotFound)
	}
	w.WantEvents(uuid.Nil)
}

func TestNoteUnderAnotherParentThanItsOwnIsNotFound(t *testing.T) {
	w := newWorld(t)
	n := w.create(w.pet, notes.NoteCreate{Body: "Of the pet"})
	change := notes.NotePatch{Body: patch.Of("Changed")}
	for _, place := range []notes.Scope{w.customer, w.order, notes.UnderPet(ids.New(), w.pet.ID)} {
		_, err := w.service.Update(w.Ctx, w.Account, place, n.ID, change, patch.Precondition{})
		testkit.WantKind(t, err, apperr.NotFound)
		testkit.WantKind(t, w.service.Delete(w.Ctx, w.Account, place, n.ID, patch.Precondition{}), apperr.NotFound)
	}
	w.WantEvents(uuid.Nil, notes.Created)
	for _, place := range []notes.Scope{w.pet, {}} {
		change.Body.Value += "!"
		if _, err := w.service.Update(w.Ctx, w.Account, place, n.ID, change, patch.Precondition{}); err != nil {
			t.Error(err)
		}
	}
}

func TestExternalIDIsUniqueInTheAccount(t *testing.T) {
	w := newWorld(t)
	w.create(w.pet, notes.NoteCreate{Body: "One", ExternalID: new("N-1")})
	other := w.create(w.pet, notes.NoteCreate{Body: "Two"})
	_, err := w.service.Create(w.Ctx, w.Account, w.pet, notes.NoteCreate{Body: "Three", ExternalID: new("N-1")})
	if !errors.Is(err, notes.ErrExternalIDTaken) {
		t.Errorf("create: %v", err)
	}
	_, err = w.service.Update(w.Ctx, w.Account, w.pet, other.ID, notes.NotePatch{ExternalID: patch.Of("N-1")}, patch.Precondition{})
	if !errors.Is(err, notes.ErrExternalIDTaken) {
		t.Errorf("update: %v", err)
	}
	for range 2 { // an empty one is none
		if n := w.create(w.pet, notes.NoteCreate{Body: "Three", ExternalID: new("")}); n.ExternalID != nil {
			t.Errorf("external id %q", *n.ExternalID)
		}
	}
	empty := notes.NotePatch{Title: patch.Of(""), ExternalID: patch.Of("")}
	if same, err := w.service.Update(w.Ctx, w.Account, w.pet, other.ID, empty, patch.Precondition{}); err != nil || same.Version != 1 {
		t.Errorf("%+v, %v", same, err)
	}
	created := notes.Created
	w.WantEvents(uuid.Nil, created, created, created, created)
}
