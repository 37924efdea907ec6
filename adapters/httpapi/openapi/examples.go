package openapi

import (
	"maps"
	"slices"
	"strings"
)

// exemplify gives every request and response body and the body of every webhook an example that consists of the examples of its keys.
func exemplify(all, paths, hooks map[string]any) {
	ex, whole := examples{all}, map[string]any{}
	for name := range reachable(paths, nil, "schema") {
		if body, ok := all[name].(map[string]any); ok {
			whole[name] = ex.of(body, 0)
		}
	}
	for _, media := range inlineBodies(paths) {
		schema := media["schema"].(map[string]any)
		schema["examples"] = []any{ex.of(schema, 0)}
	}
	for _, event := range slices.Sorted(maps.Keys(hooks)) {
		for name := range reachable(hooks[event], nil, "schema") {
			if whole[name] == nil {
				whole[name] = ex.event(all[name].(map[string]any), event)
			}
		}
	}
	whole["Problem"] = ex.of(all["Problem"].(map[string]any), 0)
	for name, example := range whole {
		body := all[name].(map[string]any)
		properties, _ := body["properties"].(map[string]any)
		for _, property := range properties {
			delete(property.(map[string]any), "examples") // the example of the body includes it
		}
		body["examples"] = []any{example}
	}
}

// inlineBodies returns the JSON response schemas without a name, by operation id.
func inlineBodies(paths map[string]any) map[string]map[string]any {
	bodies := map[string]map[string]any{}
	for _, item := range paths {
		for _, o := range item.(map[string]any) {
			op := o.(map[string]any)
			for _, r := range op["responses"].(map[string]any) {
				content, _ := r.(map[string]any)["content"].(map[string]any)
				media, _ := content["application/json"].(map[string]any)
				if schema, ok := media["schema"].(map[string]any); ok && schema["$ref"] == nil {
					bodies[op["operationId"].(string)] = media
				}
			}
		}
	}
	return bodies
}

// examples builds an example of a schema from the examples of its keys.
type examples struct{ schemas map[string]any }

func (e examples) of(schema map[string]any, depth int) any {
	if depth > 12 {
		return nil
	}
	if ref, ok := schema["$ref"].(string); ok {
		named, _ := e.schemas[strings.TrimPrefix(ref, schemas)].(map[string]any)
		return e.of(named, depth+1)
	}
	if given, ok := schema["examples"].([]any); ok && len(given) > 0 {
		return given[0]
	}
	if fallback, ok := schema["default"]; ok {
		return fallback
	}
	if options, ok := schema["anyOf"].([]any); ok && len(options) > 0 {
		return e.of(options[0].(map[string]any), depth+1)
	}
	if values, ok := schema["enum"].([]any); ok && len(values) > 0 {
		return values[0]
	}
	if _, composed := schema["allOf"]; composed {
		schema = expand(schema, e.schemas)
	}
	switch kindOf(schema) {
	case "object":
		return e.object(schema, depth)
	case "array":
		items, _ := schema["items"].(map[string]any)
		if items == nil {
			return []any{}
		}
		return []any{e.of(items, depth+1)}
	case "integer", "number":
		if low, ok := schema["minimum"]; ok {
			return low
		}
		return 1
	case "boolean":
		return true
	case "string":
		return exampleText(schema)
	}
	return nil
}

// event returns an example of an envelope. The first event of a record is its creation, which has no previous values.
func (e examples) event(schema map[string]any, name string) any {
	event := e.of(schema, 0).(map[string]any)
	event["type"] = name
	event["data"].(map[string]any)["previous"] = nil
	return event
}

func (e examples) object(schema map[string]any, depth int) any {
	object := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	for key, property := range properties {
		object[key] = e.of(property.(map[string]any), depth+1)
	}
	return object
}

// kindOf returns the type of a schema other than null.
func kindOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return t
	case []any:
		i := slices.IndexFunc(t, func(v any) bool { return v != "null" })
		if i >= 0 {
			return t[i].(string)
		}
	}
	return ""
}

func exampleText(schema map[string]any) string {
	switch schema["format"] {
	case "uuid":
		return "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11"
	case "date-time":
		return "2026-03-14T09:26:53Z"
	case "date":
		return "2026-03-14"
	case "email":
		return "jo@example.com"
	case "uri":
		return "https://example.com"
	}
	return "text"
}

// tagsOf lists the sections of the documentation in the order of their first use.
func tagsOf(sections []string) []any {
	var names []string
	for _, name := range sections {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	tags := make([]any, 0, len(names))
	for _, name := range names {
		tags = append(tags, map[string]any{"name": name, "description": "Operations on " + strings.ToLower(name) + "."})
	}
	return tags
}
