package customerspets_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/testkit"
)

// blocks counts the blocks of customers, pets and their indexes that a request reads.
func (w *world) blocks(read func(context.Context)) int {
	w.Helper()
	return w.BlocksRead("relnamespace = 'customerspets'::regnamespace", read)
}

// Two words that many have and next to nobody has together are not looked for in each row of a filter.
func TestCommonWordsInANarrowedListAreFoundByIndex(t *testing.T) {
	t.Parallel()
	const many = 25000
	w := worldOn(newWorld(t).Fresh())
	breed := w.breed("dog", "Test Hound")
	// The oldest customer and the oldest pet are the only ones that have both words.
	owner := w.customer(`{"first_name": "Amelie"}`)
	const marked = `, "species": "dog", "tags": ["vip"], "breed_ids": ["`
	pet := w.pet(owner.ID, `{"name": "Bruno"`+marked+breed.ID.String()+`"]}`)
	other := w.customer(`{"first_name": "Zed"}`)
	model := w.pet(other.ID, `{"name": "Zoe"`+marked+breed.ID.String()+`"]}`)
	var texts []string
	for _, name := range []string{"amelie", "bruno", "chidi", "dagny", "emeka", "farida", "goran", "hana", "ines"} {
		texts = append(texts, " "+name)
	}
	for _, of := range []struct {
		table string
		id    uuid.UUID
	}{{"customers", other.ID}, {"pets", model.ID}} {
		w.Exec(`insert into customerspets.`+of.table+` select made.* from customerspets.`+of.table+` t, generate_series(1, $3::int) as i,
			cast('f' || lpad(to_hex(i), 7, '0') || '-0000-7000-8000-000000000000' as uuid) as new, jsonb_populate_record(t, jsonb_build_object(
				'id', new, 'customer_id', new, 'search', ($4::text[])[1 + i % 9], 'known_by', '', 'name_key', '')) as made
			where t.account_id = $1 and t.id = $2`, w.account, of.id, many, texts)
		w.Exec("update customerspets." + of.table + " set updated_at = now() + '1 year'")
	}
	w.index()
	w.Exec("vacuum analyze")
	since := time.Now().Add(24 * time.Hour)
	words, page := customerspets.SearchWords("amelie bruno"), paging.Request{Limit: 50}
	pets := func(f customerspets.PetFilter) func(context.Context) []uuid.UUID {
		f.Words = words
		return func(ctx context.Context) (ids []uuid.UUID) {
			list := testkit.Must[paging.Page[customerspets.ListedPet]](w)(w.service.ListAccountPets(ctx, w.account, f, page))
			for _, p := range list.Items {
				ids = append(ids, p.ID)
			}
			return ids
		}
	}
	customers := func(q customerspets.CustomerQuery) func(context.Context) []uuid.UUID {
		q.Search = "amelie bruno"
		return func(ctx context.Context) (ids []uuid.UUID) {
			list := testkit.Must[paging.Page[customerspets.Customer]](w)(w.service.ListCustomers(ctx, w.account, q, page))
			for _, c := range list.Items {
				ids = append(ids, c.ID)
			}
			return ids
		}
	}
	for what, search := range map[string]func(context.Context) []uuid.UUID{
		"pets by status":              pets(customerspets.PetFilter{Status: "active"}),
		"pets by species":             pets(customerspets.PetFilter{Species: "dog"}),
		"pets by breed":               pets(customerspets.PetFilter{Breed: breed.ID}),
		"pets by breed, tag, status":  pets(customerspets.PetFilter{Breed: breed.ID, Tag: "vip", Status: "active"}),
		"changed pets":                pets(customerspets.PetFilter{UpdatedSince: &since}),
		"changed pets by status, tag": pets(customerspets.PetFilter{UpdatedSince: &since, Status: "active", Tag: "vip"}),
		"customers by status":         customers(customerspets.CustomerQuery{Status: "active"}),
		"changed customers":           customers(customerspets.CustomerQuery{UpdatedSince: &since}),
	} {
		want := pet.ID
		if strings.Contains(what, "customers") {
			want = owner.ID
		}
		var got []uuid.UUID
		n := w.blocks(func(ctx context.Context) { got = search(ctx) })
		if n > 1000 || !slices.Equal(got, []uuid.UUID{want}) {
			t.Errorf("%s: %v by %d blocks", what, got, n)
		}
	}
}
