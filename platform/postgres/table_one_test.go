package postgres_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// shelf is a box with a table of samples.
type shelf struct {
	box
	heard   *heard
	table   *postgres.Table[sample]
	account uuid.UUID
}

func openShelf(t *testing.T) shelf {
	t.Helper()
	h, k := &heard{}, testkit.New(t, testkit.SQL(lettersTables+samplesTable))
	b := box{k.Open(postgres.Options{Tracer: h}), k, ids.New().String()}
	return shelf{b, h, postgres.NewTable[sample](b.DB, postgres.TableOptions{Name: "samples"}), ids.New()}
}

// put adds a sample.
func (s shelf) put(ctx context.Context, text string) sample {
	s.kit.Helper()
	r := sampleOf(s.account, text)
	testkit.Must[int](s.kit)(0, s.table.Insert(ctx, r))
	return r
}

// update returns a transaction that changes a sample, and then does the rest.
func (s shelf) update(before, after sample, rest ...func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		return s.InTx(ctx, func(ctx context.Context) error {
			err := s.table.Update(ctx, record.Change[sample]{Before: before, After: after, Columns: s.table.Differ(&before, &after)})
			for _, do := range rest {
				err = errors.Join(err, do(ctx))
			}
			return err
		})
	}
}

func next(r sample, change func(*sample)) sample {
	r.Version++
	r.UpdatedAt = r.UpdatedAt.Add(time.Minute)
	change(&r)
	return r
}

// transactions counts those that have last written the samples.
func (s shelf) transactions() (n int) {
	s.kit.Helper()
	return int(s.kit.Count("select count(distinct xmin::text) from samples where account_id = $1", s.account))
}

// Each row of the statement gets its values, whatever they are, as it does from a statement of its own.
func TestUpdatesOfAGroupBecomeOneStatement(t *testing.T) {
	t.Parallel()
	s := openShelf(t)
	ctx := someone(t)
	var wanted []sample
	var updates []func(context.Context) error
	for _, text := range []string{"", "NULL", "tab\t, quote \", back\\slash {a,b} \x01", "Zoë 🐾 " + strings.Repeat("long ", 100)} {
		before := s.put(t.Context(), "before")
		after := sampleOf(s.account, text)
		after.Meta = next(before, func(*sample) {}).Meta
		wanted, updates = append(wanted, after), append(updates, s.update(before, after))
	}
	before := s.put(t.Context(), "before")
	none := next(before, func(r *sample) { *r = sample{Meta: r.Meta, Tags: r.Tags, Extra: r.Extra, Name: "none", Secret: "x"} })
	none.Size.Value, none.Fed = 5, false
	wanted, updates = append(wanted, none), append(updates, s.update(before, none))
	for _, err := range s.behindOne(ctx, updates...) {
		if err != nil {
			t.Error(err)
		}
	}
	for _, want := range wanted {
		got := testkit.Must[sample](s.kit)(s.table.Get(t.Context(), s.account, want.ID))
		if columns := s.table.Differ(&got, &want); len(columns) > 0 || got.Version != 4 || !got.UpdatedAt.Equal(want.UpdatedAt) {
			t.Errorf("the columns %v differ: %+v, want %+v", columns, got, want)
		}
	}
	if n := s.transactions(); n != 1 {
		t.Errorf("%d transactions", n)
	}
	if n := strings.Count(strings.Join(s.heard.list, "\n"), "update samples"); n > 2 { // "none" changes other columns
		t.Errorf("%d statements", n)
	}
	i := slices.IndexFunc(s.heard.list, func(statement string) bool { return strings.Contains(statement, "unnest") })
	args := make([]any, strings.Count(s.heard.list[i], "(select $"))
	for k := range args {
		args[k] = []string{"x"}
	}
	if plan := s.kit.Explain(s.heard.list[i], args...); strings.Contains(plan, "Seq Scan on samples") { // it is kept while the table grows
		t.Error(plan)
	}
}

// The member of a group whose record has changed meanwhile is left out.
func TestUpdateOfAGroupThatFindsAnotherVersionFailsAlone(t *testing.T) {
	t.Parallel()
	s := openShelf(t)
	rename := func(r *sample) { r.Name = "new" }
	a, b, c := s.put(t.Context(), "a"), s.put(t.Context(), "b"), s.put(t.Context(), "c")
	stale := b
	stale.Version = 1
	errs := s.behindOne(someone(t), s.update(a, next(a, rename)), s.update(stale, next(stale, rename)), s.update(c, next(c, rename)))
	if errs[0] != nil || !errors.Is(errs[1], postgres.ErrAssumed) || errs[2] != nil {
		t.Errorf("%v", errs)
	}
	for r, want := range map[uuid.UUID]string{a.ID: "new", b.ID: "b", c.ID: "new"} {
		if got := testkit.Must[sample](s.kit)(s.table.Get(t.Context(), s.account, r)); got.Name != want {
			t.Errorf("%s, want %s", got.Name, want)
		}
	}
	if n := s.transactions(); n != 2 { // that of b is the insert
		t.Errorf("%d transactions", n)
	}
}

// What a transaction does after an update sees it, also in a group: a second update of the record, and other statements.
func TestUpdateOfAGroupKeepsItsPlaceInItsTransaction(t *testing.T) {
	t.Parallel()
	s := openShelf(t)
	var twice, seen []func(context.Context) error
	var all []sample
	for _, text := range []string{"a", "b", "c"} {
		first := s.put(t.Context(), text)
		second := next(first, func(r *sample) { r.Name = "second" })
		third := next(second, func(r *sample) { r.Name = "third" })
		all = append(all, first)
		twice = append(twice, s.update(first, second, func(ctx context.Context) error {
			return s.table.Update(ctx, record.Change[sample]{Before: second, After: third, Columns: s.table.Differ(&second, &third)})
		}))
		fourth := next(third, func(r *sample) { r.Name = "fourth" })
		seen = append(seen, s.update(third, fourth, func(ctx context.Context) error {
			return s.Queue(ctx, nil, "insert into letters select $1, id from samples where id = $2 and name = 'fourth'", s.name, first.ID)
		}))
	}
	for i, err := range append(s.behindOne(someone(t), twice...), s.behindOne(someone(t), seen...)...) {
		if err != nil {
			t.Error(i, err)
		}
	}
	s.want(3, 1)
	for _, r := range all {
		if got := testkit.Must[sample](s.kit)(s.table.Get(t.Context(), s.account, r.ID)); got.Name != "fourth" || got.Version != r.Version+3 {
			t.Errorf("%+v", got)
		}
	}
}
