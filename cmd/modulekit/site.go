package modulekit

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Site is an organization on the running program with a key with all abilities.
type Site struct {
	kit.Tenant
	T        testing.TB
	checker  *checker
	mu       sync.Mutex
	customer string
	pet      string
	ways     map[string]way // what Options.Ways has returned, by operation id
}

type way struct {
	path string
	body any
}

func (c *checker) site(t testing.TB) *Site {
	s := c.service
	s.T = t
	return &Site{Tenant: s.Tenant(), T: t, checker: c}
}

// Customer returns the id of a customer of the account, always the same one.
func (s *Site) Customer() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.customer == "" {
		s.customer = s.Make("customers", map[string]any{"first_name": "Ann", "last_name": "Smith", "external_id": "C-1"})
	}
	return s.customer
}

// Pet returns the id of a pet of Customer, always the same one.
func (s *Site) Pet() string {
	customer := s.Customer()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pet == "" {
		s.pet = s.Make("customers/"+customer+"/pets", map[string]any{"name": "Rex", "species": "dog", "external_id": "P-1"})
	}
	return s.pet
}

// Make creates a record with a POST and returns its id, or "" if that is rejected.
func (s *Site) Make(path string, body any) string {
	r := s.ask(s.Key, "POST", s.at(path), body)
	id, ok := r.object()["id"].(string)
	if !ok {
		s.T.Logf("POST %s: %s", path, r)
	}
	return id
}

func (s *Site) at(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return s.Base + "/" + path
}

// answer is a response of the program.
type answer struct{ kit.Response }

func (s *Site) ask(key, method, path string, body any, headers ...string) answer {
	return answer{s.Send(key, method, path, body, headers...)}
}

func (a answer) object() map[string]any {
	var o map[string]any
	_ = json.Unmarshal([]byte(a.Text), &o) // nil if it is not an object
	return o
}

func (a answer) code() string {
	code, _ := a.object()["code"].(string)
	return code
}

// textOf returns a value as JSON.
func textOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it consists of texts and numbers
	}
	return string(text)
}

func cut(text string) string {
	if len(text) > 300 {
		return text[:300] + "…"
	}
	return text
}

// names reports whether a problem contains a fault: "body.key unknown". A code of "" matches any.
func (a answer) names(location, code string) bool {
	return slices.ContainsFunc(a.Faults(), func(f string) bool {
		return f == location+" "+code || code == "" && strings.HasPrefix(f, location+" ")
	})
}

// String returns the status and a part of the text, for faults.
func (a answer) String() string {
	if a.code() != "" { // a problem: the rest of it says the same in other words
		return strings.TrimSpace(fmt.Sprint(a.Status, " ", a.code(), " ", strings.Join(a.Faults(), ", ")))
	}
	return fmt.Sprint(a.Status, " ", cut(strings.TrimSpace(a.Text)))
}

var placeholder = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// way returns a path of an operation to existing records, and a valid body.
func (s *Site) way(op *operation) (path string, body any) {
	if call, ok := s.checker.options.Ways[op.ID]; ok {
		path, body := s.once(op.ID, call)
		return s.at(path), body
	}
	path = s.path(op)
	if op.body == nil {
		return path, nil
	}
	return path, s.body(op)
}

// once makes a call once per site, because it may create something that must be unique.
func (s *Site) once(op string, call func(*Site) (string, any)) (path string, body any) {
	w, known := s.ways[op]
	if !known {
		w.path, w.body = call(s)
		if s.ways == nil {
			s.ways = map[string]way{}
		}
		s.ways[op] = w
	}
	return w.path, w.body
}

// again returns a body for another record: from the operation's Way, or from the document and the options.
func (s *Site) again(op *operation) any {
	if call, ok := s.checker.options.Ways[op.ID]; ok {
		_, body := call(s)
		return body
	}
	return s.body(op)
}

// Import imports JSON Lines into the account.
func (s *Site) Import(lines string) error {
	_, err := s.checker.load(s, lines)
	return err
}

// path returns the path of an operation to existing records.
func (s *Site) path(op *operation) string {
	for _, other := range s.checker.operations { // the Way of another operation with the same path is sufficient
		if call, ok := s.checker.options.Ways[other.ID]; ok && other.Path == op.Path && other.Module == op.Module {
			path, _ := s.once(other.ID, call)
			path, _, _ = strings.Cut(path, "?")
			return s.at(path)
		}
	}
	return httpapi.Base + placeholder.ReplaceAllStringFunc(op.Path, func(name string) string {
		before, _, _ := strings.Cut(op.Path, name)
		return s.id(strings.Trim(name, "{}"), strings.TrimSuffix(before, "/"))
	})
}

// id returns the id for a path parameter, after the path before it, or for a key of a body.
func (s *Site) id(parameter, before string) string {
	if create, ok := s.checker.options.IDs[parameter]; ok {
		return create(s)
	}
	if before != "" {
		for _, op := range s.checker.operations {
			if op.Method == "POST" && strings.HasSuffix(op.Path, before) && op.Module == s.checker.module {
				path, _ := s.way(op)
				return s.Make(path, s.again(op)) // which may have to be unique
			}
		}
	}
	switch parameter {
	case "accountId":
		return s.Account.ID.String()
	case "customerId":
		return s.Customer()
	case "petId":
		return s.Pet()
	}
	return ids.New().String()
}

// body returns a valid body: the document's example with ids of existing records.
func (s *Site) body(op *operation) map[string]any {
	if body, ok := s.checker.options.Bodies[op.ID]; ok {
		return body(s)
	}
	example, _ := op.exampleOf().(map[string]any)
	body := maps.Clone(example)
	for key, property := range object(op.body["properties"]) {
		if _, there := body[key]; !there {
			continue
		}
		if schema, _ := s.checker.plain(property); schema["format"] == "uuid" {
			body[key] = s.id(parameterOf(key), "")
		}
		if key == "external_id" {
			body[key] = "X-" + ids.New().String()
		}
	}
	return body
}

// parameterOf returns what a path parameter is called that holds the id of a key of a body.
func parameterOf(key string) string {
	name := openapi.Camel(key)
	return strings.ToLower(name[:1]) + name[1:]
}

func (op *operation) exampleOf() any {
	if examples := list(op.body["examples"]); len(examples) > 0 {
		return examples[0]
	}
	return map[string]any{}
}

// nowhere returns a path of an operation in an account to records that do not exist.
func (op *operation) nowhere(account string) string {
	return httpapi.Base + placeholder.ReplaceAllStringFunc(op.Path, func(name string) string {
		if name == "{accountId}" {
			return account
		}
		return ids.New().String()
	})
}

// empty returns an empty body for an operation.
func (op *operation) empty() any {
	if op.Method == "GET" || op.Method == "DELETE" {
		return nil
	}
	return "{}"
}

// with returns a body with one key set.
func with(body any, key string, value any) any {
	o, ok := body.(map[string]any)
	if !ok {
		text, isText := body.(string)
		if !isText || json.Unmarshal([]byte(text), &o) != nil {
			return body
		}
	}
	if o = maps.Clone(o); o == nil {
		o = map[string]any{}
	}
	o[key] = value
	return o
}
