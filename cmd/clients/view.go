package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// view is the output of petcare openapi --for-clients, as far as the templates use it.
type view struct {
	Info       struct{ Version string }
	Servers    []struct{ URL string }
	Paths      map[string]map[string]rawOperation
	Webhooks   map[string]map[string]rawOperation
	Components struct{ Schemas map[string]json.RawMessage }
}

type rawOperation struct {
	OperationID, Summary, Description string
	Parameters                        []parameter
	RequestBody                       struct{ Content media }
	Responses                         map[string]struct{ Content media }
}

type media map[string]struct{ Schema ref }

func (m media) schema() string { return m["application/json"].Schema.name() }

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
				return nil, err
			}
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

func (v *view) operation(method, path string, raw rawOperation) (operation, error) {
	o := operation{Name: raw.OperationID, Summary: raw.Summary, Method: method, Path: path, Body: raw.RequestBody.Content.schema()}
	for _, p := range raw.Parameters {
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
	for _, r := range raw.Responses {
		o.Result = cmp.Or(o.Result, r.Content.schema())
	}
	if o.Result == "" {
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
	if o.Paged && o.Item == "" {
		return o, fmt.Errorf("%s takes a cursor, but %s is no page", o.Name, o.Result)
	}
	return o, nil
}

func (v *view) events() []event {
	var all []event
	for name, item := range v.Webhooks {
		raw := item["post"]
		schema := raw.RequestBody.Content.schema()
		all = append(all, event{name, raw.Description, schema, strings.TrimSuffix(schema, "Event")})
	}
	slices.SortFunc(all, func(a, b event) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
