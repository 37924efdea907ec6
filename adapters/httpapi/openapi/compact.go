package openapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// compose describes a schema that includes all keys of a record, such as a listed pet, as that record and additional keys.
func compose(all, paths object) {
	sent := sentBodies(all, paths)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		base := baseOf(name, all, sent)
		if base == "" {
			continue
		}
		held, top := at(all, base, "properties"), maps.Clone(at(all, name, "properties"))
		maps.DeleteFunc(top, func(key string, _ any) bool { return held[key] != nil })
		required := slices.DeleteFunc(slices.Clone(at(all, name)["required"].([]any)), func(key any) bool { return held[key.(string)] != nil })
		all[name] = object{"allOf": []any{
			object{"$ref": schemas + base},
			object{"type": "object", "properties": top, "required": required},
		}}
	}
}

// baseOf returns the name of the largest record that a schema includes, or "". Schemas of request bodies have none, because they are
// closed.
func baseOf(name string, all object, sent map[string]bool) string {
	best, keys := "", 5
	whole := at(all, name, "properties")
	if sent[name] {
		return ""
	}
	for _, other := range slices.Sorted(maps.Keys(all)) {
		held := at(all, other, "properties")
		if other == name || sent[other] || len(held) <= keys || len(held) >= len(whole) || !holds(whole, held) {
			continue
		}
		best, keys = other, len(held)
	}
	return best
}

func holds(whole, part object) bool {
	for key, property := range part {
		if !reflect.DeepEqual(whole[key], property) {
			return false
		}
	}
	return true
}

// shareCursor describes the cursor of a page only once.
func shareCursor(all object) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		properties := at(all, name, "properties")
		if !IsPage(properties) || !strings.HasPrefix(name, "List") {
			continue
		}
		all["NextCursor"] = properties["next_cursor"]
		properties["next_cursor"] = object{"$ref": schemas + "NextCursor"}
		delete(at(properties, "data"), "description")
	}
}

// IsPage reports whether the properties of a schema are those of a page of a list.
func IsPage(properties object) bool {
	return len(properties) == 2 && properties["data"] != nil && properties["next_cursor"] != nil
}

// shareDescriptions removes descriptions from a PATCH that its record or POST also has, and those that only repeat the key.
func shareDescriptions(all object) {
	for name := range all {
		record, isPatch := strings.CutSuffix(name, "Patch")
		for key, p := range at(all, name, "properties") {
			text, _ := at(p)["description"].(string)
			described := func(in string) bool { return at(all, in, "properties", key)["description"] == text }
			if saysName(text, key) || isPatch && (described(record) || described(record+"Create")) {
				delete(at(p), "description")
			}
		}
	}
}

// saysName reports whether a description only repeats the key, as "The account" does for account_id.
func saysName(text, key string) bool {
	return strings.EqualFold(strings.TrimPrefix(text, "The "), strings.ReplaceAll(strings.TrimSuffix(key, "_id"), "_", " "))
}

// shareSecurity moves the most common security requirement, an API key, to the document.
func shareSecurity(doc object) {
	keys := []any{object{"ApiKeyAuth": []any{}}, object{"ApiKeyAuthAlt": []any{}}}
	doc["security"] = keys
	for _, op := range operations(at(doc, "paths")) {
		if reflect.DeepEqual(op["security"], keys) {
			delete(op, "security")
		}
	}
}

// sentBodies returns the names of the schemas that requests contain, directly or indirectly.
func sentBodies(all, paths object) map[string]bool {
	var requests []any
	for _, op := range operations(paths) {
		requests = append(requests, op["requestBody"])
	}
	return reachable(requests, all, "")
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

// typePrevious gives the previous values in each event the keys of its record, none of them required.
func typePrevious(all object) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		record, isEvent := strings.CutSuffix(name, "Event")
		parts, _ := at(all, name)["allOf"].([]any)
		if !isEvent || len(parts) != 2 {
			continue
		}
		old := object{}
		for key, property := range at(expand(at(all, record), all), "properties") {
			old[key] = onlyType(at(property))
		}
		all[record+"Previous"] = object{
			"type": "object", "properties": old, "description": "The keys that changed, with their old values"}
		at(parts[1], "properties", "data", "properties")["previous"] = object{"anyOf": []any{
			object{"$ref": schemas + record + "Previous"}, object{"type": "null"}}}
	}
}

// onlyType omits limits and descriptions, which the record has.
func onlyType(property object) object {
	only := object{}
	for _, word := range []string{"$ref", "type", "format", "items", "anyOf", "properties", "additionalProperties"} {
		if value, ok := property[word]; ok {
			only[word] = value
		}
	}
	return only
}
