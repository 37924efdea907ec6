package configlists_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/configlists"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

var tables = []fxgroups.Migrations{store.Migrations(), {Module: "configlists", Files: fxgroups.Sub(configlists.Files)}}

// open serves the module with a fresh account.
func open(k *testkit.Kit) *apitest.Site {
	k.Helper()
	box := testkit.Must[*secrets.Box](k)(secrets.NewBox([]secrets.Key{{ID: "k", Secret: bytes.Repeat([]byte{7}, 32)}}))
	return apitest.Open(k, httpapi.Options{Answers: store.New(k.DB, box)}, configlistsfx.Module, routes.Module)
}

// A letter of Unicode can have 18 in the form that lists are sorted by.
func TestCursorOfTheLongestNameIsTaken(t *testing.T) {
	t.Parallel()
	s := open(testkit.New(t, tables...))
	for _, last := range []string{"a", "b"} {
		s.Do("*", "POST", "breeds", `{"name":"`+strings.Repeat("\uFDFA", 79)+last+`","species":"other"}`).Want(201, "")
	}
	page := "breeds?species=other&search=" + url.QueryEscape("\uFDFA") + "&limit=1"
	cursor, _ := s.Do("*", "GET", page, "").Want(200, "").Body["next_cursor"].(string)
	s.Do("*", "GET", page+"&cursor="+cursor, "").Want(200, "")
}

func TestDeadlockUnderAnIdempotencyKeyIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := open(testkit.Fresh(t, tables...))
	s.Exec(`create sequence tries`)
	s.Exec(`create function deadlock() returns trigger language plpgsql as $$
		begin
			if nextval('tries') = 1 then raise deadlock_detected; end if;
			return new;
		end $$`)
	s.Exec(`create trigger deadlock before insert on configlists.secondary_pet_statuses for each row execute function deadlock()`)
	for _, replayed := range []string{"", "true"} {
		r := s.Do("*", "POST", "secondaryPetStatuses", `{"name":"Shy"}`, "Idempotency-Key", "once")
		if r.Status != 201 || r.Body["name"] != "Shy" || r.Header.Get("Idempotency-Replayed") != replayed {
			t.Errorf("%d %v %v", r.Status, r.Body, r.Header)
		}
	}
	if r := s.Do("*", "GET", "secondaryPetStatuses", ""); len(r.Values("id")) != 1 {
		t.Errorf("list: %v", r.Body)
	}
}
