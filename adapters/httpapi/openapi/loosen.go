package openapi

import "strings"

// loosen removes from response schemas that further keys are forbidden, and the limits of lengths and sizes. Clients need not check
// them, and responses may grow in later versions.
func loosen(all, paths object) {
	sent := sentBodies(all, paths)
	for name, schema := range all {
		if !sent[name] {
			objects(schema, "", loose)
		}
	}
	for _, media := range inlineBodies(paths) {
		if schema := at(media, "schema"); schema["additionalProperties"] == false {
			delete(schema, "additionalProperties")
		}
	}
}

func loose(o object, under string) {
	if under == "properties" {
		return
	}
	if o["additionalProperties"] == false {
		delete(o, "additionalProperties")
	}
	for _, limit := range []string{"minLength", "maxLength", "minItems", "maxItems", "maxProperties", "maximum"} {
		delete(o, limit)
	}
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
