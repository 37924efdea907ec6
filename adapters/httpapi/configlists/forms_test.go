package configlists_test

import (
	"fmt"
	"slices"
	"testing"
)

func TestBothFormsHaveAllOperations(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"customerFields", "petFields"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			custom := form + "/custom"
			a := s.make(custom, `{"label":"Diet at home","type":"select","options":[{"value":"raw","label":"Raw"},{"value":"dry","label":"Dry"}]}`)
			b := s.make(custom, `{"label":"Walks","type":"number","key":"walks","required":true}`)
			if a["key"] != "diet_at_home" || a["visible"] != true || a["required"] != false || fmt.Sprint(a["locked"]) != "[]" || fmt.Sprint(b["options"]) != "[]" {
				t.Errorf("made %v and %v", a, b)
			}
			one := custom + "/" + a["id"].(string)
			s.want(s.do("GET", one, ""), 200, "")
			if r := s.do("PATCH", one, `{"options":[{"value":"dry","label":"Dry food"}]}`); r.Status != 200 || len(*s.told) != 1 {
				t.Errorf("PATCH: %d %v, told %v", r.Status, r.Body, *s.told)
			}
			r := s.do("PATCH", custom+"/reorder", fmt.Sprintf(`{"ids":[%q,%q]}`, b["id"], a["id"]))
			if r.Status != 200 || !slices.Equal(r.Values("key"), []any{"walks", "diet_at_home"}) || r.Body["next_cursor"] != nil {
				t.Errorf("reorder: %d %v", r.Status, r.Body)
			}
			if r := s.do("GET", custom, ""); !slices.Equal(r.Values("item_order"), []any{1.0, 2.0}) {
				t.Errorf("custom: %v", r.Body)
			}
			r = s.do("PATCH", form+"/standard", `{"fields":[{"key":"tags","label":"Labels","section":null}]}`)
			standard := r.Values("key")
			i := slices.Index(standard, any("tags"))
			if r.Status != 200 || i < 0 || r.Values("label")[i] != "Labels" || r.Values("section")[i] != nil {
				t.Errorf("standard: %d %v", r.Status, r.Body)
			}
			s.want(s.do("PATCH", form+"/standard", `{"fields":[{"key":"tags","version":2,"label":"Labels"},{"key":"alert","version":1}]}`), 200, "")
			s.want(s.do("PATCH", form+"/standard", `{"fields":[{"key":"tags","version":1,"label":"Tags"}]}`), 412, "version_mismatch")
			if r := s.do("GET", form+"/standard", ""); !slices.Equal(r.Values("key"), standard) {
				t.Errorf("standard: %v", r.Body)
			}
			if r := s.do("GET", form+"?limit=200", ""); !slices.Equal(r.Values("key"), append(standard, "walks", "diet_at_home")) {
				t.Errorf("all: %v", r.Body)
			}
			if r := s.do("DELETE", one, ""); r.Status != 409 || r.Body["code"] != "in_use" || r.Body["count"] != 2.0 {
				t.Errorf("delete in use: %d %v", r.Status, r.Body)
			}
			s.want(s.do("DELETE", one+"?force=true", ""), 204, "")
			s.want(s.do("GET", one, ""), 404, "not_found")
		})
	}
}

func TestFieldInputIsStrict(t *testing.T) {
	t.Parallel()
	s := open(t)
	f := s.make("petFields/custom", `{"label":"Diet","type":"text"}`)
	one := "petFields/custom/" + f["id"].(string)
	s.want(s.do("POST", "petFields/custom", `{"label":"","type":"colour","key":"No","item_order":1}`), 422, "validation_failed",
		"body.label too_short", "body.type enum", "body.key format", "body.item_order unknown")
	s.want(s.do("POST", "petFields/custom", `{"label":"X","type":"select","options":[{"value":"","label":"A"},{"value":"a"}]}`), 422, "validation_failed",
		"body.options[0].value too_short", "body.options[1].label required")
	s.want(s.do("PATCH", one, `{"key":"food","type":"date"}`), 422, "validation_failed", "body.key immutable", "body.type immutable")
	s.want(s.do("PATCH", one, `{"options":[{"value":"a","label":"A"}]}`), 422, "validation_failed", "body.options not_allowed")
	s.want(s.do("PATCH", one+"?force=perhaps", `{"label":"X"}`), 422, "validation_failed", "query.force format")
	s.want(s.do("PATCH", "petFields/standard", `{"fields":[{"key":"coat","type":"shape"},{"label":"X"}]}`), 422, "validation_failed",
		"body.fields[0].type immutable", "body.fields[1].key required")
	s.want(s.do("PATCH", "petFields/standard", `{"fields":[{"key":"name","required":false},{"key":"nothing","label":"X"}]}`), 422, "validation_failed",
		"body.fields[0].required locked", "body.fields[1].key unknown")
	s.want(s.do("PATCH", "petFields/custom/reorder", `{"ids":[]}`), 422, "validation_failed", "body.ids incomplete")
	s.want(s.do("PATCH", "petFields/custom/reorder", `{"ids":null}`), 422, "validation_failed", "body.ids null")
	s.want(s.do("PATCH", one, `{"label":"X"}`, "If-Match", `"4"`), 412, "version_mismatch")
}
