package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"gopkg.in/yaml.v3"
)

// Document is an OpenAPI document as it is served.
type Document struct{ JSON, YAML []byte }

// Render makes the document: what Huma generated from the code that runs, completed with what is true of every
// operation (headers, the shape of problems, nullable records, examples).
func Render(api *huma.OpenAPI, sections []string) (Document, error) {
	text, err := json.Marshal(api)
	if err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var doc map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		return Document{}, fmt.Errorf("read the OpenAPI document back: %w", err)
	}
	wholeNumbers(doc)
	schemas := doc["components"].(map[string]any)["schemas"].(map[string]any)
	for name, described := range schemas {
		markNullable(api, name, described.(map[string]any))
	}
	ex := examples{schemas: schemas}
	for path, item := range doc["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			if op, ok := op.(map[string]any); ok {
				complete(op, strings.ToUpper(method), path, ex)
			}
		}
	}
	doc["tags"] = tagsOf(sections)
	components := doc["components"].(map[string]any)
	components["headers"], components["responses"] = sharedHeaders(), problemResponses()
	bound(doc)
	pretty, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	asYAML, err := yaml.Marshal(doc)
	if err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document as YAML: %w", err)
	}
	return Document{pretty, asYAML}, nil
}

// wholeNumbers keeps limits such as 1000000 from being written as 1e+06, which some YAML readers take for text.
func wholeNumbers(node any) any {
	switch node := node.(type) {
	case json.Number:
		if n, err := node.Int64(); err == nil {
			return n
		}
		if f, err := node.Float64(); err == nil {
			if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
				return int64(f)
			}
			return f
		}
	case []any:
		for i := range node {
			node[i] = wholeNumbers(node[i])
		}
	case map[string]any:
		for k := range node {
			node[k] = wholeNumbers(node[k])
		}
	}
	return node
}

// markNullable says of keys whose Go type is a pointer to a record, or a merge-patch key, that they may be null: Huma
// can say so of plain values only. What cannot be cleared is tagged nullable:"false".
func markNullable(api *huma.OpenAPI, name string, described map[string]any) {
	properties, ok := described["properties"].(map[string]any)
	if !ok {
		return
	}
	t := api.Components.Schemas.TypeFromRef("#/components/schemas/" + name)
	if t == nil || t.Kind() != reflect.Struct {
		return
	}
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		property, ok := properties[key].(map[string]any)
		if !ok || f.Type.Kind() != reflect.Pointer && !schema.Nullable(f.Type) || f.Tag.Get("nullable") == "false" {
			continue
		}
		if ref, ok := property["$ref"]; ok {
			delete(property, "$ref")
			property["anyOf"] = []any{map[string]any{"$ref": ref}, map[string]any{"type": "null"}}
			continue
		}
		if kind, ok := property["type"].(string); ok {
			property["type"] = []any{kind, "null"}
		}
		if values, ok := property["enum"].([]any); ok && !slices.Contains(values, nil) {
			property["enum"] = append(values, nil)
		}
	}
}

// complete adds to one operation the headers that every request takes and every answer carries, and examples.
func complete(op map[string]any, method, path string, ex examples) {
	once := method == http.MethodPost && !strings.HasPrefix(path, "/auth/")
	parameters, _ := op["parameters"].([]any)
	if once {
		parameters = append(parameters, map[string]any{
			"name": "Idempotency-Key", "in": "header", "example": "5f0c6f1e-order-17",
			"description": "Makes the request safe to send again: for 24 hours repeats get the first answer.",
			"schema":      map[string]any{"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
		})
	}
	if method == http.MethodGet {
		parameters = append(parameters, map[string]any{
			"name": "If-None-Match", "in": "header", "example": `"3"`,
			"description": "The ETag of the version at hand: 304 when it is still current. What a record shows of others, such as the name of a secondary pet status, and the time of the last login are no part of its version.",
			"schema":      map[string]any{"type": "string", "maxLength": 1000, "pattern": "^[ -~]*$"},
		})
	}
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if body, ok := op["requestBody"].(map[string]any); ok {
		content := body["content"].(map[string]any)
		media := content["application/json"].(map[string]any)
		media["example"] = ex.of(media["schema"].(map[string]any), 0)
		if method == http.MethodPatch {
			content["application/merge-patch+json"] = media
		}
	}
	responses := op["responses"].(map[string]any)
	for status, r := range responses {
		completeResponse(responses, status, r.(map[string]any), once, ex)
	}
	if method == http.MethodGet && strings.HasSuffix(path, "}") {
		responses["304"] = map[string]any{"description": "Not Modified: If-None-Match names the current version",
			"headers": headersOf(everyHeader...)}
	}
}

// completeResponse adds headers and an example to a success; every problem refers to the one description of its status.
func completeResponse(responses map[string]any, status string, r map[string]any, once bool, ex examples) {
	if status[0] != '2' {
		responses[status] = map[string]any{"$ref": "#/components/responses/" + problemName(status)}
		return
	}
	headers, ok := r["headers"].(map[string]any)
	if !ok {
		headers = map[string]any{}
	}
	addHeaders(headers, everyHeader...)
	if status != "201" {
		delete(headers, "Location")
	}
	if once {
		addHeaders(headers, "Idempotency-Replayed")
	}
	r["headers"] = headers
	content, _ := r["content"].(map[string]any)
	for _, media := range content {
		media := media.(map[string]any)
		if schema, ok := media["schema"].(map[string]any); ok {
			media["example"] = ex.of(schema, 0)
		}
	}
}

func addHeaders(to map[string]any, names ...string) {
	for _, name := range names {
		to[name] = headerRef(name)
	}
}
