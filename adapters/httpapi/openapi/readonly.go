package openapi

import (
	"maps"
	"slices"
	"strings"
)

// readOnlyKeys returns, for each schema of a PATCH or PUT, the keys of the record that it does not change. A body may hold them as they
// were read.
func readOnlyKeys(all, paths object, more map[string]string) map[string]object {
	found := shownKeys(all, paths, more)
	for name, keys := range found {
		maps.DeleteFunc(keys, func(key string, _ any) bool { return at(all, name, "properties")[key] != nil })
		for key, shown := range keys {
			keys[key] = maps.Clone(at(shown))
			at(keys, key)["readOnly"] = true
		}
	}
	return found
}

// nullAsRead marks a key of a merge patch that takes null only from callers to whom its record shows null, because they may not see it.
const nullAsRead = "x-null-as-read"

// takeHidden lets a merge patch have null for such keys.
func takeHidden(all, paths object) {
	for name, keys := range shownKeys(all, paths, nil) {
		for key, shown := range keys {
			changed := at(all, name, "properties", key)
			kind, isOne := changed["type"].(string)
			if !isOne || !takesNull(at(shown)) {
				continue
			}
			changed["type"], changed[nullAsRead] = []any{kind, "null"}, true
			if values, ok := changed["enum"].([]any); ok {
				changed["enum"] = append(values, nil)
			}
			text, _ := changed["description"].(string)
			changed["description"] = strings.TrimPrefix(text+"; null only if it was read as null", "; ")
		}
	}
}

func takesNull(schema object) bool {
	options, _ := schema["anyOf"].([]any)
	types, _ := schema["type"].([]any)
	return slices.Contains(types, any("null")) || slices.ContainsFunc(options, func(o any) bool { return at(o)["type"] == "null" })
}

// shownKeys returns, for each schema of a PATCH or PUT, the keys of the record as it is read, also those in more: the schemas with further
// keys of the record, by operation.
func shownKeys(all, paths object, more map[string]string) map[string]object {
	found := map[string]object{}
	for _, op := range changes(paths) {
		sent := at(op, "requestBody", "content", "application/json", "schema")
		record := resolve(at(op, "responses", "200", "content", "application/json", "schema"), all)
		if of := at(record, "properties", "data", "items"); of != nil { // several records, which are the only key of the body
			for _, list := range at(resolve(sent, all), "properties") {
				sent, record = at(list, "items"), resolve(of, all)
			}
		}
		name, named := strings.CutPrefix(ref(sent), schemas)
		if !named {
			continue
		}
		id, _ := op["operationId"].(string)
		keys := maps.Clone(at(all, strings.TrimPrefix(more[id], schemas), "properties"))
		if keys == nil {
			keys = object{}
		}
		maps.Copy(keys, at(record, "properties"))
		found[name] = keys
	}
	return found
}

// changes returns the operations that change a record.
func changes(paths object) (list []object) {
	for _, item := range paths {
		for _, method := range []string{"patch", "put"} {
			if op := at(item, method); op != nil {
				list = append(list, op)
			}
		}
	}
	return list
}

func ref(schema object) string {
	to, _ := schema["$ref"].(string)
	return to
}
