package configlists_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

func TestImportedListEntriesAreFoundByTheirExternalID(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, c := range []struct {
		of     importing.Type
		line   string   // with a place for what is unique
		first  []string // three unique values
		field  string
		byHand uuid.UUID // has the third
	}{
		{d.BreedImport(), `"name":%s,"species":"dog"`, []string{`"Zzz Hound"`, `"Yyy Hound"`, `"Beagle"`}, "name", uuid.Nil},
		{d.StatusImport(), `"name":%s`, []string{`"First stay"`, `"Senior"`, `"Shy"`}, "name", d.status("Shy").ID},
		{d.ColourCodeImport(), `"colour_code_type":"pet","number":%s,"name":"Mark","colour":"#112233"`, []string{"7", "8", "1"}, "number",
			d.colourCode(pets, nil).ID},
	} {
		load := func(lines ...string) error {
			for i, l := range lines {
				id, value, _ := strings.Cut(l, " ")
				lines[i] = fmt.Sprintf(`{"type":%q,"external_id":%q,%s}`, c.of.Name, id, fmt.Sprintf(c.line, value))
			}
			importer := testkit.Must[*jsonl.Importer](t)(jsonl.New(d.kit.DB, []importing.Type{c.of}, d.kit.Clock))
			_, err := importer.Run(d.kit.Ctx, jsonl.Job{Account: d.account, Name: "FILE", Input: strings.NewReader(strings.Join(lines, "\n"))})
			return err
		}
		wantLoaded := func(lines ...string) {
			t.Helper()
			if err := load(lines...); err != nil {
				t.Errorf("%s: %v", c.of.Name, err)
			}
		}
		wantFault := func(want, line string) {
			t.Helper()
			if err := load(line); err == nil || !strings.HasPrefix(err.Error(), "FILE:1: "+c.field+": "+want) {
				t.Errorf("%s: got %v, want %s", c.of.Name, err, want)
			}
		}
		a, b, known := c.first[0], c.first[1], c.first[2]
		wantLoaded("E-1 "+a, "E-2 "+b)
		first, second := d.kit.IDOf(c.of, "E-1"), d.kit.IDOf(c.of, "E-2")
		wantLoaded("E-1 "+b, "E-2 "+a) // they pass their values on
		if d.kit.IDOf(c.of, "E-1") != first || d.kit.IDOf(c.of, "E-2") != second {
			t.Errorf("%s: others were made", c.of.Name)
		}
		wantFault("is the n", "E-3 "+a)                            // of E-2
		wantFault("is that of a record without ext", "E-1 "+known) // of an entry that was made by hand
		wantLoaded("E-4 " + known)
		if id := d.kit.IDOf(c.of, "E-4"); c.byHand != uuid.Nil && id != c.byHand {
			t.Errorf("%s: the entry that was there is not the one of the line", c.of.Name)
		}
		before := len(d.events())
		wantLoaded("E-1 "+b, "E-2 "+a, "E-4 "+known)
		if n := len(d.events()) - before; n != 0 {
			t.Errorf("%s: the same lines record %d events", c.of.Name, n)
		}
	}
	breeds := testkit.Must[map[string]configlists.Breed](t)(d.BreedsNamed(t.Context(), d.account, "dog", []string{"E-1", "E-4", "zzz hound"}))
	if breeds["E-1"].Name != "Yyy Hound" || breeds["E-4"].Name != "Beagle" || *breeds["zzz hound"].ExternalID != "E-2" {
		t.Errorf("the breeds are %+v", breeds)
	}
	if d.told[len(d.told)-1] == nil || len(d.told) != 2 { // pets follow the two that have another name
		t.Errorf("told %+v", d.told)
	}
	statuses := testkit.Must[map[string]configlists.SecondaryPetStatus](t)(
		d.SecondaryPetStatusesNamed(t.Context(), d.account, []string{"E-1", "first stay"}))
	if statuses["E-1"].Name != "Senior" || *statuses["first stay"].ExternalID != "E-2" {
		t.Errorf("the statuses are %+v", statuses)
	}
	codes := testkit.Must[map[string]configlists.ColourCode](t)(d.ColourCodesNamed(t.Context(), d.account, pets, []string{"E-1", "7", "E-9"}))
	if len(codes) != 2 || codes["E-1"].Number != 8 || *codes["7"].ExternalID != "E-2" {
		t.Errorf("the colour codes are %+v", codes)
	}
}

func TestExternalIDsOfListEntriesAreSetAndUniqueInTheList(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := new("X-1")
	breed := testkit.Must[configlists.Breed](t)(
		d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: "Zzz", Species: "dog", ExternalID: id}))
	status := testkit.Must[configlists.SecondaryPetStatus](t)(
		d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: "Zzz", ExternalID: id}))
	mark := code(pets, nil)
	mark.ExternalID = id
	colour := testkit.Must[configlists.ColourCode](t)(d.CreateColourCode(t.Context(), d.account, mark))
	for what, got := range map[string]*string{"breed": breed.ExternalID, "status": status.ExternalID, "colour code": colour.ExternalID} {
		if got == nil || *got != "X-1" {
			t.Errorf("%s: %v", what, got)
		}
	}
	wantTaken := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, configlists.ErrExternalIDTaken) {
			t.Errorf("%s: %v", what, err)
		}
	}
	wantTaken("breed", second(d.CreateBreed(t.Context(), d.account, configlists.BreedCreate{Name: "Yyy", Species: "cat", ExternalID: id})))
	wantTaken("status", second(d.CreateSecondaryPetStatus(t.Context(), d.account, configlists.SecondaryPetStatusCreate{Name: "Yyy", ExternalID: id})))
	mark.Type = customers
	wantTaken("colour code", second(d.CreateColourCode(t.Context(), d.account, mark)))
	other := d.status("Other")
	change := configlists.SecondaryPetStatusPatch{ExternalID: patch.Of("X-1")}
	_, err := d.UpdateSecondaryPetStatus(t.Context(), d.account, other.ID, change, patch.Precondition{})
	wantTaken("change of a status", err)
	if e, ok := errors.AsType[*apperr.Error](err); !ok || e.ConflictsWith != status.ID {
		t.Errorf("it conflicts with %v", err)
	}
	cleared := testkit.Must[configlists.ColourCode](t)(d.UpdateColourCode(t.Context(), d.account, colour.ID,
		configlists.ColourCodePatch{ExternalID: patch.Field[string]{Set: true, Null: true}}, patch.Precondition{}))
	if cleared.ExternalID != nil || cleared.Version != 2 {
		t.Errorf("%+v", cleared)
	}
}
