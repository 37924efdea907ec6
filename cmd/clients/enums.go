package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/httpapi/openapi"
)

// place is the location of an enum: a property of a schema, or its items.
type place struct {
	owner, property string
	schema          map[string]any
}

func (p place) values() string { return fmt.Sprint(p.schema["enum"]) }

// shareEnums makes a single schema of equal enums, so that a species that was read can be written. If several records have the
// property with the same values, it is shared by all (Species), otherwise by a record and its inputs (PetStatus). It fails if something
// else has the name already.
func shareEnums(schemas map[string]any) error {
	places := enumsOf(schemas)
	records, values := map[string][]string{}, map[string][]string{}
	for _, p := range places {
		records[p.property] = addOnce(records[p.property], record(p.owner))
		values[p.property] = addOnce(values[p.property], p.values())
		values[record(p.owner)+p.property] = addOnce(values[record(p.owner)+p.property], p.values())
	}
	shared := map[string]any{}
	for _, p := range places {
		name := record(p.owner) + p.property
		if len(values[name]) > 1 {
			name = p.owner + p.property
		}
		if len(values[p.property]) == 1 && len(records[p.property]) > 1 && schemas[p.property] == nil {
			name = p.property
		}
		if other, ok := shared[name].(map[string]any); schemas[name] != nil || ok && fmt.Sprint(other["enum"]) != p.values() {
			return fmt.Errorf("the values of %s in %s need a name, but there is another %s", p.property, p.owner, name)
		}
		shared[name] = map[string]any{"type": "string", "enum": p.schema["enum"]}
		target := map[string]any{"$ref": "#/components/schemas/" + name}
		nullable := p.schema["nullable"]
		clear(p.schema)
		if nullable == true {
			p.schema["nullable"], p.schema["allOf"] = true, []any{target}
			continue
		}
		maps.Copy(p.schema, target)
	}
	maps.Copy(schemas, shared)
	return nil
}

func enumsOf(schemas map[string]any) []place {
	var places []place
	for _, owner := range slices.Sorted(maps.Keys(schemas)) {
		var walk func(prefix string, node map[string]any)
		walk = func(prefix string, node map[string]any) {
			properties, _ := node["properties"].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(properties)) {
				property, path := properties[name].(map[string]any), prefix+openapi.Camel(name)
				if items, ok := property["items"].(map[string]any); ok {
					path, property = prefix+openapi.Camel(singular(name)), items
				}
				if property["enum"] != nil {
					places = append(places, place{owner, path, property})
				}
				walk(path, property)
			}
		}
		walk("", schemas[owner].(map[string]any))
	}
	return places
}

// record returns the record of which a schema is a view or an input.
func record(schema string) string {
	for _, suffix := range []string{"Create", "Patch", "Input", "Previous"} {
		schema = strings.TrimSuffix(schema, suffix)
	}
	return strings.TrimPrefix(schema, "Listed")
}

func singular(name string) string {
	if strings.HasSuffix(name, "ies") { // species
		return name
	}
	return strings.TrimSuffix(name, "s")
}

func addOnce(list []string, value string) []string {
	if slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}
