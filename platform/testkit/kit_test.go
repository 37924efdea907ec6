package testkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

var words = testkit.SQL("create table words (account uuid, word text, primary key (account, word));")

func open(t *testing.T) *testkit.Kit {
	t.Helper()
	return testkit.New(t, words)
}

func TestFreshDatabaseIsMigratedEmptyAndGoesWithItsTestAlsoWhileConnected(t *testing.T) {
	t.Parallel()
	open(t).Exec("insert into words values ($1, 'shared')", ids.New())
	var inner *testkit.Kit
	t.Run("the test", func(t *testing.T) {
		inner = testkit.Fresh(t, words)
		if n := inner.Count("select count(*) from words"); n != 0 {
			t.Errorf("%d words", n)
		}
		if _, err := pgx.Connect(context.Background(), inner.URL); err != nil { // for longer than the inner test lives
			t.Fatal(err)
		}
	})
	gone := testkit.Must[*url.URL](t)(url.Parse(inner.URL))
	if n := open(t).Count("select count(*) from pg_database where datname = $1", strings.Trim(gone.Path, "/")); n != 0 {
		t.Error("the database is still there")
	}
}

// failing notes what a test that uses the kit would fail with.
type failing struct {
	testing.TB
	with []string
}

func (f *failing) Helper() {}
func (f *failing) Errorf(format string, _ ...any) {
	f.with = append(f.with, format)
}

func TestChecksFailForWhatIsNotWanted(t *testing.T) {
	t.Parallel()
	invalid := apperr.NewInvalid("email", "format", "is no address")
	for what, check := range map[string]struct {
		good, bad func(testing.TB)
	}{
		"kind": {
			func(t testing.TB) { testkit.WantKind(t, invalid, apperr.Invalid, "validation_failed") },
			func(t testing.TB) { testkit.WantKind(t, invalid, apperr.NotFound) },
		},
		"code": {
			func(t testing.TB) { testkit.WantKind(t, apperr.NewConflict("in_use", ""), apperr.Conflict, "in_use") },
			func(t testing.TB) {
				testkit.WantKind(t, apperr.NewConflict("duplicate", ""), apperr.Conflict, "in_use")
			},
		},
		"no expected failure": {
			func(t testing.TB) { testkit.WantKind(t, apperr.NewNotFound(), apperr.NotFound) },
			func(t testing.TB) { testkit.WantKind(t, errors.New("not_found"), apperr.NotFound) },
		},
		"field errors": {
			func(t testing.TB) { testkit.WantFieldErrors(t, invalid, "email format") },
			func(t testing.TB) { testkit.WantFieldErrors(t, invalid, "email format", "name required") },
		},
		"same": {
			func(t testing.TB) {
				testkit.Same(t, apperr.FieldErrors{{Field: "a"}}, apperr.FieldErrors{{Field: "a"}})
			},
			func(t testing.TB) { testkit.Same(t, []string{}, nil) },
		},
		"same JSON": {
			func(t testing.TB) {
				testkit.SameJSON(t, json.RawMessage(`{"b": 1, "a": "x"}`), map[string]any{"a": "x", "b": 1})
			},
			func(t testing.TB) { testkit.SameJSON(t, `{"a": 1}`, `{"a": 1, "b": null}`) },
		},
	} {
		good, bad := failing{TB: t}, failing{TB: t}
		check.good(&good)
		check.bad(&bad)
		if len(good.with) != 0 || len(bad.with) == 0 {
			t.Errorf("%s: good fails with %q, bad with %q", what, good.with, bad.with)
		}
	}
}
