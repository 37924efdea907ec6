package healthrecords_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/modules/healthrecords/internal/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
)

var builtInNames = []string{"Bordetella", "Canine influenza", "DHPP", "Distemper", "FeLV", "FVRCP", "Leptospirosis", "Lyme",
	"Myxomatosis", "Rabies", "RHD"}

func (w *world) typeNames(limit int) []string {
	w.Helper()
	var all []string
	request := paging.Request{Limit: limit}
	for {
		page := testkit.Must[paging.Page[healthrecords.VaccinationType]](w)(w.service.ListVaccinationTypes(w.ctx, w.account, request))
		for _, t := range page.Items {
			all = append(all, t.Name)
		}
		if page.Next == nil {
			return all
		}
		request.After = page.Next
	}
}

func TestEveryAccountHasTheBuiltInTypes(t *testing.T) {
	w := newWorld(t)
	list := w.types()
	bySpecies := map[string][]string{}
	for _, kind := range list {
		if !kind.BuiltIn || kind.AccountID != w.account || kind.ID.Version() != 7 || kind.Version != 1 || kind.Abbreviation == nil {
			t.Errorf("%+v", kind)
		}
		for _, s := range kind.Species.Get() {
			bySpecies[s] = append(bySpecies[s], kind.Name)
		}
	}
	testkit.SameJSON(t, bySpecies, map[string][]string{
		"dog":    {"Bordetella", "Canine influenza", "DHPP", "Leptospirosis", "Lyme", "Rabies"},
		"cat":    {"FeLV", "FVRCP", "Rabies"},
		"rabbit": {"Myxomatosis", "RHD"},
		"ferret": {"Distemper", "Rabies"},
	})
	w.wantEvents()
	testkit.SameJSON(t, w.types(), list)
}

func TestBuiltInTypesAreMadeAtOnceButOnlyOnce(t *testing.T) {
	w := newWorld(t)
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			page, err := w.service.ListVaccinationTypes(w.ctx, w.account, paging.All(200))
			if err != nil || len(page.Items) != len(builtInNames) {
				t.Errorf("%d types, %v", len(page.Items), err)
			}
		})
	}
	group.Wait()
}

func TestTypesAreListedBuiltInFirstThenByName(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"zoster", "Abortus", "bartonella", "Éhrlichia"} {
		w.createType(name)
	}
	want := append(slices.Clone(builtInNames), "Abortus", "bartonella", "Éhrlichia", "zoster") // accents do not count
	for _, limit := range []int{1, 2, 7, 11, 15, 16} {
		if got := w.typeNames(limit); !slices.Equal(got, want) {
			t.Errorf("pages of %d: %v", limit, got)
		}
	}
	for _, after := range [][]string{{"x"}, {"x", "y", ids.New().String()}, {"true", "y", "z"}} {
		_, err := w.service.ListVaccinationTypes(w.ctx, w.account, paging.Request{Limit: 1, After: after})
		testkit.WantKind(t, err, apperr.Invalid)
	}
}

func TestComplianceNamesTypesInTheOrderOfTheirList(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"zoster", "Abortus", "Éhrlichia"} {
		testkit.Must[healthrecords.VaccinationType](t)(w.service.CreateVaccinationType(w.ctx, w.account,
			healthrecords.VaccinationTypeCreate{VaccinationTypeDetails: healthrecords.VaccinationTypeDetails{Name: name, RequiredFor: []string{"boarding"}}}))
	}
	rows := testkit.Must[[]healthrecords.Compliance](t)(w.service.CheckCompliance(w.ctx, w.account, healthrecords.ComplianceCheck{
		ServiceType: "boarding", Stays: []healthrecords.Stay{{PetID: w.pet, From: day(t, "2026-06-01"), To: day(t, "2026-06-02")}},
	}))
	var missing []string
	for _, entry := range rows[0].Missing {
		missing = append(missing, entry.VaccinationType.Name)
	}
	testkit.SameJSON(t, missing, []string{"Abortus", "Éhrlichia", "zoster"})
}

func TestNameIsUniqueAmongLiveTypesWhateverItsCase(t *testing.T) {
	w := newWorld(t)
	taken := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, healthrecords.ErrNameTaken) {
			t.Errorf("%s: %v", what, err)
		}
	}
	create := func(name string) error {
		_, err := w.service.CreateVaccinationType(w.ctx, w.account, healthrecords.VaccinationTypeCreate{VaccinationTypeDetails: healthrecords.VaccinationTypeDetails{Name: name}})
		return err
	}
	taken("built-in, before anybody looked", create("rabies"))
	mine := w.createType("Ärger σς")
	taken("own", create("äRGER ΣΣ"))
	lepra := w.createType("Lepra")
	_, err := w.service.UpdateVaccinationType(w.ctx, w.account, lepra.ID, healthrecords.VaccinationTypePatch{Name: patch.Of("DHPP")}, anyVersion)
	taken("rename", err)
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, mine.ID, anyVersion))
	must(t, create("ärger σς")) // name of a deleted type
	w.wantEvents(healthrecords.VaccinationTypeCreated, healthrecords.VaccinationTypeCreated, healthrecords.VaccinationTypeDeleted,
		healthrecords.VaccinationTypeCreated)
}

func TestBuiltInTypesDoNotChange(t *testing.T) {
	w := newWorld(t)
	rabies := w.typeNamed("Rabies")
	_, err := w.service.UpdateVaccinationType(w.ctx, w.account, rabies.ID, healthrecords.VaccinationTypePatch{Name: patch.Of("Rage")}, anyVersion)
	wantBuiltIn(t, err)
	wantBuiltIn(t, w.service.DeleteVaccinationType(w.ctx, w.account, rabies.ID, anyVersion))
	testkit.WantKind(t, w.service.DeleteVaccinationType(w.ctx, ids.New(), rabies.ID, anyVersion), apperr.NotFound)
	w.wantEvents()
}

func wantBuiltIn(t *testing.T, err error) {
	t.Helper()
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok || e.Kind != apperr.Forbidden || e.Code != "built_in" {
		t.Errorf("%v", err)
	}
}

func TestRecordsOfADeletedTypeStayAndKeepItsName(t *testing.T) {
	w := newWorld(t)
	kind := w.createType("Parvo")
	v := w.vaccinate(kind, "2027-01-01")
	must(t, w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, anyVersion))
	testkit.WantKind(t, w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, anyVersion), apperr.NotFound)
	_, err := w.service.UpdateVaccinationType(w.ctx, w.account, kind.ID, healthrecords.VaccinationTypePatch{Name: patch.Of("Other")}, anyVersion)
	testkit.WantKind(t, err, apperr.NotFound)
	if slices.Contains(w.typeNames(50), "Parvo") {
		t.Error("the deleted type is listed")
	}
	w.createType("parvo")
	testkit.SameJSON(t, w.one(), v)
	changed, err := w.service.UpdateVaccination(w.ctx, w.account, w.pet, v.ID, healthrecords.VaccinationPatch{Verified: patch.Of(true)}, anyVersion)
	if err != nil || changed.Type.Get().Name != "Parvo" {
		t.Errorf("%+v %v", changed.Type, err)
	}
}

func TestConcurrentDeleteOfATypeWaitsForWhoeverIsAboutToNameIt(t *testing.T) {
	w := newWorld(t)
	types := store.New(w.db).VaccinationTypes
	for what, hold := range map[string]func(ctx context.Context, kind healthrecords.VaccinationType) error{
		"one vaccination": func(ctx context.Context, kind healthrecords.VaccinationType) error {
			return second(types.ManyForShare(ctx, w.account, []uuid.UUID{kind.ID}))
		},
		"an import": func(ctx context.Context, kind healthrecords.VaccinationType) error {
			return second(types.NamedForShare(ctx, w.account, []string{healthrecords.NameKey(kind.Name)}, nil))
		},
	} {
		kind := w.createType("Parvo")
		var deleted <-chan error
		err := w.db.InTx(w.ctx, func(ctx context.Context) error {
			if err := hold(ctx, kind); err != nil {
				return err
			}
			deleted = w.Blocks(ctx, func() error { return w.service.DeleteVaccinationType(w.ctx, w.account, kind.ID, anyVersion) })
			return nil
		})
		if err == nil {
			err = <-deleted
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
}
