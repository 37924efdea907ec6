package openapi

import "strings"

// loosen removes from response schemas that further keys are forbidden, and the limits of lengths and sizes. Clients need not check
// them, and responses may grow in later versions.
func loosen(all, paths map[string]any) {
	sent := sentBodies(all, paths)
	for name, schema := range all {
		if !sent[name] {
			loose(schema)
		}
	}
	for _, media := range inlineBodies(paths) {
		if schema := media["schema"].(map[string]any); schema["additionalProperties"] == false {
			delete(schema, "additionalProperties")
		}
	}
}

func loose(node any) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			loose(v)
		}
	case map[string]any:
		if _, property := node["type"].(map[string]any); !property {
			if node["additionalProperties"] == false {
				delete(node, "additionalProperties")
			}
			for _, limit := range []string{"minLength", "maxLength", "minItems", "maxItems", "maxProperties", "maximum"} {
				if _, property := node[limit].(map[string]any); !property {
					delete(node, limit)
				}
			}
		}
		for key, v := range node {
			if key != "examples" && key != "default" {
				loose(v)
			}
		}
	}
}

// reachable returns the names of the schemas that node refers to, directly below the key under, or anywhere if under is "". If all is
// not nil, it follows their references, too.
func reachable(node any, all map[string]any, under string) map[string]bool {
	found := map[string]bool{}
	var walk func(node any, key string)
	walk = func(node any, key string) {
		switch node := node.(type) {
		case []any:
			for _, v := range node {
				walk(v, "")
			}
		case map[string]any:
			if ref, ok := node["$ref"].(string); ok && (under == "" || key == under) {
				name, isSchema := strings.CutPrefix(ref, schemas)
				if isSchema && !found[name] {
					found[name] = true
					walk(all[name], "")
				}
			}
			for key, v := range node {
				walk(v, key)
			}
		}
	}
	walk(node, "")
	return found
}
