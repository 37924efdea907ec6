package modulekit

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// creations try each POST of the module. Other operations need what they create.
func (c *checker) creations() (list []func(t *testing.T)) {
	for _, op := range c.operations {
		if op.Module == c.module && op.Method == "POST" && op.inAccount() && !op.ReadOnly && op.Access.Keys {
			list = append(list, func(t *testing.T) { c.tryCreate(op, c.site(t)) })
		}
	}
	return list
}

func (c *checker) tryCreate(op *operation, s *Site) {
	path, body := s.way(op)
	a := s.ask(s.Key, "POST", path, body)
	if a.Status < 300 {
		return
	}
	c.fault(Creates, op.ID, "is refused, so that nothing could be checked that needs its record: %s; it was sent %s; %s", a,
		cut(textOf(body)), c.hint(op, a))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused = append(c.refused, op)
}

// hint says which options would make an operation succeed.
func (c *checker) hint(op *operation, a answer) string {
	if a.Status >= 500 {
		return "mend that first"
	}
	var options []string
	for _, f := range a.Faults() {
		key, _, _ := strings.Cut(strings.TrimPrefix(f, "body."), " ")
		if _, isID := strings.CutSuffix(key, "_id"); isID && strings.HasPrefix(f, "body.") {
			options = append(options, fmt.Sprintf("Options.IDs[%q] creates one of the account for %s", parameterOf(key), key))
		}
	}
	for _, name := range placeholder.FindAllStringSubmatch(op.Path, -1) {
		if a.Status == 404 && name[1] != "accountId" {
			options = append(options, fmt.Sprintf("Options.IDs[%q] creates one of the account", name[1]))
		}
	}
	if len(options) == 0 {
		options = append(options, fmt.Sprintf("Options.Bodies[%q] returns a body that is accepted", op.ID))
	}
	return strings.Join(options, ", ") + fmt.Sprintf("; or Options.Ways[%q] returns the whole call", op.ID)
}

// waits reports whether an operation needs what cannot be created.
func (c *checker) waits(op *operation) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.refused, func(create *operation) bool {
		if _, own := c.options.Ways[op.ID]; own {
			return create == op
		}
		return create.Path == op.Path || slices.ContainsFunc(placeholder.FindAllString(op.Path, -1), func(name string) bool {
			before, _, _ := strings.Cut(op.Path, name)
			return name != "{accountId}" && strings.HasSuffix(create.Path, strings.TrimSuffix(before, "/"))
		})
	})
}
