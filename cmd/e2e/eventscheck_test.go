package e2e

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// check checks a whole event: the envelope, the record as GET returns it, and its previous values.
func (w *scenario) check(e kit.Event) {
	w.T.Helper()
	keys := slices.Sorted(maps.Keys(e.Body))
	if want := []string{"account_id", "actor", "api_version", "created_at", "data", "id", "sequence", "type"}; !slices.Equal(keys, want) {
		w.T.Errorf("%s has the keys %v, want %v", e.Type, keys, want)
	}
	id, err := uuid.Parse(e.Body["id"].(string))
	if err != nil || id.Version() != 7 {
		w.T.Errorf("%s: the id is %v", e.Type, e.Body["id"])
	}
	created, err := time.Parse(time.RFC3339, e.Body["created_at"].(string))
	if err != nil || created.Location() != time.UTC || time.Since(created).Abs() > time.Minute {
		w.T.Errorf("%s: created_at is %v", e.Type, e.Body["created_at"])
	}
	if e.Body["type"] != e.Type || e.Body["api_version"] != "1.0.0" || e.Body["account_id"] != w.Account.ID.String() || e.Body["sequence"] != float64(e.Sequence) {
		w.T.Errorf("%s: the envelope is %v", e.Type, e.Body)
	}
	actor := e.Body["actor"].(map[string]any)
	if _, err := uuid.Parse(fmt.Sprint(actor["id"])); err != nil || len(actor) != 4 || actor["via"] != nil || actor["type"] != w.actor["type"] || actor["name"] != w.actor["name"] ||
		w.actor["id"] != nil && actor["id"] != w.actor["id"] {
		w.T.Errorf("%s: the actor is %v", e.Type, actor)
	}
	if data := e.Body["data"].(map[string]any); len(data) != 2 {
		w.T.Errorf("%s: data is %v", e.Type, data)
	}
	for _, secret := range secretKeys(e.Body) {
		w.T.Errorf("%s holds %s", e.Type, secret)
	}
	if shown := w.shown(e); !reflect.DeepEqual(e.Object(), shown) {
		w.T.Errorf("%s tells of\n%v\nGET answers\n%v", e.Type, e.Object(), shown)
	}
	w.checkPrevious(e)
}

// checkPrevious compares an updated record with its last response. previous must contain exactly the differences.
func (w *scenario) checkPrevious(e kit.Event) {
	w.T.Helper()
	if !strings.HasSuffix(e.Type, ".updated") {
		return
	}
	was, is := w.known[e.Record.String()], e.Object()
	if was == nil {
		w.T.Errorf("%s tells of %s, which this test did not make", e.Type, e.Record)
		return
	}
	changed := map[string]any{}
	for key, old := range was {
		if key != "version" && key != "updated_at" && !reflect.DeepEqual(old, is[key]) {
			changed[key] = old
		}
	}
	if previous := e.Body["data"].(map[string]any)["previous"]; !reflect.DeepEqual(previous, any(changed)) {
		w.T.Errorf("%s: previous is %v, want %v", e.Type, previous, changed)
	}
	if is["version"] != was["version"].(float64)+1 {
		w.T.Errorf("%s: version is %v after %v", e.Type, is["version"], was["version"])
	}
}

// shown returns the record of an event as the API returns it now or, if it was deleted, as it was last returned.
func (w *scenario) shown(e kit.Event) map[string]any {
	w.T.Helper()
	o, id := e.Object(), e.Record.String()
	resource, what, _ := strings.Cut(e.Type, ".")
	if what == "deleted" {
		return w.known[id]
	}
	field := func(form string) map[string]any {
		if what == "reordered" {
			var ids, moved []any
			for _, f := range w.Do("GET", form+"/custom", nil).List() {
				ids = append(ids, f["id"])
				if f["version"] == float64(2) {
					moved = append(moved, map[string]any{"id": f["id"], "item_order": f["item_order"], "version": f["version"], "updated_at": f["updated_at"]})
				}
			}
			return map[string]any{"account_id": w.Account.ID.String(), "ids": ids, "moved": moved}
		}
		return w.find(form+"?limit=200", id)
	}
	switch resource {
	case "customer":
		return w.Do("GET", "customers/"+id, nil).Object(200)
	case "pet":
		return w.Do("GET", "customers/"+o["customer_id"].(string)+"/pets/"+id, nil).Object(200)
	case "customer_field":
		return field("customerFields")
	case "pet_field":
		return field("petFields")
	case "breed":
		if what == "list_loaded" {
			return map[string]any{"account_id": w.Account.ID.String(), "count": float64(w.masterBreeds())}
		}
		return w.Do("GET", "breeds/"+id, nil).Object(200)
	case "secondary_pet_status":
		return w.Do("GET", "secondaryPetStatuses/"+id, nil).Object(200)
	case "colour_code":
		return w.Do("GET", "colourCodes/"+id, nil).Object(200)
	case "vaccination":
		return w.find("pets/"+o["pet_id"].(string)+"/vaccinations", id)
	case "exemption":
		return w.find("pets/"+o["pet_id"].(string)+"/exemptions", id)
	case "vaccination_type":
		return w.find("vaccinationTypes?limit=200", id)
	case "note":
		return w.find(w.notesOf(o["parent"].(map[string]any)), id)
	}
	w.T.Fatalf("where %s is shown is not known", e.Type)
	return nil
}

func (w *scenario) notesOf(parent map[string]any) string {
	id := parent["id"].(string)
	switch parent["type"] {
	case "pet":
		return "customers/" + w.known[id]["customer_id"].(string) + "/pets/" + id + "/notes"
	case "order":
		return "orders/" + id + "/notes"
	}
	return "customers/" + id + "/notes"
}

func (w *scenario) find(list, id string) map[string]any {
	w.T.Helper()
	for _, record := range w.Do("GET", list, nil).List() {
		if record["id"] == id {
			return record
		}
	}
	w.T.Errorf("%s does not list %s", list, id)
	return nil
}

func (w *scenario) masterBreeds() int {
	w.T.Helper()
	n := 0
	for next := w.Base + "/breeds?limit=200"; next != ""; {
		r := w.Do("GET", next, nil)
		for _, b := range r.List() {
			if b["source"] == "master" {
				n++
			}
		}
		next = strings.TrimSuffix(strings.TrimPrefix(r.Header.Get("Link"), "<"), `>; rel="next"`)
	}
	return n
}

// secretKeys returns the secret keys and values in a JSON value.
func secretKeys(value any) []string {
	var found []string
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			if key == "password" || key == "secret" || strings.Contains(key, "hash") || strings.Contains(key, "token") {
				found = append(found, key)
			}
			found = append(found, secretKeys(inner)...)
		}
	case []any:
		for _, inner := range v {
			found = append(found, secretKeys(inner)...)
		}
	case string:
		for _, word := range []string{"correct horse", "battery staple", "argon2", "whsec_", "pck_", "eyJ"} {
			if strings.Contains(v, word) {
				found = append(found, v)
			}
		}
	}
	return found
}
