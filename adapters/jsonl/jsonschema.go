package jsonl

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/petcare/petcare/platform/kernel/importing"
)

// Schema returns the JSON Schema (draft 2020-12) of lines of the given types, for editors and validators.
func Schema(types []importing.Type) ([]byte, error) {
	ordered, err := sorted(types)
	if err != nil {
		return nil, err
	}
	kinds := kindsOf(ordered)
	definitions, oneOf := map[string]any{}, []any{}
	if len(kinds) > 0 {
		for name, s := range kinds[0].set.Schemas() {
			if definitions[name], err = plain(s); err != nil {
				return nil, err
			}
		}
	}
	for _, k := range kinds {
		line, err := plain(k.line)
		if err != nil {
			return nil, err
		}
		name := "line." + k.Name
		maps.DeleteFunc(definitions, func(other string, _ any) bool { return k.set.Schemas()[other] == k.line })
		definitions[name] = withHead(k.Type, line)
		oneOf = append(oneOf, map[string]any{"$ref": "#/$defs/" + name})
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "A line of a petcare import file",
		"description": "One record. Records name each other by external id; the order of lines is free.",
		"oneOf":       oneOf,
		"$defs":       definitions,
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode the JSON Schema: %w", err)
	}
	return append(text, '\n'), nil
}

// plain converts a schema to JSON values. It adds null to all optional keys, because the validation allows that.
func plain(of any) (map[string]any, error) {
	text, err := json.Marshal(of)
	if err != nil {
		return nil, fmt.Errorf("encode a schema: %w", err)
	}
	var values map[string]any
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, fmt.Errorf("read a schema back: %w", err)
	}
	allowNull(values)
	return values, nil
}

func allowNull(object map[string]any) {
	properties, _ := object["properties"].(map[string]any)
	required, _ := object["required"].([]any)
	for key, property := range properties {
		delete(property.(map[string]any), "patternDescription") // an extension by Huma that JSON Schema does not have
		if items, ok := property.(map[string]any)["items"].(map[string]any); ok && items["format"] == "number-or-id" {
			items["type"] = []any{"integer", "string"}
			delete(items, "format")
		}
		if !slices.Contains(required, any(key)) {
			properties[key] = orNull(property.(map[string]any))
		}
	}
}

func orNull(property map[string]any) map[string]any {
	if ref, ok := property["$ref"]; ok {
		delete(property, "$ref")
		property["anyOf"] = []any{map[string]any{"$ref": ref}, map[string]any{"type": "null"}}
		return property
	}
	if name, ok := property["type"].(string); ok {
		property["type"] = []any{name, "null"}
	}
	if values, ok := property["enum"].([]any); ok && !slices.Contains(values, nil) {
		property["enum"] = append(values, nil)
	}
	return property
}

// withHead adds the keys of every line.
func withHead(t importing.Type, line map[string]any) map[string]any {
	properties, _ := line["properties"].(map[string]any)
	if properties == nil {
		properties = map[string]any{}
		line["properties"] = properties
	}
	properties[typeKey] = map[string]any{"const": t.Name, "description": "The type of the record"}
	names := "Names the record: a line with the external id of a record that is there changes it; one that was deleted stays deleted"
	if t.IsMatched() {
		names = "Names the line; which record it is about follows from its " + t.Unique.Field
	}
	properties[partialKey] = map[string]any{"type": "boolean",
		"description": "True for a line that leaves out keys whose values stay as they " +
			"are in a record that exists; null clears them"}
	properties[externalIDKey] = map[string]any{"type": "string", "minLength": 1, "maxLength": maxExternalID, "description": names}
	instant := func(said string) map[string]any {
		return map[string]any{"type": "string", "format": "date-time", "description": said}
	}
	properties[idKey] = map[string]any{"type": "string", "format": "uuid",
		"description": "As an export writes it, with the next ones: what a new record keeps with --keep-ids, else they do not count"}
	properties[versionKey] = map[string]any{"type": "integer", "minimum": 1, "description": "The version of the record"}
	properties[updatedAtKey] = instant("When it last changed")
	if properties[createdAtKey] == nil {
		properties[createdAtKey] = instant("When it was made")
	}
	required, _ := line["required"].([]any)
	line["required"] = append([]any{typeKey, externalIDKey}, required...)
	return line
}
