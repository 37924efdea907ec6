package openapi

import (
	"maps"
	"strings"
)

// readOnlyKeys returns, for each schema of a merge patch, the keys of the record that it does not change. A body may hold them as they
// were read, also in more: the schemas with further keys of the record, by operation.
func readOnlyKeys(all, paths object, more map[string]string) map[string]object {
	found := map[string]object{}
	for _, item := range paths {
		op := at(item, "patch")
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
		maps.DeleteFunc(keys, func(key string, _ any) bool { return at(all, name, "properties")[key] != nil })
		for key, shown := range keys {
			keys[key] = maps.Clone(at(shown))
			at(keys, key)["readOnly"] = true
		}
		found[name] = keys
	}
	return found
}

func ref(schema object) string {
	to, _ := schema["$ref"].(string)
	return to
}
