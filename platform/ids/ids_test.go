package ids_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/ids"
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

func TestIdHasOneSpelling(t *testing.T) {
	t.Parallel()
	id := ids.New()
	if got, ok := ids.Parse(id.String()); !ok || got != id {
		t.Errorf("%s is read as %s, %t", id, got, ok)
	}
	s := "0190b3c4-d5e6-7f80-8a9b-cdef01234567"
	for _, other := range []string{"", strings.ToUpper(s), "{" + s + "}", "urn:uuid:" + s, strings.ReplaceAll(s, "-", ""), s + "0", s[:35], "x" + s[1:],
		strings.ReplaceAll(s, "-", "0")} {
		if got, ok := ids.Parse(other); ok || got != uuid.Nil {
			t.Errorf("%q is read as %s", other, got)
		}
	}
}
