package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"gopkg.in/yaml.v3"
)

// maxWidth is the length of a part of the document that stands on one line.
const maxWidth = 130

// Document is an OpenAPI document as it is served.
type Document struct{ JSON, YAML []byte }

// Render makes the document: what Huma generated from the code that runs, completed with what is true of every
// operation (headers, the shape of problems, examples). What several operations share is said once.
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
	for path, item := range paths {
		for method, op := range item.(map[string]any) {
			complete(op.(map[string]any), strings.ToUpper(method), path)
		}
	}
	all := components["schemas"].(map[string]any)
	tidy(all, "")
	loosen(all, paths)
	compose(all, paths)
	exemplify(all, paths)
	shareDescriptions(all)
	shareCursor(all)
	typePrevious(all)
	shareSecurity(doc)
	hooks, _ := doc["webhooks"].(map[string]any)
	for _, hook := range hooks {
		post := hook.(map[string]any)["post"].(map[string]any)
		post["responses"] = map[string]any{"2XX": map[string]any{"$ref": "#/components/responses/Delivered"}}
	}
	doc["tags"] = tagsOf(sections)
	components["headers"], components["responses"] = headers(), responses()
	components["parameters"] = shareParameters(paths)
	hoist(paths)
	return encode(doc)
}

func encode(doc map[string]any) (Document, error) {
	pretty, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var node yaml.Node
	err = node.Encode(doc)
	short(&node)
	var asYAML bytes.Buffer
	e := yaml.NewEncoder(&asYAML)
	e.SetIndent(2)
	if err := errors.Join(err, e.Encode(&node)); err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document as YAML: %w", err)
	}
	return Document{pretty, asYAML.Bytes()}, nil
}

// short writes on one line lists of plain values, such as the values of an enum, and what is not longer than a line.
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

// tidy takes out what Huma says of its own and what a format says already.
func tidy(node any, under string) {
	switch node := node.(type) {
	case []any:
		for _, v := range node {
			tidy(v, "")
		}
	case map[string]any:
		if under != "properties" {
			delete(node, "patternDescription") // Huma's words for people; JSON Schema does not know it
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

// complete adds to one operation what is true of its kind: headers that it takes and answers, and its problems.
func complete(op map[string]any, method, path string) {
	once := method == http.MethodPost && !strings.HasPrefix(path, "/auth/")
	single := method == http.MethodGet && strings.HasSuffix(path, "}")
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
			delete(schema, "description") // the parameter says it
			if schema["examples"] != nil {
				delete(p, "example")
			}
			if schema["type"] == "array" {
				continue // whether its items are in one value means something
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
	all := op["responses"].(map[string]any)
	for status, r := range all {
		if status[0] != '2' {
			delete(all, status)
			continue
		}
		completeSuccess(r.(map[string]any), status)
	}
	if single {
		all["304"] = map[string]any{"$ref": "#/components/responses/NotModified"}
	}
	all["default"] = map[string]any{"$ref": "#/components/responses/Problem"}
}

func completeSuccess(r map[string]any, status string) {
	given, _ := r["headers"].(map[string]any)
	delete(given, "Content-Type") // OpenAPI ignores it: content says it
	if status != "201" {
		delete(given, "Location")
	}
	for name := range given {
		given[name] = map[string]any{"$ref": "#/components/headers/" + name}
	}
	if len(given) == 0 {
		delete(r, "headers")
	}
}
