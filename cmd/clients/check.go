package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// parse reads the document. It fails on everything that the clients cannot express, which would otherwise be missing in them without
// anybody noticing.
func parse(text []byte) (*view, error) {
	var v view
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the document has more than the clients can express: %w", err)
	}
	if len(v.Servers) != 1 {
		return nil, fmt.Errorf("the document has %d servers, not one", len(v.Servers))
	}
	for _, name := range slices.Sorted(maps.Keys(v.Components.Schemas)) {
		var schema map[string]any
		if err := json.Unmarshal(v.Components.Schemas[name], &schema); err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		if err := check(name, schema); err != nil {
			return nil, err
		}
	}
	return &v, nil
}

// keywords are those of a schema that the generators of types and forGo handle.
var keywords = []string{"$ref", "additionalProperties", "anyOf", "deprecated", "description", "enum", "format", "items", "properties",
	"required", "type", "writeOnly", "x-null-as-read"}

// check fails on a schema that the generators would make another type of, and says where it is.
func check(where string, schema map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(schema)) {
		if !slices.Contains(keywords, key) {
			return fmt.Errorf("%s: the clients cannot express %s", where, key)
		}
	}
	if types, ok := schema["type"].([]any); ok && (len(types) != 2 || types[1] != "null") {
		return fmt.Errorf("%s: the clients cannot express the types %v, only one and null", where, types)
	}
	values, _ := schema["enum"].([]any)
	for _, v := range values {
		if _, text := v.(string); !text && v != nil {
			return fmt.Errorf("%s: the clients cannot express the value %v, only texts", where, v)
		}
	}
	inner := map[string]any{".items": schema["items"], ".additionalProperties": schema["additionalProperties"]}
	if either, ok := schema["anyOf"].([]any); ok {
		if null, _ := either[len(either)-1].(map[string]any); len(either) != 2 || null["type"] != "null" {
			return fmt.Errorf("%s: the clients cannot express anyOf, except of a schema and null", where)
		}
		inner[".anyOf"] = either[0]
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, p := range properties {
		inner["."+name] = p
	}
	for _, name := range slices.Sorted(maps.Keys(inner)) {
		if s, ok := inner[name].(map[string]any); ok {
			if err := check(where+name, s); err != nil {
				return err
			}
		}
	}
	return nil
}
