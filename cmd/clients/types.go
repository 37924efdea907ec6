package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/httpapi/openapi"
)

// writeTypes writes the documents for the generators of types. They only contain schemas, because templates generate the operations.
func writeTypes(text []byte, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	paths := doc["paths"].(map[string]any)
	doc["paths"] = map[string]any{}
	delete(doc, "webhooks")
	if err := writeJSON(filepath.Join(dir, "typescript.json"), doc); err != nil {
		return err
	}
	if err := forGo(doc, paths); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "go.json"), doc)
}

func writeJSON(path string, doc any) error {
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// forGo converts the schemas to OpenAPI 3.0, which oapi-codegen supports best. Pages and events are generic types of the client. A
// nullable key is a pointer in responses. Keys of a PATCH and of the old values of an event may also be absent.
func forGo(doc, paths map[string]any) error {
	doc["openapi"] = "3.0.3"
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	threeStates := map[string]bool{}
	for _, item := range paths {
		if patch, ok := item.(map[string]any)["patch"].(map[string]any); ok {
			reach(patch["requestBody"], schemas, threeStates)
		}
	}
	for name, s := range schemas {
		schema := s.(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		if openapi.IsPage(properties) || strings.HasSuffix(name, "Event") || name == "WebhookEventEnvelope" ||
			name == "EventData" || name == "ListEvents" {
			delete(schemas, name)
			continue
		}
		lower(schema, threeStates[name] || strings.HasSuffix(name, "Previous"))
	}
	return shareEnums(schemas)
}

// reach adds the names of the schemas that node refers to, directly or indirectly.
func reach(node any, schemas map[string]any, found map[string]bool) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			reach(v, schemas, found)
		}
	case map[string]any:
		if r, ok := node["$ref"].(string); ok {
			if name := (ref{r}).name(); !found[name] {
				found[name] = true
				reach(schemas[name], schemas, found)
			}
		}
		for _, v := range node {
			reach(v, schemas, found)
		}
	}
}

// lower converts a schema to OpenAPI 3.0 and reports whether it allows null. If threeStates is true, the keys of an object
// distinguish null from absent.
func lower(schema map[string]any, threeStates bool) (nullable bool) {
	nullable = withoutNull(schema)
	if format := schema["format"]; format != "date-time" && format != "int64" {
		delete(schema, "format") // ids and dates are strings in Go, so that the client needs no other package
	}
	if schema["$ref"] != nil {
		delete(schema, "description") // 3.0 does not allow it beside $ref
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if inner, ok := schema[key].(map[string]any); ok {
			lower(inner, threeStates)
		}
	}
	required, _ := schema["required"].([]any)
	properties, _ := schema["properties"].(map[string]any)
	for name, p := range properties {
		property := p.(map[string]any)
		switch null := lower(property, threeStates); {
		case null && threeStates && property["x-null-as-read"] != true: // as it was read is as if it were absent
			property["nullable"] = true
			if r := property["$ref"]; r != nil {
				delete(property, "$ref")
				property["allOf"] = []any{map[string]any{"$ref": r}}
			}
		case null:
			required = slices.DeleteFunc(required, func(v any) bool { return v == name })
		}
	}
	if delete(schema, "required"); len(required) > 0 {
		schema["required"] = required
	}
	return nullable
}

// withoutNull removes null from the types and values of a schema and reports whether it was there.
func withoutNull(schema map[string]any) (nullable bool) {
	if types, ok := schema["type"].([]any); ok {
		schema["type"], nullable = types[0], slices.Contains(types, any("null"))
	}
	if values, ok := schema["enum"].([]any); ok {
		schema["enum"] = slices.DeleteFunc(values, func(v any) bool { return v == nil })
	}
	if either, ok := schema["anyOf"].([]any); ok && len(either) == 2 && either[1].(map[string]any)["type"] == "null" {
		delete(schema, "anyOf")
		maps.Copy(schema, either[0].(map[string]any))
		return true
	}
	return nullable
}
