package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// What the database gets of ids and lists is what was given: nulls, no members, and texts of any length and with any character.
func TestIDsAndListsArriveAsTheyAre(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	one, other := ids.New(), ids.New()
	long := strings.Repeat("x", 70000)
	for _, c := range []struct {
		kind  string
		value any
		want  string // as JSON
	}{
		{"uuid", other, `"` + other.String() + `"`},
		{"uuid", &one, `"` + one.String() + `"`},
		{"uuid", (*uuid.UUID)(nil), "null"},
		{"uuid[]", []uuid.UUID(nil), "null"},
		{"uuid[]", []uuid.UUID{}, "[]"},
		{"uuid[]", []uuid.UUID{one, other}, `["` + one.String() + `", "` + other.String() + `"]`},
		{"text[]", []string(nil), "null"},
		{"text[]", []string{}, "[]"},
		{"text[]", []string{"", "NULL", `a,"b"`, "{ü}\n"}, `["", "NULL", "a,\"b\"", "{ü}\n"]`},
		{"text[]", []string{long, "y"}, `["` + long + `", "y"]`},
		{"text[]", []*string(nil), "null"},
		{"text[]", []*string{}, "[]"},
		{"text[]", []*string{nil, &long, new(""), nil}, `[null, "` + long + `", "", null]`},
	} {
		var got string
		err := k.DB.Row(k.Context(), "select coalesce(to_jsonb($1::"+c.kind+")::text, 'null')", c.value).Scan(&got)
		if err != nil || got != c.want {
			t.Errorf("%T arrives as %.100s: %v, want %.100s", c.value, got, err, c.want)
		}
	}
}
