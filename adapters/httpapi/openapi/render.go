package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"gopkg.in/yaml.v3"
)

// maxWidth is the maximum width of a flow-style line of YAML.
const maxWidth = 130

// Document is a rendered OpenAPI document.
type Document struct{ JSON, YAML []byte }

// Render completes the document that Huma generated with what applies to all operations, such as headers, problems and examples. What
// several operations share is described once.
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
	components := doc["components"].(map[string]any)
	paths := doc["paths"].(map[string]any)
	all := components["schemas"].(map[string]any)
	for path, item := range paths {
		for method, op := range item.(map[string]any) {
			complete(op.(map[string]any), all, strings.ToUpper(method), path)
		}
	}
	tidy(all, "")
	loosen(all, paths)
	compose(all, paths)
	hooks, _ := doc["webhooks"].(map[string]any)
	exemplify(all, paths, hooks)
	shareDescriptions(all)
	shareCursor(all)
	typePrevious(all)
	shareSecurity(doc)
	carried := deliveryHeaders()
	for _, hook := range hooks {
		post := hook.(map[string]any)["post"].(map[string]any)
		post["parameters"] = refsTo(carried)
		post["responses"] = map[string]any{"2XX": map[string]any{"$ref": "#/components/responses/Delivered"}}
	}
	doc["tags"] = tagsOf(sections)
	components["headers"], components["responses"] = headers(), responses()
	components["parameters"] = shareParameters(paths)
	if len(hooks) > 0 {
		maps.Copy(components["parameters"].(map[string]any), carried)
	}
	hoist(paths)
	return encode(doc)
}

// refsTo returns references to shared parameters.
func refsTo(parameters map[string]any) []any {
	refs := make([]any, 0, len(parameters))
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		refs = append(refs, map[string]any{"$ref": "#/components/parameters/" + name})
	}
	return refs
}

func encode(doc map[string]any) (Document, error) {
	var asJSON bytes.Buffer // without white space: programs read it, people read the YAML
	compact := json.NewEncoder(&asJSON)
	compact.SetEscapeHTML(false)
	if err := compact.Encode(doc); err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var node yaml.Node
	err := node.Encode(doc)
	short(&node)
	var asYAML bytes.Buffer
	e := yaml.NewEncoder(&asYAML)
	e.SetIndent(2)
	if err := errors.Join(err, e.Encode(&node)); err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document as YAML: %w", err)
	}
	return Document{asJSON.Bytes(), asYAML.Bytes()}, nil
}

// short writes lists of scalars, such as enums, and whatever fits into maxWidth on one line.
func short(node *yaml.Node) (width int) {
	plain := node.Kind == yaml.SequenceNode
	for _, n := range node.Content {
		width += short(n) + len(", ")
		plain = plain && n.Kind == yaml.ScalarNode
	}
	if node.Kind == yaml.ScalarNode {
		return len(node.Value)
	}
	if plain || width <= maxWidth {
		node.Style = yaml.FlowStyle
	}
	return width + len("{}")
}

// wholeNumbers prevents limits such as 1000000 from being written as 1e+06, which some YAML parsers read as a string.
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

// tidy removes Huma's own extensions and what the format already implies.
func tidy(node any, under string) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			tidy(v, "")
		}
	case map[string]any:
		if under != "properties" {
			delete(node, "patternDescription") // an extension by Huma that JSON Schema does not have
			switch node["format"] {
			case "date", "uuid", "date-time", "iso-country", "iso-currency":
				delete(node, "maxLength")
			}
		}
		for key, v := range node {
			if key != "examples" && key != "default" {
				tidy(v, key)
			}
		}
	}
}

// complete adds headers and problems to an operation.
func complete(op, schemas map[string]any, method, path string) {
	once := method == http.MethodPost && !strings.HasPrefix(path, "/auth/")
	all, tagged := op["responses"].(map[string]any), false
	for status, r := range all {
		if status[0] != '2' {
			delete(all, status)
			continue
		}
		tagged = completeSuccess(r.(map[string]any), schemas, status) || tagged
	}
	single := method == http.MethodGet && tagged
	parameters := parametersOf(op)
	if once {
		parameters = append(parameters, idempotencyKey())
	}
	if single {
		parameters = append(parameters, ifNoneMatch())
	}
	for _, p := range parameters {
		p := p.(map[string]any)
		if schema, ok := p["schema"].(map[string]any); ok {
			tidy(schema, "")
			delete(schema, "description") // the parameter has the description
			if schema["examples"] != nil {
				delete(p, "example")
			}
			if schema["type"] == "array" {
				continue // this keyword says whether items are separated by commas
			}
		}
		delete(p, "explode")
	}
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if body, ok := op["requestBody"].(map[string]any); ok && method == http.MethodPatch {
		content := body["content"].(map[string]any)
		content["application/merge-patch+json"] = content["application/json"]
	}
	if single {
		all["304"] = map[string]any{"$ref": "#/components/responses/NotModified"}
	}
	all["default"] = map[string]any{"$ref": "#/components/responses/Problem"}
}

// completeSuccess reports whether the response has an entity tag: only a record with a version has one.
func completeSuccess(r, schemas map[string]any, status string) (tagged bool) {
	given, _ := r["headers"].(map[string]any)
	delete(given, "Content-Type") // OpenAPI ignores it, because "content" has the media type
	if status != "201" {
		delete(given, "Location")
	}
	if !versioned(r, schemas) {
		delete(given, "ETag")
	}
	for name := range given {
		given[name] = map[string]any{"$ref": "#/components/headers/" + name}
	}
	if len(given) == 0 {
		delete(r, "headers")
	}
	return given["ETag"] != nil
}

// versioned reports whether the body of a response has a version.
func versioned(r, all map[string]any) bool {
	body, _ := onlyJSON(r["content"])["application/json"].(map[string]any)
	schema, _ := body["schema"].(map[string]any)
	if name, ok := schema["$ref"].(string); ok {
		schema, _ = all[strings.TrimPrefix(name, schemas)].(map[string]any)
	}
	properties, _ := schema["properties"].(map[string]any)
	return properties["version"] != nil
}
