package testkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

var words = testkit.SQL("create table words (account uuid, word text, primary key (account, word));")

func open(t *testing.T) *testkit.Kit {
	t.Helper()
	return testkit.New(t, words)
}

func (w wordType) count() int {
	return w.Count("select count(*) from words where account = $1", w.Account)
}

func TestTestsShareADatabaseAndHaveAccountsOfTheirOwn(t *testing.T) {
	t.Parallel()
	a, b := open(t), open(t)
	if a.DB != b.DB || a.URL != b.URL || a.Account == b.Account {
		t.Error("two kits of one process")
	}
	if c := caller.From(a.Ctx); c.Kind != caller.APIKey || !c.Sees(a.Account) || c.Sees(b.Account) || !c.Holds("notes:write") {
		t.Errorf("asked by %+v", c)
	}
	if other := a.AnotherAccount(); other.Account == a.Account || caller.From(other.Ctx).Sees(a.Account) {
		t.Error("the neighbour sees the account")
	}
	if c := caller.From(a.AsCustomer(b.Account)); !c.IsCustomer() || c.Customer != b.Account || !c.Sees(a.Account) {
		t.Errorf("customer %+v", c)
	}
}

func TestClockStandsStillUntilItIsMoved(t *testing.T) {
	t.Parallel()
	k := open(t)
	before := k.Now()
	if k.Advance(time.Hour); k.Clock.Now() != before.Add(time.Hour) || k.AnotherAccount().Now() != k.Now() {
		t.Errorf("%v, then %v", before, k.Now())
	}
	if k.SetTime(before); k.Now() != before {
		t.Errorf("set to %v", k.Now())
	}
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

func TestEventsAreReadByRecordAndInOrder(t *testing.T) {
	t.Parallel()
	k, one, two := open(t), ids.New(), ids.New()
	type word struct{ Text string }
	record := func(kind string, id uuid.UUID, before any) {
		e := events.Public{Type: kind, Account: k.Account, Record: id, Object: word{"b"}, Before: before}
		if err := k.Record(k.Ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	record("word.created", one, nil)
	k.WantNewEvents("word.created")
	record("word.created", two, nil)
	record("word.updated", one, word{"a"})
	k.WantNewEvents("word.created", `word.updated {"Text":"a"}`)
	k.WantNewEvents()
	last := k.WantEvents(one, "word.created", "word.updated")[1]
	if last.Record != one || last.Account != k.Account || last.Actor.Name != "Front desk" || string(last.Data.Object) != `{"Text":"b"}` {
		t.Errorf("%+v", last)
	}
	k.WantEvents(uuid.Nil, "word.created", "word.created", "word.updated")
	k.AnotherAccount().WantEvents(uuid.Nil)
}

// wordType imports words whose names are at most three letters long, and that may refer to another.
type wordType struct{ *testkit.Kit }

type line struct{ Word, Like string }

func (w wordType) spec() importing.Type {
	return importing.For("test", importing.Spec[line]{
		Name: "word",
		Find: func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
			return map[string]uuid.UUID{"known": account}, nil
		},
		Apply: func(ctx context.Context, account uuid.UUID, batch []importing.Record[line], resolve importing.Resolve) error {
			for _, r := range batch {
				if len(r.Line.Word) > 3 {
					r.Errors.Add("word", "maxLength", "is too long")
				}
				if r.Exists != (r.ExternalID == "known") || r.Line.Like != "" && resolve("word", r.Line.Like) != account {
					return errors.New("it is handed something else")
				}
				if _, err := testkit.Exec(ctx, w.DB, "insert into words values ($1, $2)", account, r.Line.Word); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

func TestImportAppliesLinesOrNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	w := wordType{open(t)}
	resolve := func(string, string) uuid.UUID { return w.Account }
	w.MustImport(w.spec(), resolve, `{"external_id": "known", "word": "a"}`, `{"external_id": "b", "word": "b", "like": "a"}`)
	if n := w.count(); n != 2 {
		t.Errorf("%d words", n)
	}
	got := w.Import(w.spec(), nil, `{"external_id": "c", "word": "c"}`, `{"external_id": "d", "word": "long"}`)
	if !slices.Equal(got, []string{"d: word maxLength"}) || w.count() != 2 {
		t.Errorf("%q, %d words", got, w.count())
	}
	if id := w.IDOf(w.spec(), "known"); id != w.Account {
		t.Errorf("id %v", id)
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

func TestAllPagesFollowsPositionsToTheEnd(t *testing.T) {
	t.Parallel()
	all := strings.Split("abcde", "")
	got := testkit.AllPages(t, 2, func(r paging.Request) (paging.Page[string], error) {
		rest := all
		if r.After != nil {
			rest = all[strings.Index("abcde", r.After[0])+1:]
		}
		return paging.Cut(r, slices.Clone(rest[:min(len(rest), r.Fetch())]), func(s string) []string { return []string{s} }), nil
	})
	testkit.Same(t, got, all)
}
