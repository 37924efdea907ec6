package notes_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/record"
)

// importLines runs lines, by external id, through the import and returns the faults of each.
func (w *world) importLines(lines map[string]notes.NoteLine) map[string]apperr.FieldErrors {
	w.Helper()
	ctx := caller.With(w.Context(), caller.Caller{Kind: caller.System, Name: "import"})
	importer := w.service.Import()
	records := map[string]uuid.UUID{"customer C-1": w.customer.ID, "pet P-1": w.pet.ID, "order O-1": w.order.ID}
	var externalIDs []string
	for id, line := range lines {
		externalIDs = append(externalIDs, id)
		importer.Refs(&line, func(field, recordType, externalID string) {
			if _, ok := records[recordType+" "+externalID]; !ok || field != recordType {
				w.Fatalf("%s refers to %s %q", field, recordType, externalID)
			}
		})
	}
	faults := map[string]apperr.FieldErrors{}
	err := w.db.InTx(ctx, func(ctx context.Context) error {
		known, err := importer.Find(ctx, w.account, externalIDs)
		if err != nil {
			return err
		}
		var batch []importing.Record[any]
		found := map[string]*apperr.FieldErrors{}
		for external, line := range lines {
			id, exists := known[external]
			if !exists {
				id = ids.New()
			}
			found[external] = &apperr.FieldErrors{}
			batch = append(batch, importing.Record[any]{ID: id, Exists: exists, ExternalID: external, Line: &line, Errors: found[external]})
		}
		err = importer.Apply(ctx, w.account, batch, func(recordType, externalID string) uuid.UUID {
			return records[recordType+" "+externalID]
		})
		for external, f := range found {
			faults[external] = *f
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return faults
}

func (w *world) wantNoFaults(faults map[string]apperr.FieldErrors) {
	w.Helper()
	for id, f := range faults {
		if len(f) > 0 {
			w.Errorf("%s: %v", id, f)
		}
	}
}

func TestImportTwiceMakesNotesOnce(t *testing.T) {
	w := newWorld(t)
	lines := map[string]notes.NoteLine{
		"N-1": {Pet: ptr("P-1"), Body: "Spat it out", Category: "medical", Pinned: true, Visibility: notes.ForCustomer},
		"N-2": {Customer: ptr("C-1"), Body: "Rings twice", Title: ptr("Door")},
		"N-3": {Order: ptr("O-1"), Body: "Paid by cheque"},
	}
	w.wantNoFaults(w.importLines(lines))
	w.now = w.now.Add(time.Hour)
	w.wantNoFaults(w.importLines(lines))
	w.wantEvents(notes.Created, notes.Created, notes.Created)
	page, err := w.service.List(w.ctx, w.account, w.pet, notes.Filter{}, paging.All(10))
	if err != nil {
		t.Fatal(err)
	}
	first := w.now.Add(-time.Hour)
	wantSame(t, "note", page.Items, []notes.Note{{
		Meta: record.Meta{ID: page.Items[0].ID, AccountID: w.account, CreatedAt: first, UpdatedAt: first, Version: 1}, Parent: w.pet.Parent, Body: "Spat it out", Category: "medical", Pinned: true,
		Visibility: notes.ForCustomer, ExternalID: ptr("N-1"), Author: jsonb.New[*notes.Author](nil),
	}})
}

func TestImportChangesOnlyWhatTheLineChanges(t *testing.T) {
	w := newWorld(t)
	n := w.create(w.pet, notes.NoteCreate{Body: "Old", ExternalID: ptr("N-1")})
	w.now = w.now.Add(time.Hour)
	w.wantNoFaults(w.importLines(map[string]notes.NoteLine{"N-1": {Pet: ptr("P-1"), Body: "New"}}))
	n.Body, n.Version, n.UpdatedAt = "New", 2, w.now
	e := w.wantEvents(notes.Created, notes.Updated)
	wantSame(t, "event", e[1].Data.Object, n)
	wantSame(t, "previous", e[1].Data.Previous, map[string]any{"body": "Old"})
	same, err := w.service.Update(w.ctx, w.account, w.pet, n.ID, notes.NotePatch{}, patch.Precondition{})
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "record", same, n)
}

func TestImportedNoteIsAboutExactlyOneRecordForEver(t *testing.T) {
	w := newWorld(t)
	w.create(w.pet, notes.NoteCreate{Body: "Old", ExternalID: ptr("N-1")})
	faults := w.importLines(map[string]notes.NoteLine{
		"N-1": {Order: ptr("O-1"), Body: "Moved"},
		"N-2": {Body: "About nothing"},
		"N-3": {Order: ptr("O-1"), Pet: ptr("P-1"), Body: "About two"},
	})
	for id, want := range map[string]string{"N-1": "order immutable", "N-2": "customer exactly_one", "N-3": "customer exactly_one"} {
		if f := faults[id]; len(f) != 1 || f[0].Field+" "+f[0].Code != want {
			t.Errorf("%s: %v", id, f)
		}
	}
	w.wantEvents(notes.Created)
}

func TestImportedNotesKeepTheAuthorThatTheyBring(t *testing.T) {
	w := newWorld(t)
	line := notes.NoteLine{Customer: ptr("C-1"), Body: "Pays cash.", Author: ptr("Sam")}
	w.importLines(map[string]notes.NoteLine{"N-1": line})
	line.Author = ptr("Kim")
	w.importLines(map[string]notes.NoteLine{"N-1": line})
	list, err := w.service.List(w.ctx, w.account, w.customer, notes.Filter{}, paging.All(5))
	if err != nil || len(list.Items) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	if got := list.Items[0].Author.Get(); got == nil || *got != (notes.Author{Type: "import", Name: "Sam"}) {
		t.Errorf("the author is %+v", got)
	}
}
