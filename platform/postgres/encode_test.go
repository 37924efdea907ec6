package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
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

// Parameters share memory of their connection, and move when it is too small.
func TestParametersOfOneStatementArriveApart(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	const kinds = 4
	types := []string{"text[]", "uuid[]", "text", "json"}
	for _, size := range []int{1, 100, 3000, 20_000, 33_000} {
		var args []any
		var asked, want []string
		for i := range 5 * kinds {
			text := strings.Repeat(string(rune('a'+i)), size)
			switch id := (uuid.UUID{15: byte(i)}); i % kinds {
			case 0:
				args, want = append(args, []string{text, "end"}), append(want, "{"+text+",end}")
			case 1:
				args, want = append(args, []uuid.UUID{id}), append(want, "{"+id.String()+"}")
			case 2:
				args, want = append(args, text), append(want, text)
			case 3:
				args, want = append(args, []byte(`"`+text+`"`)), append(want, `"`+text+`"`)
			}
			asked = append(asked, fmt.Sprintf("$%d::%s::text", i+1, types[i%kinds]))
		}
		for range 2 { // what the first statement has left does not show in the second
			var got []string
			err := k.DB.Row(k.Context(), "select array["+strings.Join(asked, ", ")+"]", args...).Scan(&got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d bytes arrive as %.200q, %v", size, got, err)
			}
		}
	}
}
