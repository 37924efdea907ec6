package modulekit

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// All these inputs are rejected before the operation runs, so one valid call is sufficient as their base.

// checkInput sends invalid input: unknown keys and parameters, wrong types, nulls and other media types.
func (c *checker) checkInput(op *operation, s *Site) {
	path, body := s.way(op)
	key := s.keyFor(op)
	before := s.LastEvent()
	want := func(what string, a answer, status int, location, code string) {
		if a.Status != status || location != "" && !a.names(location, code) {
			c.fault(Input, op.ID, "%s: %s, not %d %s %s", what, a, status, location, code)
		}
	}
	want("an unknown parameter", s.ask(key, op.Method, extended(path, "nosuch=1"), body), 422, "query.nosuch", "unknown")
	for _, p := range op.parameters {
		for what, value := range c.wrongValues(p.schema) {
			code := ""
			if what == anotherFormat {
				code = "format"
			}
			wrong := extended(without(path, p.name), p.name+"="+url.QueryEscape(value))
			want(what+" for "+p.name, s.ask(key, op.Method, wrong, body), 422, "query."+p.name, code)
		}
	}
	if op.body != nil && op.Method != "GET" {
		want("an unknown key", s.ask(key, op.Method, path, with(body, "no_such_key", 1)), 422, "body.no_such_key", "unknown")
		want("half a body", s.ask(key, op.Method, path, `{"a":`), 400, "", "")
		want("a list for a body", s.ask(key, op.Method, path, `[]`), 422, "body", "type")
		want("text for a body", s.ask(key, op.Method, path, `{}`, "Content-Type", "text/plain"), 415, "", "")
		want("more than 1 MiB", s.ask(key, op.Method, path, `{"a":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "", "")
		c.checkKeys(op, s, path, body, key)
	}
	if n := len(s.Events(before)); n > 0 {
		c.fault(Events, op.ID, "refused requests recorded %d events", n)
	}
}

func (c *checker) checkKeys(op *operation, s *Site, path string, body any, key string) {
	properties := object(op.body["properties"])
	for _, name := range list(op.body["required"]) {
		left := object(with(body, fmt.Sprint(name), nil)) // a copy
		delete(left, fmt.Sprint(name))
		if a := s.ask(key, op.Method, path, left); a.Status != 422 || !a.names("body."+fmt.Sprint(name), "required") {
			c.fault(Input, op.ID, "without %s: %s", name, a)
		}
	}
	for name, property := range properties {
		schema, nullable := c.plain(property)
		if wrong := wrongType(schema); wrong != nil {
			if a := s.ask(key, op.Method, path, with(body, name, wrong)); a.Status != 422 || !strings.Contains(a.Text, `"body.`+name) {
				c.fault(Input, op.ID, "%s of a wrong type: %s", name, a)
			}
		}
		if nullable {
			a := s.ask(key, op.Method, path, with(with(body, name, nil), "no_such_key", 1))
			if a.names("body."+name, "null") || a.names("body."+name, "type") {
				c.fault(Input, op.ID, "the document has null for %s, but: %s", name, a)
			}
			continue
		}
		if a := s.ask(key, op.Method, path, with(body, name, nil)); a.Status != 422 || !a.names("body."+name, "null") {
			c.fault(Input, op.ID, "the document has no null for %s, but: %s", name, a)
		}
	}
}

func wrongType(schema map[string]any) any {
	switch schema["type"] {
	case "string":
		return []any{}
	case "integer", "number", "boolean", "array", "object":
		return "x"
	}
	return nil
}

// wrongValues returns invalid values of a parameter that fit into a URL.
func (c *checker) wrongValues(schema map[string]any) map[string]string {
	if schema["type"] == "array" {
		schema, _ = c.plain(schema["items"])
	}
	all := c.overLimit(schema)
	all["a wrong type"] = wrongType(schema)
	wrong := map[string]string{}
	for what, value := range all {
		switch v := value.(type) {
		case string:
			if v != "" && len(v) <= 2000 {
				wrong[what] = v
			}
		case int64:
			wrong[what] = strconv.FormatInt(v, 10)
		}
	}
	return wrong
}

// checkLimits sends values just beyond the limits of the document, and reports what has no limit.
func (c *checker) checkLimits(op *operation, s *Site) {
	if op.body == nil || op.Method == "GET" {
		return
	}
	path, body := s.way(op)
	key := s.keyFor(op)
	for name, property := range object(op.body["properties"]) {
		schema, _ := c.plain(property)
		for what, good := range c.atLimit(schema) {
			a := s.ask(key, op.Method, path, with(with(body, name, good), "no_such_key", 1)) // so that it changes nothing
			if a.names("body."+name, "too_long") || a.names("body."+name, "enum") {
				c.fault(Limits, op.ID, "%s of %s is refused: %s", name, what, a)
			}
		}
		for what, over := range c.overLimit(schema) {
			if a := s.ask(key, op.Method, path, with(body, name, over)); a.Status != 422 || !strings.Contains(a.Text, `"body.`+name) {
				c.fault(Limits, op.ID, "%s of %s: %s", name, what, a)
			}
		}
	}
}

// atLimit returns values exactly at the limit.
func (c *checker) atLimit(schema map[string]any) map[string]any {
	good := map[string]any{}
	if most, ok := number(schema["maxLength"]); ok && schema["type"] == "string" && schema["enum"] == nil && most < 200_000 {
		good["maxLength"] = strings.Repeat("é", int(most))
	}
	for _, value := range list(schema["enum"]) {
		good[fmt.Sprint(value)] = value
	}
	return good
}

const anotherFormat = "another format"

func (c *checker) overLimit(schema map[string]any) map[string]any {
	over := map[string]any{}
	kind := schema["type"]
	if most, ok := number(schema["maxLength"]); ok && kind == "string" && most < 200_000 {
		over["more than maxLength"] = strings.Repeat("x", int(most)+1)
	}
	if least, ok := number(schema["minLength"]); ok && kind == "string" && least > 0 {
		over["less than minLength"] = strings.Repeat("é", int(least)-1)
	}
	if len(list(schema["enum"])) > 0 {
		over["no value of the enum"] = "no such value"
	}
	if most, ok := number(schema["maximum"]); ok {
		over["more than maximum"] = int64(most) + 1
	}
	if least, ok := number(schema["minimum"]); ok {
		over["less than minimum"] = int64(least) - 1
	}
	if slices.Contains([]any{"uuid", "date", "date-time"}, schema["format"]) {
		over[anotherFormat] = "x"
	}
	if most, ok := number(schema["maxItems"]); ok && kind == "array" && most < 10_000 {
		item, _ := c.plain(schema["items"])
		many := make([]any, int(most)+1)
		for i := range many {
			many[i] = (&operation{body: item}).exampleOf()
		}
		over["more than maxItems"] = many
	}
	return over
}

// checkSchema reports texts and lists in the body without a limit, and bodies that allow any key.
func (c *checker) checkSchema(op *operation) {
	seen := map[string]bool{}
	var walk func(at string, node any)
	walk = func(at string, node any) {
		schema, _ := c.plain(node)
		id := fmt.Sprintf("%p", schema)
		if len(schema) == 0 || seen[id] {
			return
		}
		seen[id] = true
		switch schema["type"] {
		case "string":
			if schema["maxLength"] == nil && schema["enum"] == nil && schema["format"] == nil && schema["const"] == nil {
				c.fault(Limits, op.ID, "%s has no maxLength: a text of a MiB is taken", at)
			}
		case "array":
			if schema["maxItems"] == nil {
				c.fault(Limits, op.ID, "%s has no maxItems", at)
			}
			walk(at+"[]", schema["items"])
		case "object":
			rest, described := schema["additionalProperties"]
			if (at == "body" || len(object(schema["properties"])) > 0) && (!described || rest != false) {
				c.fault(Input, op.ID, "%s takes keys that the document does not name", at)
			}
			for name, property := range object(schema["properties"]) {
				walk(at+"."+name, property)
			}
		}
	}
	if op.body != nil && op.Method != "GET" {
		walk("body", op.body)
	}
}

// keyFor returns a credential that may use the operation.
func (s *Site) keyFor(op *operation) string {
	if op.Access.Keys || op.Access.Public {
		return s.Key
	}
	if op.Access.Staff {
		_, token := s.Staff("manager")
		return token
	}
	_, token := s.Login()
	return token
}

func extended(path, parameter string) string {
	if strings.Contains(path, "?") {
		return path + "&" + parameter
	}
	return path + "?" + parameter
}

// without returns a path without a query parameter.
func without(path, name string) string {
	at, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	if err != nil || !values.Has(name) {
		return path
	}
	values.Del(name)
	return at + "?" + values.Encode()
}
