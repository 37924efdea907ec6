package importing_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
)

type taxLine struct {
	Name  string
	Group string
}

func TestTypeHandsItsLinesToTheSpec(t *testing.T) {
	t.Parallel()
	account := ids.New()
	var applied []importing.Record[taxLine]
	kind := importing.For("catalog", importing.Spec[taxLine]{
		Name: "tax", After: []string{"group"},
		Refs: func(l *taxLine, refer func(field, recordType, externalID string)) {
			refer("group", "tax_group", l.Group)
		},
		Find: func(_ context.Context, of uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
			return map[string]uuid.UUID{externalIDs[0]: of}, nil
		},
		Apply: func(_ context.Context, of uuid.UUID, batch []importing.Record[taxLine], resolve importing.Resolve) error {
			if of != account || resolve("tax_group", "G") != account {
				t.Error("it is handed another account or resolver")
			}
			applied = batch
			return nil
		},
	})
	if kind.Module != "catalog" || kind.Name != "tax" || kind.Line != reflect.TypeFor[taxLine]() || !slices.Equal(kind.After, []string{"group"}) {
		t.Errorf("%+v", kind)
	}
	line := kind.New().(*taxLine)
	line.Name, line.Group = "VAT", "G"
	var refs []string
	kind.Refs(line, func(field, recordType, externalID string) { refs = append(refs, field, recordType, externalID) })
	if !slices.Equal(refs, []string{"group", "tax_group", "G"}) {
		t.Errorf("refs %v", refs)
	}
	if found, err := kind.Find(t.Context(), account, []string{"T"}); err != nil || found["T"] != account {
		t.Errorf("found %v, %v", found, err)
	}
	record := importing.Record[any]{ID: ids.New(), Exists: true, ExternalID: "T", Line: line, Errors: &apperr.FieldErrors{}}
	if err := kind.Apply(t.Context(), account, []importing.Record[any]{record}, func(string, string) uuid.UUID { return account }); err != nil {
		t.Fatal(err)
	}
	want := importing.Record[taxLine]{ID: record.ID, Exists: true, ExternalID: "T", Line: *line, Errors: record.Errors}
	if len(applied) != 1 || !reflect.DeepEqual(applied[0], want) {
		t.Errorf("applied %+v", applied)
	}
}

func TestLinesWithoutHoldersOfTheirValueAreMatchedByIt(t *testing.T) {
	t.Parallel()
	holders := func(context.Context, uuid.UUID, []string) (map[string]uuid.UUID, error) { return nil, nil }
	for unique, want := range map[*importing.Unique[taxLine]]bool{nil: false, {}: true, {Holders: holders}: false} {
		if got := importing.For("catalog", importing.Spec[taxLine]{Name: "tax", Unique: unique}).IsMatched(); got != want {
			t.Errorf("%+v is matched: %t", unique, got)
		}
	}
}

func TestTheFirstLineOfAClashIsBlamedOnlyWithARecordThatHasNone(t *testing.T) {
	t.Parallel()
	a, b, c := ids.New(), ids.New(), ids.New()
	for _, of := range []struct {
		lines map[uuid.UUID]int
		want  []int
	}{
		{map[uuid.UUID]int{a: 7, b: 3, c: 5}, []int{5, 7}}, {map[uuid.UUID]int{a: 7, c: 5}, []int{5, 7}}, {map[uuid.UUID]int{b: 3}, []int{3}}, {nil, nil},
	} {
		got := importing.Clash{Records: []uuid.UUID{a, b, c}}.Blamed(func(id uuid.UUID) int { return of.lines[id] })
		if !slices.Equal(got, of.want) {
			t.Errorf("%v of %v", got, of.lines)
		}
	}
	if got := (importing.Clash{Records: []uuid.UUID{a}}).Blamed(func(uuid.UUID) int { return 1 }); !slices.Equal(got, []int{1}) {
		t.Errorf("one that contradicts itself: %v", got)
	}
}

func TestTypeWithoutReferencesHasNone(t *testing.T) {
	t.Parallel()
	kind := importing.For("catalog", importing.Spec[taxLine]{Name: "tax"})
	kind.Refs(kind.New(), func(field, _, _ string) { t.Errorf("it refers by %s", field) })
}

func TestFailedImportNamesItsRecordType(t *testing.T) {
	t.Parallel()
	failed := errors.New("the database is gone")
	kind := importing.For("catalog", importing.Spec[taxLine]{Name: "tax",
		Apply: func(context.Context, uuid.UUID, []importing.Record[taxLine], importing.Resolve) error { return failed }})
	err := kind.Apply(t.Context(), ids.New(), nil, nil)
	if !errors.Is(err, failed) || !strings.Contains(err.Error(), "tax") {
		t.Errorf("got %v", err)
	}
}

func TestExistingAreThoseThatAreThere(t *testing.T) {
	t.Parallel()
	known := ids.New()
	batch := []importing.Record[taxLine]{{ID: ids.New()}, {ID: known, Exists: true}}
	if got := importing.Existing(batch); !slices.Equal(got, []uuid.UUID{known}) {
		t.Errorf("%v", got)
	}
	if got := importing.Existing(batch[:1]); got == nil || len(got) != 0 {
		t.Errorf("%v", got)
	}
}
