package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/petcare/petcare/adapters/httpapi/openapi"
)

var functions = template.FuncMap{
	"ts": func(p parameter) string { return p.Schema.typescript() },
	"required": func(list []parameter) bool {
		return slices.ContainsFunc(list, func(p parameter) bool { return p.Required })
	},
	"flags":    flags,
	"imports":  imports,
	"camel":    exported,
	"argument": argument,
	"golang":   func(p parameter) string { return p.Schema.golang() },
	"commas":   parameter.commas,
	"path":     goPath,
	"result":   goResult,
}

// exported returns a Go name, with the initialisms of the client's types.
func exported(name string) string {
	name = openapi.Camel(name)
	for _, word := range []string{"Id", "Url", "Api"} {
		if rest, ok := strings.CutSuffix(name, word); ok {
			name = rest + strings.ToUpper(word)
		}
	}
	return strings.ReplaceAll(name, "ApiKey", "APIKey")
}

// golang returns the Go type of a query parameter. The zero value means absent, so only bool needs a pointer.
func (v value) golang() string {
	switch v.Type {
	case "array":
		return "[]" + v.Items.golang()
	case "boolean":
		return "*bool"
	case "integer":
		return "int"
	}
	return "string"
}

// goPath returns the expression for the path of a call.
func goPath(o operation) string {
	text := o.Path
	args := make([]string, len(o.InPath))
	for i, p := range o.InPath {
		text = strings.ReplaceAll(text, "{"+p.Name+"}", "%s")
		args[i] = ", " + argument(p.Name)
	}
	if len(args) == 0 {
		return strconv.Quote(text)
	}
	return "path(" + strconv.Quote(text) + strings.Join(args, "") + ")"
}

// argument returns the name of a method's argument for a parameter.
func argument(name string) string {
	n := exported(name)
	if n == "ID" {
		return "id"
	}
	return strings.ToLower(n[:1]) + n[1:]
}

// goResult returns the type that a method returns.
func goResult(o operation) string {
	switch {
	case o.Result == "ListEvents":
		return "EventPage"
	case o.Item != "":
		return "Page[" + o.Item + "]"
	}
	return o.Result
}

// typescript returns the TypeScript type of a parameter.
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

// flags returns what the runtime of the TypeScript client needs besides method and path.
func flags(o operation) string {
	var text string
	if o.Paged {
		text += " list"
	}
	for _, p := range o.InQuery {
		if p.commas() {
			text += " " + p.Name + ","
		}
	}
	return text
}

// imports returns the schemas that the operations and events refer to.
func imports(operations []operation, events []event) []string {
	names := map[string]bool{}
	for _, o := range operations {
		names[o.Body], names[o.Result] = true, true
		if o.Paged {
			names[o.Item] = true
		}
	}
	for _, e := range events {
		names[e.Schema] = true
	}
	delete(names, "")
	return slices.Sorted(maps.Keys(names))
}
