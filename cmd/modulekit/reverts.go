package modulekit

import (
	"reflect"
	"slices"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// checkReverts calls a write and reverts the change: then GET shows what it showed before, but for the version and times. The revert of the
// revert is the write again.
func (c *checker) checkReverts(op *operation, s *Site) {
	path, body := s.way(op)
	was := s.ask(s.Key, "GET", path, nil)
	before := s.LastEvent()
	a := s.ask(s.Key, op.Method, path, body)
	told := s.Events(before)
	c.checkTogether(op, s, told)
	if a.Status >= 300 || len(told) == 0 || slices.ContainsFunc(told, c.isIrreversible) {
		return // checkWrite tells of a write that fails
	}
	at := path
	if op.Method == "POST" && a.Header.Get("Location") != "" {
		at = a.Header.Get("Location")
		was = s.ask(s.Key, "GET", at+"-none", nil)
	}
	done := s.ask(s.Key, "GET", at, nil)
	undo := func(change any) answer {
		return s.ask(s.Key, "POST", s.Base+"/changes/"+change.(string)+"/revert", map[string]any{})
	}
	undone := undo(told[0].Body["change_id"])
	if undone.Status != 201 {
		c.fault(Reverts, op.ID, "its change cannot be reverted: %s", undone)
		return
	}
	readable := done.Status == 200 || was.Status == 200
	if got := s.ask(s.Key, "GET", at, nil); readable && !sameButForTimes(got, was) {
		c.fault(Reverts, op.ID, "after the revert GET shows %s, before the change %s", got, was)
	}
	if again := undo(told[0].Body["change_id"]); again.Status != 409 || again.code() != "already_reverted" {
		c.fault(Reverts, op.ID, "is reverted twice: %s", again)
	}
	if redone := undo(undone.object()["id"]); redone.Status != 201 {
		c.fault(Reverts, op.ID, "the revert cannot be reverted: %s", redone)
	} else if got := s.ask(s.Key, "GET", at, nil); readable && !sameButForTimes(got, done) {
		c.fault(Reverts, op.ID, "redone, GET shows %s, not %s", got, done)
	}
}

func (c *checker) isIrreversible(e kit.Event) bool {
	for _, m := range c.service.Parts.EventTypes {
		for _, t := range m.Types {
			if t.Name == e.Type {
				return t.Irreversible || t.Direct
			}
		}
	}
	return false
}

// sameButForTimes compares answers, of which those that are no success are the same.
func sameButForTimes(a, b answer) bool {
	if a.Status >= 300 || b.Status >= 300 {
		return a.Status >= 300 && b.Status >= 300
	}
	return reflect.DeepEqual(withoutTimes(a.object()), withoutTimes(b.object()))
}

// withoutTimes is a value without versions and times, also of records in a list.
func withoutTimes(v any) any {
	switch v := v.(type) {
	case []any:
		return lists.Map(v, withoutTimes)
	case map[string]any:
		kept := map[string]any{}
		for key, value := range v {
			if key != "version" && key != "updated_at" {
				kept[key] = withoutTimes(value)
			}
		}
		return kept
	default:
		return v
	}
}
