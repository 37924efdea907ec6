package openapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// compose describes a schema that includes all keys of a record, such as a listed pet, as that record and additional keys.
func compose(all, paths map[string]any) {
	sent := sentBodies(all, paths)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		whole := all[name].(map[string]any)
		base := baseOf(name, all, sent)
		if base == "" {
			continue
		}
		part := all[base].(map[string]any)
		held := part["properties"].(map[string]any)
		top := map[string]any{}
		for key, property := range whole["properties"].(map[string]any) {
			if held[key] == nil {
				top[key] = property
			}
		}
		required := slices.DeleteFunc(slices.Clone(whole["required"].([]any)), func(key any) bool { return held[key.(string)] != nil })
		all[name] = map[string]any{"allOf": []any{
			map[string]any{"$ref": schemas + base},
			map[string]any{"type": "object", "properties": top, "required": required},
		}}
	}
}

// baseOf returns the name of the largest record that a schema includes, or "". Schemas of request bodies have none, because they are
// closed.
func baseOf(name string, all map[string]any, sent map[string]bool) string {
	best, keys := "", 5
	whole, _ := all[name].(map[string]any)["properties"].(map[string]any)
	if sent[name] {
		return ""
	}
	for _, other := range slices.Sorted(maps.Keys(all)) {
		held, _ := all[other].(map[string]any)["properties"].(map[string]any)
		if other == name || sent[other] || len(held) <= keys || len(held) >= len(whole) || !holds(whole, held) {
			continue
		}
		best, keys = other, len(held)
	}
	return best
}

func holds(whole, part map[string]any) bool {
	for key, property := range part {
		if !reflect.DeepEqual(whole[key], property) {
			return false
		}
	}
	return true
}

// shareCursor describes the cursor of a page only once.
func shareCursor(all map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		properties, _ := all[name].(map[string]any)["properties"].(map[string]any)
		if !isPage(properties) || !strings.HasPrefix(name, "List") {
			continue
		}
		all["NextCursor"] = properties["next_cursor"]
		properties["next_cursor"] = map[string]any{"$ref": schemas + "NextCursor"}
		delete(properties["data"].(map[string]any), "description")
	}
}

func isPage(properties map[string]any) bool {
	return len(properties) == 2 && properties["data"] != nil && properties["next_cursor"] != nil
}

// shareDescriptions removes descriptions from a PATCH that its record or POST also has, and those that only repeat the key.
func shareDescriptions(all map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		properties, _ := all[name].(map[string]any)["properties"].(map[string]any)
		record, isPatch := strings.CutSuffix(name, "Patch")
		for key, p := range properties {
			property := p.(map[string]any)
			text, _ := property["description"].(string)
			if saysName(text, key) || isPatch && (text == describedIn(all[record], key) || text == describedIn(all[record+"Create"], key)) {
				delete(property, "description")
			}
		}
	}
}

// saysName reports whether a description only repeats the key, as "The account" does for account_id.
func saysName(text, key string) bool {
	return strings.EqualFold(strings.TrimPrefix(text, "The "), strings.ReplaceAll(strings.TrimSuffix(key, "_id"), "_", " "))
}

func describedIn(schema any, key string) string {
	s, _ := schema.(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	property, _ := properties[key].(map[string]any)
	text, _ := property["description"].(string)
	return text
}

// shareSecurity moves the most common security requirement, an API key, to the document.
func shareSecurity(doc map[string]any) {
	keys := []any{map[string]any{"ApiKeyAuth": []any{}}, map[string]any{"ApiKeyAuthAlt": []any{}}}
	doc["security"] = keys
	for _, item := range doc["paths"].(map[string]any) {
		for _, op := range item.(map[string]any) {
			if reflect.DeepEqual(op.(map[string]any)["security"], keys) {
				delete(op.(map[string]any), "security")
			}
		}
	}
}

// sentBodies returns the names of the schemas that requests contain, directly or indirectly.
func sentBodies(all, paths map[string]any) map[string]bool {
	var requests []any
	for _, item := range paths {
		for _, op := range item.(map[string]any) {
			requests = append(requests, op.(map[string]any)["requestBody"])
		}
	}
	return reachable(requests, all, "")
}

// expand merges the parts of a composed schema into one object. Later parts take precedence.
func expand(schema, all map[string]any) map[string]any {
	parts, ok := schema["allOf"].([]any)
	if !ok {
		return schema
	}
	merged := map[string]any{"type": "object"}
	properties, required := map[string]any{}, []any{}
	for _, p := range parts {
		part := p.(map[string]any)
		if ref, ok := part["$ref"].(string); ok {
			part = expand(all[strings.TrimPrefix(ref, schemas)].(map[string]any), all)
		}
		maps.Copy(properties, part["properties"].(map[string]any))
		more, _ := part["required"].([]any)
		required = append(required, more...)
	}
	merged["properties"], merged["required"] = properties, required
	return merged
}

// typePrevious gives the previous values in each event the keys of its record, none of them required.
func typePrevious(all map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		record, isEvent := strings.CutSuffix(name, "Event")
		parts, _ := all[name].(map[string]any)["allOf"].([]any)
		if !isEvent || len(parts) != 2 {
			continue
		}
		old := map[string]any{}
		for key, property := range expand(all[record].(map[string]any), all)["properties"].(map[string]any) {
			old[key] = onlyType(property.(map[string]any))
		}
		all[record+"Previous"] = map[string]any{
			"type": "object", "properties": old, "description": "The keys that changed, with their old values"}
		data := parts[1].(map[string]any)["properties"].(map[string]any)["data"].(map[string]any)
		data["properties"].(map[string]any)["previous"] = map[string]any{"anyOf": []any{
			map[string]any{"$ref": schemas + record + "Previous"}, map[string]any{"type": "null"}}}
	}
}

// onlyType omits limits and descriptions, which the record has.
func onlyType(property map[string]any) map[string]any {
	only := map[string]any{}
	for _, word := range []string{"$ref", "type", "format", "items", "anyOf", "properties", "additionalProperties"} {
		if value, ok := property[word]; ok {
			only[word] = value
		}
	}
	return only
}
