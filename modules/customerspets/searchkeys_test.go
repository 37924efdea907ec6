package customerspets_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestATextThatContainsAnotherHasAllItsKeysAndTheDatabaseMakesTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := rand.New(rand.NewPCG(1, 2)) // the same texts each time
	letters := []rune("abcdefghij 0123.@-'%_\\ßøжю漢字🐕\U0010ffff")
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	for range 200 {
		account, part := ids.New(), text(r.IntN(6))
		whole := " " + text(r.IntN(30)) + part + text(r.IntN(30))
		keys := customerspets.SearchKeys(account, whole)
		for _, key := range customerspets.SearchKeys(account, part) {
			if !strings.ContainsRune(keys, key) {
				t.Errorf("%q has not the key %q of %q", whole, key, part)
			}
		}
		if same := testkit.Must[string](t)(w.keys(account, whole)); same != keys {
			t.Errorf("the keys of %q are %q, in the database %q", whole, keys, same)
		}
		if len(part) > 3 && !strings.Contains(part, " ") && keys == customerspets.SearchKeys(uuid.New(), whole) {
			t.Errorf("%q has the same keys in two accounts", whole)
		}
	}
	for search, want := range map[string]bool{"": false, "a": false, "ab": false, " ab": true, "a b": false, "ab ": false, "abc": true, "a bc": true} {
		if keys := customerspets.SearchKeys(w.account, search); (keys != "") != want {
			t.Errorf("%q has the keys %q", search, keys)
		}
	}
}

func (w *world) keys(account uuid.UUID, search string) (keys string, err error) {
	err = w.db.Row(w.ctx, "select customerspets.search_keys($1, $2)", account, search).Scan(&keys)
	return keys, err
}

// A replica of the version before writes search texts and knows nothing of keys.
func TestSearchFindsWhatTheVersionBeforeWrites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.customer(`{"first_name": "Ada"}`)
	pet := w.pet(ada.ID, `{"name": "Oscar", "species": "dog"}`)
	for i, table := range []string{"customers", "pets"} {
		w.Exec(fmt.Sprintf(`insert into customerspets.%[1]s select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
			'search_keys', '', 'search', ' zorro', 'known_by', ' zorro', 'name_key', ' zorro', 'first_name', 'Zorro', 'name', 'Zorro'))).*
			from customerspets.%[1]s r where id = $1`, table), []uuid.UUID{ada.ID, pet.ID}[i])
	}
	w.Exec(`update customerspets.customers set first_name = 'Bertram', search = ' bertram', known_by = ' bertram' where id = $1`, ada.ID)
	w.Exec(`update customerspets.pets set name = 'Felix', search = ' felix', name_key = ' felix' where id = $1`, pet.ID)
	for query, want := range map[string]string{"zorro": "Bertram Zorro", "bertram": "Bertram", "felix": "Bertram", "ada": "", "oscar": ""} {
		if got := strings.Join(w.customersFound(query), " "); got != want {
			t.Errorf("%q finds the customers %s, not %s", query, got, want)
		}
	}
	for query, want := range map[string]string{"zorro": "Zorro", "felix": "Felix", "bertram": "Felix Zorro", "oscar": "", "ada": ""} {
		if got := strings.Join(w.petsFound(query), " "); got != want {
			t.Errorf("%q finds the pets %s, not %s", query, got, want)
		}
	}
}

// "annab nabel" has each run of three letters of "annabel", so that the index takes it for one that has the word.
func TestSearchDoesNotFindWhatOnlyHasTheKeysOfAWord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const like, is = `"Annab Nabel"`, `"Annabel"`
	for first, pet := range map[string]string{`"Ann"`: `"Abel"`, like: like, is: like, `"Eve"`: is} {
		w.pet(w.customer(`{"first_name": `+first+`, "last_name": "Zorro"}`).ID, `{"name": `+pet+`, "species": "dog"}`)
	}
	w.pet(w.customer(`{"first_name": "Annab", "last_name": "Nabel"}`).ID, `{"name": `+is+`, "species": "cat"}`)
	for _, f := range []customerspets.CustomerQuery{{}, {Status: "active"}} {
		for query, want := range map[string][]string{
			"annabel": {"Annab", "Annabel", "Eve"}, "annabel zorro": {"Annabel", "Eve"}, "nabel": {"Annab", "Annab Nabel", "Annabel", "Eve"},
		} {
			f.Search = query
			if names := w.customersWith(w.ctx, f); !slices.Equal(names, want) {
				t.Errorf("%q with status %q finds customers %v, want %v", query, f.Status, names, want)
			}
		}
	}
	for _, f := range []customerspets.PetFilter{{}, {Species: "dog"}} {
		f.Words = customerspets.SearchWords("annabel zorro")
		if names := w.petsWith(f); !slices.Equal(names, []string{"Annab Nabel", "Annabel"}) {
			t.Errorf("with species %q finds pets %v", f.Species, names)
		}
	}
}
