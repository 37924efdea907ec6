package configlists_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestBreedsOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.make("breeds", `{"name":"Zorgi","species":"dog"}`)
	one := "breeds/" + b["id"].(string)
	s.want(s.do("POST", "breeds", `{"name":"ZORGI","species":"dog"}`), 409, "duplicate")
	s.want(s.do("POST", "breeds", `{"name":"","species":"cow","source":"master"}`), 422, "validation_failed",
		"body.name too_short", "body.species enum", "body.source unknown")
	s.want(s.do("PATCH", one, `{"name":null,"source":"x"}`), 422, "validation_failed", "body.name null", "body.source read_only")
	s.want(s.do("PATCH", one, `{"name":null}`), 422, "validation_failed", "body.name null")
	s.want(s.do("PATCH", one, `{"name":"Xorgi"}`, "If-Match", `"9"`), 412, "version_mismatch")
	if r := s.do("PATCH", one, `{"species":"cat"}`, "If-Match", `"1"`); r.Status != 200 || r.Header.Get("ETag") != `"2"` || r.Body["species"] != "cat" {
		t.Errorf("PATCH: %d %v", r.Status, r.Body)
	}
	s.want(s.do("GET", one, "", "If-None-Match", `"2"`), 304, "")
	if r := s.do("GET", "breeds?species=cat&search=ORG", ""); !slices.Equal(r.Values("name"), []any{"Zorgi"}) {
		t.Errorf("search: %v", r.Body)
	}
	s.want(s.do("GET", "breeds?species=cow&sort=name&search=", ""), 422, "validation_failed", "query.species enum", "query.sort unknown", "query.search empty")
	s.want(s.do("DELETE", one, ""), 204, "")
	s.want(s.do("DELETE", one, ""), 404, "not_found")
	s.want(s.do("GET", "breeds/"+ids.New().String(), ""), 404, "not_found")
}

func TestBreedsArePagedByCursor(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.make("breeds", `{"name":"Zorgi","species":"dog"}`)
	seen := map[any]bool{}
	path := "breeds?species=dog&limit=100"
	for cursor := ""; ; {
		r := s.do("GET", path+cursor, "")
		for _, id := range r.Values("id") {
			if seen[id] {
				t.Fatalf("%v comes twice", id)
			}
			seen[id] = true
		}
		next, ok := r.Body["next_cursor"].(string)
		if !ok {
			break
		}
		s.want(s.do("GET", "breeds?species=cat&cursor="+url.QueryEscape(next), ""), 422, "validation_failed", "query.cursor cursor")
		cursor = "&cursor=" + url.QueryEscape(next)
	}
	if len(seen) < 300 {
		t.Errorf("%d dogs", len(seen))
	}
}

// A letter of Unicode can have 18 in the form that lists are sorted by.
func TestCursorOfTheLongestNameIsTaken(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, last := range []string{"a", "b"} {
		s.make("breeds", `{"name":"`+strings.Repeat("\uFDFA", 79)+last+`","species":"other"}`)
	}
	first := s.do("GET", "breeds?species=other&search="+url.QueryEscape("\uFDFA")+"&limit=1", "").Want(200, "")
	cursor, _ := first.Body["next_cursor"].(string)
	s.do("GET", "breeds?species=other&search="+url.QueryEscape("\uFDFA")+"&limit=1&cursor="+cursor, "").Want(200, "")
}

func TestDuplicateUnderAnIdempotencyKeyLeavesTheMasterList(t *testing.T) {
	t.Parallel()
	s := open(t)
	for range 2 {
		s.want(s.do("POST", "breeds", `{"name":"Labrador Retriever","species":"dog"}`, "Idempotency-Key", s.Account.String()), 409, "duplicate")
	}
	if r := s.do("GET", "breeds?limit=10", ""); len(r.Values("id")) != 10 {
		t.Errorf("the master list is not loaded: %v", r.Body)
	}
}

func TestDeadlockUnderAnIdempotencyKeyIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := openOn(t, testkit.Fresh(t, tables...))
	s.Exec(`create sequence tries`)
	s.Exec(`create function deadlock() returns trigger language plpgsql as $$
		begin
			if nextval('tries') = 1 then raise deadlock_detected; end if;
			return new;
		end $$`)
	s.Exec(`create trigger deadlock before insert on configlists.secondary_pet_statuses for each row execute function deadlock()`)
	for _, replayed := range []string{"", "true"} {
		r := s.do("POST", "secondaryPetStatuses", `{"name":"Shy"}`, "Idempotency-Key", "once")
		if r.Status != 201 || r.Body["name"] != "Shy" || r.Header.Get("Idempotency-Replayed") != replayed {
			t.Errorf("%d %v %v", r.Status, r.Body, r.Header)
		}
	}
	if r := s.do("GET", "secondaryPetStatuses", ""); len(r.Values("id")) != 1 {
		t.Errorf("list: %v", r.Body)
	}
}

func TestSecondaryPetStatusesOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.make("secondaryPetStatuses", `{"name":"Shy"}`)
	s.make("secondaryPetStatuses", `{"name":"Calm"}`)
	one := "secondaryPetStatuses/" + a["id"].(string)
	s.want(s.do("POST", "secondaryPetStatuses", `{"name":"shy"}`), 409, "duplicate")
	s.want(s.do("POST", "secondaryPetStatuses", `{"name":"X","item_order":1}`), 422, "validation_failed", "body.item_order unknown")
	s.want(s.do("PATCH", one, `{"name":"X","item_order":7}`), 422, "validation_failed", "body.item_order read_only")
	s.want(s.do("PATCH", one, `{"name":"Timid"}`), 200, "")
	if r := s.do("GET", "secondaryPetStatuses", ""); !slices.Equal(r.Values("name"), []any{"Timid", "Calm"}) || !slices.Equal(r.Values("item_order"), []any{1.0, 2.0}) {
		t.Errorf("list: %v", r.Body)
	}
	s.want(s.do("GET", one, ""), 200, "")
	s.want(s.do("DELETE", one, "", "If-Match", `"1"`), 412, "version_mismatch")
	s.want(s.do("DELETE", one, ""), 204, "")
	s.want(s.do("GET", one, ""), 404, "not_found")
}

func TestColourCodesOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.make("colourCodes", `{"type":"pet","name":"Careful","colour":"#E4572E"}`)
	s.make("colourCodes", `{"type":"pet","name":"Second","colour":"#e4572e","number":40,"description":null}`)
	s.make("colourCodes", `{"type":"customer","name":"Late","colour":"#000000"}`)
	one := "colourCodes/" + a["id"].(string)
	if r := s.do("GET", "colourCodes/nextNumber?type=pet", ""); r.Status != 200 || fmt.Sprint(r.Body) != "map[number:41 type:pet]" {
		t.Errorf("next number: %d %v", r.Status, r.Body)
	}
	s.want(s.do("GET", "colourCodes/nextNumber", ""), 422, "validation_failed", "query.type required")
	s.want(s.do("POST", "colourCodes", `{"type":"pet","name":"X","colour":"#000000","number":40}`), 409, "duplicate")
	s.want(s.do("POST", "colourCodes", `{"type":"dog","name":"X","colour":"red","number":10000}`), 422, "validation_failed",
		"body.type enum", "body.colour format", "body.number too_large")
	s.want(s.do("PATCH", one, `{"type":"customer"}`), 422, "validation_failed", "body.type immutable")
	if r := s.do("PATCH", one, `{"number":50,"description":"Muzzle"}`); r.Status != 200 || r.Body["number"] != 50.0 || r.Body["description"] != "Muzzle" {
		t.Errorf("PATCH: %d %v", r.Status, r.Body)
	}
	if r := s.do("GET", "colourCodes", ""); !slices.Equal(r.Values("number"), []any{1.0, 40.0, 50.0}) {
		t.Errorf("list: %v", r.Body)
	}
	if r := s.do("GET", "colourCodes?type=customer", ""); !slices.Equal(r.Values("name"), []any{"Late"}) {
		t.Errorf("list: %v", r.Body)
	}
	s.want(s.do("GET", one, ""), 200, "")
	s.want(s.do("DELETE", one, ""), 204, "")
	s.want(s.do("DELETE", one, ""), 404, "not_found")
}
