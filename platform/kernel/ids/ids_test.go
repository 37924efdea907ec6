package ids_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestIdsMadeLaterSortLater(t *testing.T) {
	t.Parallel()
	made := make([]string, 1000)
	for i := range made {
		id := ids.New()
		if id.Version() != 7 {
			t.Fatalf("%s is no UUIDv7", id)
		}
		made[i] = id.String()
	}
	if !slices.IsSorted(made) || len(slices.Compact(made)) != 1000 {
		t.Error("the ids are not in the order in which they were made")
	}
}

func TestIDIsReadInEitherCaseAndNoOtherSpelling(t *testing.T) {
	t.Parallel()
	id := ids.New()
	if got, ok := ids.Parse(id.String()); !ok || got != id {
		t.Errorf("%s is read as %s, %t", id, got, ok)
	}
	if got, ok := ids.Parse(strings.ToUpper(id.String())); !ok || got != id {
		t.Errorf("in upper case it is read as %s, %t", got, ok)
	}
	s := "0190b3c4-d5e6-7f80-8a9b-cdef01234567"
	for _, other := range []string{"", "{" + s + "}", "urn:uuid:" + s, strings.ReplaceAll(s, "-", ""), s + "0", s[:35], "x" + s[1:],
		strings.ReplaceAll(s, "-", "0")} {
		if got, ok := ids.Parse(other); ok || got != uuid.Nil {
			t.Errorf("%q is read as %s", other, got)
		}
	}
}

func TestIDsOfAnInstantSortByItAndThenByWhenTheyWereMade(t *testing.T) {
	t.Parallel()
	at := time.Date(2019, 3, 4, 5, 6, 7, 890_123_000, time.UTC)
	last := ids.At(at.Add(-time.Microsecond))
	for i := range 10_000 {
		if i == 5_000 {
			at = at.Add(time.Microsecond)
		}
		id := ids.At(at)
		if id.Version() != 7 || id.Variant() != uuid.RFC4122 || bytes.Compare(id[:], last[:]) <= 0 {
			t.Fatalf("%d: %s after %s", i, id, last)
		}
		last = id
	}
	if sec, nsec := last.Time().UnixTime(); sec != at.Unix() || nsec/1e6 != int64(at.Nanosecond()/1e6) {
		t.Errorf("%s tells %d.%d", last, sec, nsec)
	}
	if fresh := ids.New(); bytes.Compare(fresh[:], last[:]) <= 0 {
		t.Errorf("%s sorts before %s", fresh, last)
	}
}

func TestDistinctIdsAreInOneOrderAndNeverNil(t *testing.T) {
	t.Parallel()
	a, b := ids.New(), ids.New()
	given := []uuid.UUID{b, a, b}
	if got := ids.Distinct(given); !slices.Equal(got, []uuid.UUID{a, b}) || !slices.Equal(given, []uuid.UUID{b, a, b}) {
		t.Errorf("%v of %v", got, given)
	}
	if got := ids.Distinct(nil); got == nil || len(got) != 0 {
		t.Errorf("%#v", got)
	}
}

func TestDerivedIDIsAlwaysTheSameAndHasTheTimeOfItsParent(t *testing.T) {
	t.Parallel()
	parent := uuid.MustParse("0190b3c4-d5e6-7f80-8a9b-cdef01234567")
	id := ids.Derived(parent, []byte("line 1"))
	if id.String() != "0190b3c4-d5e6-7755-8b68-55e9f2eed26e" || id.Time()/10_000 != parent.Time()/10_000 {
		t.Errorf("it is %s", id)
	}
	if id == ids.Derived(parent, []byte("line 2")) {
		t.Errorf("two seeds have the id %s", id)
	}
}

func TestFirstIsTheLowestIDOfItsTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	first := ids.First(at)
	if !before(first, ids.At(at)) || !before(ids.At(at.Add(-time.Microsecond)), first) || !before(ids.First(at.Add(-time.Millisecond)), first) {
		t.Errorf("first is %s", first)
	}
	if got := ids.First(time.Time{}); got != uuid.Nil {
		t.Errorf("long ago: %s", got)
	}
	if got := ids.First(time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)); got.String() != "ffffffff-ffff-0000-0000-000000000000" {
		t.Errorf("in the far future: %s", got)
	}
}

func before(a, b uuid.UUID) bool { return bytes.Compare(a[:], b[:]) < 0 }
