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

// expand merges the parts of a composed schema into one object. Later parts take precedence.
func expand(schema, all object) object {
	parts, ok := schema["allOf"].([]any)
	if !ok {
		return schema
	}
	properties, required := object{}, []any{}
	for _, p := range parts {
		part := expand(resolve(at(p), all), all)
		maps.Copy(properties, at(part, "properties"))
		more, _ := part["required"].([]any)
		required = append(required, more...)
	}
	return object{"type": "object", "properties": properties, "required": required}
}

// sentBodies returns the names of the schemas that requests contain, directly or indirectly.
func sentBodies(all, paths object) map[string]bool {
	var requests []any
	for _, op := range operations(paths) {
		requests = append(requests, op["requestBody"])
	}
	return reachable(requests, all, "")
}

// reachable returns the names of the schemas that node refers to, directly below the key under, or anywhere if under is "". If all is
// not nil, it follows their references, too.
func reachable(node any, all object, under string) map[string]bool {
	found := map[string]bool{}
	var follow func(o object, key string)
	follow = func(o object, key string) {
		ref, _ := o["$ref"].(string)
		name, isSchema := strings.CutPrefix(ref, schemas)
		if isSchema && !found[name] && (under == "" || key == under) {
			found[name] = true
			objects(all[name], "", follow)
		}
	}
	objects(node, "", follow)
	return found
}

func parametersOf(op any) []any {
	list, _ := at(op)["parameters"].([]any)
	return list
}
