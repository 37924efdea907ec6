package modulekit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// checkWrite calls an operation and checks the response, the version and the events.
func (c *checker) checkWrite(op *operation, s *Site) {
	path, body := s.way(op)
	was := s.ask(s.Key, "GET", path, nil)
	before := s.LastEvent()
	if op.Method != "POST" {
		c.checkStale(op, s, path, body, was)
		if n := len(s.Events(before)); n > 0 {
			c.fault(Versions, op.ID, "a stale If-Match changes the record")
			return
		}
	}
	a := s.ask(s.Key, op.Method, path, body, "Idempotency-Key", "once")
	if a.Status >= 300 {
		c.fault(Events, op.ID, "cannot be tried (say how in Options.Ways, Bodies or IDs): %s", a)
		return
	}
	told := s.Events(before)
	c.checkTold(op, s, a, was, told)
	c.checkAnswer(op, a)
	for _, secret := range secretsIn(a.object(), s.Key) {
		c.fault(Secrets, op.ID, "answers with %s", secret)
	}
	before = s.LastEvent()
	switch op.Method {
	case "POST":
		c.checkRepeat(op, s, path, body, a, before)
	case "PATCH", "PUT":
		c.checkSame(op, s, path, body, a, before)
	case "DELETE":
		if again := s.ask(s.Key, "DELETE", path, nil); again.Status != 404 || len(s.Events(before)) > 0 {
			c.fault(Events, op.ID, "deleted twice: %s, %d more events", again, len(s.Events(before)))
		}
		if got := s.ask(s.Key, "GET", path, nil); got.Status == 200 {
			c.fault(Events, op.ID, "what is deleted can still be read")
		}
	}
	if strings.Contains(c.log.String(), s.Key) {
		c.fault(Secrets, "the log", "holds an API key")
	}
	for _, key := range c.options.Secrets {
		if value, _ := object(body)[key].(string); value != "" && strings.Contains(c.log.String(), value) {
			c.fault(Secrets, op.ID, "logs the value of %s", key)
		}
	}
}

// checkStale sends outdated, invalid and missing versions.
func (c *checker) checkStale(op *operation, s *Site, path string, body any, was answer) {
	if a := s.ask(s.Key, op.Method, path, body, "If-Match", `"999"`); a.Status != 412 || a.code() != "version_mismatch" {
		c.fault(Versions, op.ID, "ignores If-Match: a stale one gets %s, not 412", a)
	}
	if a := s.ask(s.Key, op.Method, path, body, "If-Match", `999`); a.Status != 422 {
		c.fault(Versions, op.ID, "a malformed If-Match gets %s, not 422", a)
	}
	if now := s.ask(s.Key, "GET", path, nil); was.Status == 200 && plain(now) != plain(was) {
		c.fault(Versions, op.ID, "a refused write has changed the record")
	}
}

// checkAnswer finds nulls that the document does not have, such as those of lists that were left out.
func (c *checker) checkAnswer(op *operation, a answer) {
	for key, schema := range object(op.answer["properties"]) {
		value, shown := a.object()[key]
		if _, nullable := c.plain(schema); shown && value == nil && !nullable {
			c.fault(Answers, op.ID, "is null for %s, for which the document has no null", key)
		}
	}
}

// checkTold compares events with the response.
func (c *checker) checkTold(op *operation, s *Site, a, was answer, told []kit.Event) {
	var types []string
	for _, e := range told {
		types = append(types, e.Type)
		for _, secret := range secretsIn(e.Body, s.Key, c.options.Secrets...) {
			c.fault(Secrets, op.ID, "%s tells %s: give the field the tag json:\"-\", or leave it out of what the event shows", e.Type, secret)
		}
		c.checkNames(op, e.Type+" tells", e.Object())
	}
	if want, ok := c.options.Events[op.ID]; ok {
		slices.Sort(types)
		if want = slices.Sorted(slices.Values(want)); !slices.Equal(types, want) {
			c.fault(Events, op.ID, "records %v, not %v", types, want)
		}
		if id := a.object()["id"]; len(told) != 1 || op.Method != "DELETE" && (id == nil || told[0].Object()["id"] != id) {
			return // it tells of something else than what it answers with
		}
	}
	if len(told) != 1 {
		c.fault(Events, op.ID, "records %d events %v, not one", len(told), types)
		return
	}
	e := told[0]
	if !c.bringsEvent(e.Type) {
		c.fault(Events, op.ID, "records %s, which the module does not register", e.Type)
	}
	if op.Method == "DELETE" {
		if o := was.object(); o["id"] != nil && !reflect.DeepEqual(o, e.Object()) {
			c.fault(Events, op.ID, "%s tells %v of %v", e.Type, e.Object(), o)
		}
		return
	}
	if !reflect.DeepEqual(a.object(), e.Object()) {
		c.fault(Events, op.ID, "%s tells %v, but the answer is %v", e.Type, e.Object(), a.object())
	}
	if old := was.object(); op.Method == "PATCH" && was.Status == 200 {
		changed := map[string]any{}
		for key, value := range old {
			if key != "version" && key != "updated_at" && !reflect.DeepEqual(value, a.object()[key]) {
				changed[key] = value
			}
		}
		if !reflect.DeepEqual(e.Previous(), changed) {
			c.fault(Events, op.ID, "%s has the previous %v, not %v", e.Type, e.Previous(), changed)
		}
	}
}

func (c *checker) bringsEvent(name string) bool {
	for _, m := range c.service.Parts.EventTypes {
		for _, t := range m.Types {
			if m.Module == c.module && t.Name == name {
				return true
			}
		}
	}
	return false
}

// checkRepeat repeats a POST with the same Idempotency-Key, with the same and with another body.
func (c *checker) checkRepeat(op *operation, s *Site, path string, body any, first answer, before int64) {
	again := s.ask(s.Key, "POST", path, body, "Idempotency-Key", "once")
	if again.Status != first.Status || again.Text != first.Text || again.Header.Get("Idempotency-Replayed") != "true" {
		c.fault(Idempotency, op.ID, "a repeat gets %s, the first %s", again, first)
	}
	if n := len(s.Events(before)); n > 0 {
		c.fault(Idempotency, op.ID, "a repeat records %d events", n)
	}
	if body != nil {
		other := s.ask(s.Key, "POST", path, with(body, "no_such_key", 1), "Idempotency-Key", "once")
		if other.Status != 422 {
			c.fault(Idempotency, op.ID, "another body under the key gets %s", other)
		}
	}
	if twice := s.ask(s.Key, "POST", path, body); twice.Status >= 500 {
		c.fault(Tables, op.ID, "the same body twice gets %s", twice)
	}
	if first.Status != 201 {
		return
	}
	location := first.Header.Get("Location")
	id, _ := first.object()["id"].(string)
	if !strings.HasSuffix(location, "/"+id) || id == "" {
		c.fault(Versions, op.ID, "the Location of %s is %q", id, location)
	}
	if first.object()["version"] != nil && first.Header.Get("ETag") != `"1"` {
		c.fault(Versions, op.ID, "a new record has the ETag %q", first.Header.Get("ETag"))
	}
}

// checkSame repeats an update, which must change nothing, and sends an empty one.
func (c *checker) checkSame(op *operation, s *Site, path string, body any, first answer, before int64) {
	version := first.object()["version"]
	if version == nil {
		return
	}
	if first.Header.Get("ETag") != fmt.Sprintf(`"%v"`, version) {
		c.fault(Versions, op.ID, "version %v has the ETag %q", version, first.Header.Get("ETag"))
	}
	for what, same := range map[string]any{"the same again": body, "what was read": s.readBack(path, first), "nothing": map[string]any{}} {
		if op.Method == "PUT" && what != "the same again" {
			continue
		}
		a := s.ask(s.Key, op.Method, path, same, "If-Match", first.Header.Get("ETag"))
		switch {
		case a.Status != 200:
			c.fault(Versions, op.ID, "%s gets %s", what, a)
		case a.object()["version"] != version || a.object()["updated_at"] != first.object()["updated_at"]:
			c.fault(Versions, op.ID, "%s makes version %v of %v", what, a.object()["version"], version)
		}
	}
	if n := len(s.Events(before)); n > 0 {
		c.fault(Events, op.ID, "a change that changes nothing records %d events", n)
	}
	for name, property := range object(op.body["properties"]) {
		if _, nullable := c.plain(property); nullable && op.Method == "PATCH" {
			if a := s.ask(s.Key, op.Method, path, map[string]any{name: nil}); a.names("body."+name, "null") {
				c.fault(Input, op.ID, "the document has null for %s, but: %s", name, a)
			}
		}
	}
	gone := path[:strings.LastIndex(path, "/")+1] + ids.New().String()
	if a := s.ask(s.Key, op.Method, gone, body); strings.HasSuffix(op.Path, "}") && a.Status != 404 {
		c.fault(Tenants, op.ID, "an id that never was gets %s", a)
	}
}

// readBack returns the record as a GET returns it, which can be sent back.
func (s *Site) readBack(path string, changed answer) any {
	if now := s.ask(s.Key, "GET", path, nil); now.Status == 200 {
		return now.object()
	}
	return changed.object()
}
