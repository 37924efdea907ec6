package jsonl_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

func TestALineThatItsModuleRefusesIsReportedAndTheOthersAreChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.run(w.job(strings.Join([]string{
		owner("O-1", "Ann"), owner("O-2", "huge"), owner("O-3", "Cid"), owner("O-4", "rotten"), owner("O-5", "huge"), owner("O-6", "Eve"),
		`{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-5"}`,
		`{"type": "leaf", "external_id": "L-2", "name": "rotten", "owner": "O-6"}`,
	}, "\n")))
	testkit.Same(t, w.faults(err), []string{"2 line", "4 name", "5 line", "8 name"})
	if !strings.Contains(err.Error(), "file.jsonl:2: line: ") {
		t.Error(err)
	}
	w.isEmpty()
}

func TestALineThatTheDatabaseRefusesIsReported(t *testing.T) {
	t.Parallel()
	for _, raise := range []string{"raise unique_violation", "raise check_violation", "raise numeric_value_out_of_range"} {
		w := newWorld(t)
		w.fakes.before = w.failing("leaf", raise)
		text := owner("O-1", "rotten") + "\n" + owner("O-2", "Bob") + "\n" + `{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-2"}`
		testkit.Same(t, w.refuses(text), []string{"1 name", "3 line"})
		w.isEmpty()
	}
}

func TestALineThatItsModuleRefusesIsReportedWithEachFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var several apperr.FieldErrors
	several.Add("name", "x", "is wrong")
	several.Add("code", "y", "is, too")
	text := owner("O-1", "Ann") + "\n" + owner("O-2", "Bob")
	for _, c := range []struct {
		err  error
		want []string // nil: the import ends
	}{
		{several.Err(), []string{"1 name", "1 code", "2 name", "2 code"}},
		{apperr.NewConflict("duplicate", "it is there already"), []string{"1 line", "2 line"}},
		{apperr.NewNotFound("thing"), nil},
		{apperr.NewUnavailable(time.Second), nil},
	} {
		w.fakes.before = func(context.Context, string, int) error { return c.err }
		_, err := w.run(w.job(text))
		if c.want != nil {
			testkit.Same(t, w.faults(err), c.want)
		} else if !errors.Is(err, c.err) {
			t.Errorf("it ended with %v", err)
		}
		w.isEmpty()
	}
}

func TestAnErrorThatIsNotAboutALineEndsTheImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	calls := 0
	gone := w.failing("owner", "raise undefined_table")
	w.fakes.before = func(ctx context.Context, kind string, size int) error {
		calls++
		return gone(ctx, kind, size)
	}
	_, err := w.run(w.job(owner("O-1", "Ann") + "\n" + owner("O-2", "Bob")))
	if !postgres.Raised(err, "42P01") || calls != 1 {
		t.Errorf("it ended with %v after %d calls", err, calls)
	}
	w.isEmpty()
}
