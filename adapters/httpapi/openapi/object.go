package openapi

import (
	"maps"
	"slices"
	"strings"
)

// object is a JSON object of the document.
type object = map[string]any

// at returns the object to which keys lead from node, or nil.
func at(node any, keys ...string) object {
	o, _ := node.(object)
	for _, key := range keys {
		o, _ = o[key].(object)
	}
	return o
}

// objects visits node and all objects in it, except those in examples and defaults, with the key that each is under.
func objects(node any, under string, visit func(o object, under string)) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			objects(v, "", visit)
		}
	case object:
		visit(node, under)
		for key, v := range node {
			if key != "examples" && key != "default" {
				objects(v, key, visit)
			}
		}
	}
}

// operations returns all operations in the order of the document.
func operations(paths object) (list []object) {
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		for _, method := range slices.Sorted(maps.Keys(at(paths, path))) {
			list = append(list, at(paths, path, method))
		}
	}
	return list
}

// resolve returns the schema that a reference refers to. Other schemas are returned as they are.
func resolve(schema, all object) object {
	if ref, ok := schema["$ref"].(string); ok {
		return at(all, strings.TrimPrefix(ref, schemas))
	}
	return schema
}
