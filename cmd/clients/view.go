package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// view is the output of petcare openapi --for-clients, as far as the templates use it.
type view struct {
	OpenAPI string
	Info    struct {
		Title, Version   string
		Contact, License any
	}
	Servers    []struct{ URL, Description string }
	Paths      map[string]map[string]rawOperation
	Webhooks   map[string]map[string]rawOperation
	Components struct{ Schemas map[string]json.RawMessage }
}

type rawOperation struct {
	OperationID, Summary, Description string
	Parameters                        []parameter
	RequestBody                       body
	Responses                         map[string]body
}

// body is that of a request or a response.
type body struct {
	Required    bool
	Description string
	Content     map[string]struct{ Schema ref }
}

// schema returns the name of the schema, or "" if there is no body.
func (b body) schema() (string, error) {
	name := b.Content["application/json"].Schema.name()
	if len(b.Content) > 0 && name == "" {
		return "", fmt.Errorf("the clients cannot express the body %v, only a named schema as JSON", b.Content)
	}
	return name, nil
}

type ref struct {
	Ref string `json:"$ref"`
}

func (r ref) name() string { return r.Ref[strings.LastIndex(r.Ref, "/")+1:] }

type parameter struct {
	Name, In, Description string
	Required              bool
	Explode               *bool
	Schema                value
}

// check fails on a parameter for which the clients have no type, or another name.
func (p parameter) check() error {
	kind := p.Schema.Type
	switch {
	case p.In == "path" && kind == "string":
	case p.In == "query" && (p.Name == "body" || p.Name == "ifMatch"):
		return fmt.Errorf("the name of the parameter %s has a meaning of its own in the TypeScript client", p.Name)
	case p.In == "query" && (kind == "string" || kind == "boolean" || kind == "integer"):
	case p.In == "query" && kind == "array" && p.Schema.Items != nil && p.Schema.Items.Type == "string":
	case p.In == "header" && slices.Contains([]string{"Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID"}, p.Name):
	default:
		return fmt.Errorf("the clients cannot express the %s parameter %s of type %q", p.In, p.Name, kind)
	}
	return nil
}

// commas reports whether the values of an array are one text, separated by commas. Otherwise the parameter is repeated.
func (p parameter) commas() bool { return p.Explode != nil && !*p.Explode }

// value is the schema of a parameter.
type value struct {
	Type   string
	Format string
	Enum   []string
	Items  *value
}

// operation holds what a template needs of an operation.
type operation struct {
	Name, Summary, Method, Path string
	InPath, InQuery             []parameter
	Body, Result, Item          string // names of schemas, or ""; Item is the element of a page
	Paged, Once, Match          bool   // has a cursor; accepts Idempotency-Key; accepts If-Match
}

// event is an event type.
type event struct{ Name, Description, Schema, Object string }

func (v *view) operations() ([]operation, error) {
	var all []operation
	for path, item := range v.Paths {
		for method, raw := range item {
			o, err := v.operation(strings.ToUpper(method), path, raw)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

func (v *view) operation(method, path string, raw rawOperation) (operation, error) {
	o := operation{Name: raw.OperationID, Summary: raw.Summary, Method: method, Path: path}
	var err error
	if o.Body, err = raw.RequestBody.schema(); err != nil {
		return o, err
	}
	for _, p := range raw.Parameters {
		if err := p.check(); err != nil {
			return o, err
		}
		switch {
		case p.In == "path":
			o.InPath = append(o.InPath, p)
		case p.In == "query":
			o.InQuery = append(o.InQuery, p)
			o.Paged = o.Paged || p.Name == "cursor"
		case p.Name == "Idempotency-Key":
			o.Once = true
		case p.Name == "If-Match":
			o.Match = true
		}
	}
	if o.Once != (method == "POST" && !strings.HasPrefix(path, "/auth/")) {
		return o, errors.New("the TypeScript client sends an Idempotency-Key with every POST outside of /auth, and only with them")
	}
	var results []string
	for _, r := range raw.Responses {
		result, err := r.schema()
		if err != nil {
			return o, err
		}
		results = addOnce(results, result)
	}
	if len(results) != 1 {
		return o, fmt.Errorf("the clients can express one kind of response, not %q", results)
	}
	if o.Result = results[0]; o.Result == "" {
		return o, nil
	}
	var page struct {
		Properties map[string]struct{ Items ref }
	}
	if err := json.Unmarshal(v.Components.Schemas[o.Result], &page); err != nil {
		return o, fmt.Errorf("schema %s: %w", o.Result, err)
	}
	if _, ok := page.Properties["next_cursor"]; ok && len(page.Properties) == 2 {
		o.Item = page.Properties["data"].Items.name()
	}
	if o.Paged && (o.Item == "" || o.Body != "") {
		return o, fmt.Errorf("it takes a cursor, but %s is no page, or it takes a body, too", o.Result)
	}
	return o, nil
}

func (v *view) events() ([]event, error) {
	var all []event
	for name, item := range v.Webhooks {
		raw := item["post"]
		schema, err := raw.RequestBody.schema()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, event{name, raw.Description, schema, strings.TrimSuffix(schema, "Event")})
	}
	slices.SortFunc(all, func(a, b event) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}
