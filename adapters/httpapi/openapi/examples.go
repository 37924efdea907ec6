package openapi

import (
	"maps"
	"slices"
)

// exemplify gives every request and response body and the body of every webhook an example that consists of the examples of its keys.
func exemplify(all, paths, hooks object) {
	ex, whole := examples{all}, object{}
	for name := range reachable(paths, nil, "schema") {
		if body := at(all, name); body != nil {
			whole[name] = ex.of(body, 0)
		}
	}
	for _, event := range slices.Sorted(maps.Keys(hooks)) {
		for name := range reachable(hooks[event], nil, "schema") {
			if whole[name] == nil {
				whole[name] = ex.event(at(all, name), event)
			}
		}
	}
	whole["Problem"] = ex.of(at(all, "Problem"), 0)
	for name, example := range whole {
		body := at(all, name)
		for _, property := range at(body, "properties") {
			delete(at(property), "examples") // the example of the body includes it
		}
		body["examples"] = []any{example}
	}
}

// examples builds an example of a schema from the examples of its keys.
type examples struct{ schemas object }

func (e examples) of(schema object, depth int) any {
	if depth > 12 {
		return nil
	}
	if schema["$ref"] != nil {
		return e.of(resolve(schema, e.schemas), depth+1)
	}
	if given, ok := schema["examples"].([]any); ok && len(given) > 0 {
		return given[0]
	}
	if fallback, ok := schema["default"]; ok {
		return fallback
	}
	if options, ok := schema["anyOf"].([]any); ok && len(options) > 0 {
		return e.of(at(options[0]), depth+1)
	}
	if values, ok := schema["enum"].([]any); ok && len(values) > 0 {
		return values[0]
	}
	schema = expand(schema, e.schemas)
	switch kindOf(schema) {
	case "object":
		return e.object(schema, depth)
	case "array":
		items := at(schema, "items")
		if items == nil {
			return []any{}
		}
		list := []any{e.of(items, depth+1)}
		if schema["minItems"] == 2.0 {
			list = append(list, otherID) // only lists of ids need two
		}
		return list
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
func (e examples) event(schema object, name string) any {
	event := at(e.of(schema, 0))
	event["type"] = name
	at(event, "data")["previous"] = nil
	return event
}

func (e examples) object(schema object, depth int) any {
	example, isSent := object{}, schema["additionalProperties"] == false
	for key, property := range at(schema, "properties") {
		if !isSent || at(property)["readOnly"] != true {
			example[key] = e.of(at(property), depth+1)
		}
	}
	return example
}

// kindOf returns the type of a schema other than null.
func kindOf(schema object) string {
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

const oneID, otherID = "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11", "0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e12"

func exampleText(schema object) string {
	switch schema["format"] {
	case "uuid":
		return oneID
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
