package main

import (
	"slices"
	"strings"
	"text/template"
)

var functions = template.FuncMap{
	"ts":       func(p parameter) string { return p.Schema.typescript() },
	"required": func(list []parameter) bool { return slices.ContainsFunc(list, func(p parameter) bool { return p.Required }) },
	"flags":    flags,
	"imports":  imports,
}

// typescript is the type of a parameter.
func (v value) typescript() string {
	switch {
	case len(v.Enum) > 0:
		return "'" + strings.Join(v.Enum, "' | '") + "'"
	case v.Type == "array":
		return "(" + v.Items.typescript() + ")[]"
	case v.Type == "integer":
		return "number"
	}
	return v.Type
}

// flags are what the runtime of the TypeScript client has to know of an operation beside method and path.
func flags(o operation) string {
	var text string
	if o.Item != "" {
		text += " list"
	}
	if o.Once {
		text += " once"
	}
	return text
}

// imports are the schemas that the operations and events name.
func imports(operations []operation, events []event) []string {
	names := map[string]bool{}
	for _, o := range operations {
		for _, name := range []string{o.Body, o.Result, o.Item} {
			names[name] = true
		}
	}
	for _, e := range events {
		names[e.Schema] = true
	}
	delete(names, "")
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
