package postgres_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// sample has a column of each kind, with and without null.
type sample struct {
	record.Meta
	Name   string                   `json:"name"`
	Title  *string                  `json:"title"`
	Mood   *mood                    `json:"mood"`
	Fed    bool                     `json:"fed"`
	Count  *int                     `json:"count"`
	Born   *clock.Day               `json:"born"`
	Seen   *time.Time               `json:"seen"`
	Owner  *uuid.UUID               `json:"owner"`
	Tags   jsonb.Of[[]string]       `json:"tags"`
	Extra  jsonb.Of[map[string]any] `json:"extra"`
	Secret string                   `json:"-"`
	Home   home                     `json:"home" gorm:"embedded;embeddedPrefix:home_"`
	Size   size                     `json:"size" gorm:"embedded;embeddedPrefix:size_"`
	age
}

// age is derived from columns.
type age struct {
	Years int      `json:"years" gorm:"-"`
	Cry   *string  `json:"cry" gorm:"-"`
	Cries []string `json:"cries,omitempty" gorm:"-"`
}

// size is two columns with JSON of their own.
type size struct {
	Value int64
	Unit  *string
}

func (s size) MarshalJSON() ([]byte, error) {
	unit := "none"
	if s.Unit != nil {
		unit = *s.Unit
	}
	return json.Marshal(fmt.Sprintf("%d %s", s.Value, unit))
}

type mood string

type home struct {
	Street *string    `json:"street"`
	Since  *clock.Day `json:"since"`
}

const samplesTable = `create table samples (account_id uuid not null, id uuid primary key, created_at timestamptz, updated_at timestamptz,
	version bigint, name text, title text, mood text, fed boolean, count integer, born date, seen timestamptz, owner uuid, tags jsonb, extra json,
	secret text, home_street text, home_since date, size_value bigint, size_unit text);`

var samples = testkit.SQL(samplesTable)

func sampleOf(account uuid.UUID, text string) sample {
	at := time.Date(1969, 7, 20, 20, 17, 40, 123_456_000, time.UTC)
	day, owner, m, count := clock.DayOf(at, time.UTC), ids.New(), mood(text), -7
	return sample{
		Meta: record.Meta{ID: ids.New(), AccountID: account, CreatedAt: at, UpdatedAt: at.Add(time.Hour), Version: 3}, Name: text, Title: &text,
		Mood: &m, Fed: true, Count: &count, Born: &day, Seen: &at, Owner: &owner, Tags: jsonb.New([]string{text}),
		Extra: jsonb.New(map[string]any{"k": text}), Secret: "secret", Home: home{&text, &day}, Size: size{12, &text},
	}
}

func TestRowsBecomeTheJSONOfTheirRecords(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, samples)
	for name, db := range map[string]*postgres.DB{"session": k.DB, "pooler": k.Open(postgres.Options{URL: k.URL + "&default_query_exec_mode=cache_describe"})} {
		table, account := postgres.NewTable[sample](db, postgres.TableOptions{Name: "samples"}), ids.New()
		stored := []sample{{Meta: record.Meta{ID: ids.New(), AccountID: account}}}
		for _, text := range []string{"", "Ann", "tab\t, quote \", back\\slash, nul-free \x01", "Zoë 🐾 " + strings.Repeat("long ", 100)} {
			stored = append(stored, sampleOf(account, text))
		}
		for _, r := range stored {
			testkit.Must[int](k)(0, table.Insert(t.Context(), r))
		}
		k.Exec("update samples set name = null, fed = null, tags = null, extra = null where id = $1", stored[0].ID)
		for _, unprepared := range []bool{false, true} {
			list := func() paging.Page[sample] {
				return testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account).Unprepared(unprepared), paging.All(10)))
			}
			page := list()
			got := string(testkit.Must[[]byte](k)(page.AppendJSON(nil)))
			want := string(testkit.Must[[]byte](k)(jsonenc.Append(nil, list().Items())))
			if got != want || page.Len() != len(stored) || strings.Contains(got, "secret") {
				t.Errorf("%s, unprepared %t:\n%s\nthe records are\n%s", name, unprepared, got, want)
			}
			page.Release()
		}
	}
}

func TestDerivedFieldsAreThereHoweverThePageIsRead(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, samples)
	table, account := postgres.NewTable[sample](k.DB, postgres.TableOptions{Name: "samples"}), ids.New()
	for _, text := range []string{"Ann", "Zoë"} {
		testkit.Must[int](k)(0, table.Insert(t.Context(), sampleOf(account, text)))
	}
	k.Exec("update samples set title = null where account_id = $1 and name = 'Ann'", account)
	derived := func() paging.Page[sample] {
		page := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
		page.Derive(func(r *sample) { r.Years = r.Seen.Year() }, "seen")
		page.Derive(func(r *sample) {
			if r.Title != nil {
				cry := *r.Title + "!"
				r.Cry, r.Cries = &cry, []string{cry}
			}
		}, "title")
		return page
	}
	stored, decoded := derived(), derived()
	items := decoded.Items()
	if items[0].Years != 1969 || *items[0].Cry != "Zoë!" || items[1].Years != 1969 || items[1].Cry != nil {
		t.Errorf("%+v", items)
	}
	want := string(testkit.Must[[]byte](k)(decoded.AppendJSON(nil)))
	if got := string(testkit.Must[[]byte](k)(stored.AppendJSON(nil))); got != want || !strings.Contains(got, `"years":1969,"cry":"Zoë!","cries":["Zoë!"]}`) ||
		!strings.Contains(got, `"years":1969,"cry":null}`) {
		t.Errorf("%s\nthe records are\n%s", got, want)
	}
	for what, page := range map[string]paging.Page[sample]{"stored": derived(), "decoded": decoded, "made": paging.Of(items, nil)} {
		var names []string
		page.Each(func(r *sample) { names = append(names, r.Name) }, "name")
		page.Release()
		for range 10 { // the memory of a released page is used again
			other := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account).Where("t.name = ?", "Ann"), paging.All(10)))
			other.Release()
		}
		if strings.Join(names, " ") != "Zoë Ann" {
			t.Errorf("%s: %q", what, names)
		}
	}
}

func TestWhatWasDecodedIsWhatIsEncoded(t *testing.T) {
	t.Parallel()
	k := testkit.New(t, samples)
	table, account := postgres.NewTable[sample](k.DB, postgres.TableOptions{Name: "samples"}), ids.New()
	first, second := sampleOf(account, "hidden"), sampleOf(account, "hidden too")
	for _, r := range []sample{first, second} {
		testkit.Must[int](k)(0, table.Insert(t.Context(), r))
	}
	page := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
	for i := range page.Items() {
		page.Items()[i] = sample{Name: "shown"}
	}
	if got := string(testkit.Must[[]byte](k)(page.AppendJSON(nil))); strings.Contains(got, "hidden") || !strings.Contains(got, "shown") {
		t.Error(got)
	}
	// The memory of a released page is used again; records that were decoded keep theirs.
	kept := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
	items := kept.Items()
	kept.Release()
	for range 10 {
		other := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(ids.New()), paging.All(10)))
		other.Release()
		k.Exec("update samples set name = name || '!', tags = '[]' where account_id = $1", account)
		again := testkit.Must[paging.Page[sample]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
		testkit.Must[[]byte](k)(again.AppendJSON(nil))
		again.Release()
	}
	if items[0].Name != second.Name || items[0].Tags.Get()[0] != "hidden too" {
		t.Errorf("%+v", items[0])
	}
}

func TestTheKeyOfAnEmptyColumnCanBeLeftOut(t *testing.T) {
	t.Parallel()
	type titled struct {
		record.Meta
		Title *string `json:"title,omitempty"`
	}
	k := testkit.New(t, samples)
	table, account, title := postgres.NewTable[titled](k.DB, postgres.TableOptions{Name: "samples"}), ids.New(), "Dr"
	testkit.Must[int](k)(0, table.Insert(t.Context(), titled{record.Meta{ID: ids.New(), AccountID: account}, &title},
		titled{record.Meta{ID: ids.New(), AccountID: account}, nil}))
	page := testkit.Must[paging.Page[titled]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
	if got := string(testkit.Must[[]byte](k)(page.AppendJSON(nil))); strings.Count(got, "title") != 1 || !strings.Contains(got, `"title":"Dr"`) {
		t.Error(got)
	}
}

// loud is text with JSON of its own.
type loud string

func (l loud) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(string(l))), nil }

func TestTypesThatEncodeThemselvesDo(t *testing.T) {
	t.Parallel()
	type shout struct {
		record.Meta
		Name  loud    `json:"name"`
		Title *string `json:"title,omitempty"`
	}
	k := testkit.New(t, samples)
	table, account := postgres.NewTable[shout](k.DB, postgres.TableOptions{Name: "samples"}), ids.New()
	testkit.Must[int](k)(0, table.Insert(t.Context(), shout{record.Meta{ID: ids.New(), AccountID: account}, "woof", nil}))
	page := testkit.Must[paging.Page[shout]](k)(table.List(t.Context(), table.Query(account), paging.All(10)))
	if got := string(testkit.Must[[]byte](k)(page.AppendJSON(nil))); !strings.Contains(got, "WOOF") || strings.Contains(got, "title") {
		t.Error(got)
	}
}

func TestAnOrderWithTwoDirectionsIsRefused(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("its pages would skip rows")
		}
	}()
	new(postgres.Query).OrderBy(postgres.Order{By: "t.pinned", Type: "boolean", Desc: true}, postgres.Order{By: "t.id", Type: "uuid"})
}
