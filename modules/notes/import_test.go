package notes_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

// resolve knows the customer C-1, its pet P-1 and the order O-1.
func (w *world) resolve(recordType, externalID string) uuid.UUID {
	id := map[string]uuid.UUID{"customer C-1": w.customer.ID, "pet P-1": w.pet.ID, "order O-1": w.order.ID}[recordType+" "+externalID]
	if id == uuid.Nil {
		w.Errorf("asked for %s %s", recordType, externalID)
	}
	return id
}

func TestImportChangesOnlyWhatTheLineChanges(t *testing.T) {
	w := newWorld(t)
	n := w.create(w.pet, notes.NoteCreate{Body: "Old", ExternalID: new("N-1")})
	w.Advance(time.Hour)
	w.MustImport(w.service.Import(), w.resolve, `{"external_id": "N-1", "pet": "P-1", "body": "New"}`)
	n.Body, n.Version, n.UpdatedAt = "New", 2, w.Now()
	e := w.WantEvents(n.ID, notes.Created, notes.Updated)
	testkit.SameJSON(t, e[1].Data.Object, n)
	testkit.SameJSON(t, e[1].Data.Previous, `{"body": "Old"}`)
	same := testkit.Must[notes.Note](t)(w.service.Update(w.Ctx, w.Account, w.pet, n.ID, notes.NotePatch{}, patch.Precondition{}))
	testkit.SameJSON(t, same, n)
}

func TestImportedNoteIsAboutExactlyOneRecordForEver(t *testing.T) {
	w := newWorld(t)
	w.create(w.pet, notes.NoteCreate{Body: "Old", ExternalID: new("N-1")})
	got := w.Import(w.service.Import(), w.resolve,
		`{"external_id": "N-1", "order": "O-1", "body": "Moved"}`,
		`{"external_id": "N-2", "body": "About nothing"}`,
		`{"external_id": "N-3", "order": "O-1", "pet": "P-1", "body": "About two"}`)
	testkit.Same(t, got, []string{"N-1: order immutable", "N-2: customer exactly_one", "N-3: customer exactly_one"})
	w.WantEvents(uuid.Nil, notes.Created)
}

func TestANoteThatWasDeletedDoesNotComeBack(t *testing.T) {
	w := newWorld(t)
	const line = `{"external_id": "N-1", "pet": "P-1", "body": "Old"}`
	list := func() []notes.Note {
		return testkit.Must[paging.Page[notes.Note]](t)(w.service.List(w.Ctx, w.Account, w.pet, notes.Filter{}, paging.All(10))).Items
	}
	remove := func(id uuid.UUID) {
		if err := w.service.Delete(w.Ctx, w.Account, w.pet, id, patch.Precondition{}); err != nil {
			t.Fatal(err)
		}
		w.MustImport(w.service.Import(), w.resolve, line)
		testkit.SameJSON(t, list(), []notes.Note{})
	}
	w.MustImport(w.service.Import(), w.resolve, line)
	remove(list()[0].ID)
	w.WantEvents(uuid.Nil, notes.Created, notes.Deleted)
	again := w.create(w.pet, notes.NoteCreate{Body: "By hand", ExternalID: new("N-1")}) // its external id is free
	w.MustImport(w.service.Import(), w.resolve, line)
	if got := list(); len(got) != 1 || got[0].ID != again.ID || got[0].Body != "Old" {
		t.Errorf("%+v", got)
	}
	remove(again.ID)
	neighbour := *w
	neighbour.Kit = w.AnotherAccount()
	neighbour.MustImport(w.service.Import(), w.resolve, line)
	neighbour.WantEvents(uuid.Nil, notes.Created)
}

func TestLineRefersToWhatItIsAbout(t *testing.T) {
	w := newWorld(t)
	var refs []string
	line := notes.NoteLine{Customer: new("C-1"), Pet: new("P-1"), Order: new("O-1")}
	w.service.Import().Refs(&line, func(field, recordType, externalID string) {
		refs = append(refs, field+" "+recordType+" "+externalID)
	})
	testkit.Same(t, refs, []string{"customer customer C-1", "pet pet P-1", "order order O-1"})
}

func TestImportedNotesKeepTheAuthorThatTheyBring(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"Sam", "Kim"} {
		w.MustImport(w.service.Import(), w.resolve, `{"external_id": "N-1", "customer": "C-1", "body": "Pays cash.", "author": "`+name+`"}`)
	}
	list := testkit.Must[paging.Page[notes.Note]](t)(w.service.List(w.Ctx, w.Account, w.customer, notes.Filter{}, paging.All(5)))
	if got := list.Items[0].Author.Get(); got == nil || *got != (caller.Actor{Type: "import", Name: "Sam"}) {
		t.Errorf("the author is %+v", got)
	}
}
