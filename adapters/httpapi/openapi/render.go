package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"gopkg.in/yaml.v3"
)

// maxWidth is the maximum width of a flow-style line of YAML.
const maxWidth = 130

// Document is a rendered OpenAPI document.
type Document struct{ JSON, YAML []byte }

// Render completes the document that Huma generated with what applies to all operations, such as headers, problems and examples. What
// several operations share is described once. more has references to the schemas that a GET shows, by the PATCH whose response has fewer
// keys.
func Render(api *huma.OpenAPI, sections []string, more map[string]string) (Document, error) {
	text, err := json.Marshal(api)
	if err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var doc object
	if err := json.Unmarshal(text, &doc); err != nil {
		return Document{}, fmt.Errorf("read the OpenAPI document back: %w", err)
	}
	components, paths, hooks := at(doc, "components"), at(doc, "paths"), at(doc, "webhooks")
	all := at(components, "schemas")
	for path, item := range paths {
		for method, op := range at(item) {
			complete(at(op), all, method, path)
		}
	}
	tidy(all)
	loosen(all, paths)
	kept := readOnlyKeys(all, paths, more)
	compose(all, paths)
	exemplify(all, paths, hooks)
	for name, keys := range kept {
		maps.Copy(at(all, name, "properties"), keys)
	}
	shareDescriptions(all)
	takeHidden(all, paths)
	shareCursor(all)
	typePrevious(all)
	shareSecurity(doc)
	carried, parameters := deliveryHeaders(), shareParameters(paths)
	for _, post := range operations(hooks) {
		post["parameters"] = refsTo(carried)
		post["responses"] = object{"2XX": object{"$ref": "#/components/responses/Delivered"}}
	}
	doc["tags"] = tagsOf(sections)
	if len(hooks) > 0 {
		maps.Copy(parameters, carried)
	}
	components["headers"], components["responses"], components["parameters"] = headers(), responses(), parameters
	hoist(paths)
	return encode(doc)
}

// refsTo returns references to shared parameters.
func refsTo(parameters object) []any {
	refs := make([]any, 0, len(parameters))
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		refs = append(refs, object{"$ref": "#/components/parameters/" + name})
	}
	return refs
}

func encode(doc object) (Document, error) {
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

// short writes lists of scalars, such as enums, and whatever fits into maxWidth on one line. It writes numbers without an exponent,
// because some YAML parsers read 1e+06 as a string.
func short(node *yaml.Node) (width int) {
	plain := node.Kind == yaml.SequenceNode
	for _, n := range node.Content {
		width += short(n) + len(", ")
		plain = plain && n.Kind == yaml.ScalarNode
	}
	if node.Kind == yaml.ScalarNode {
		if f, err := strconv.ParseFloat(node.Value, 64); err == nil && node.Tag == "!!float" {
			node.Tag, node.Value = "", strconv.FormatFloat(f, 'f', -1, 64)
		}
		return len(node.Value)
	}
	if plain || width <= maxWidth {
		node.Style = yaml.FlowStyle
	}
	return width + len("{}")
}

// tidy removes Huma's own extensions and what the format already implies.
func tidy(node any) {
	objects(node, "", func(o object, under string) {
		if under == "properties" {
			return
		}
		delete(o, "patternDescription") // an extension by Huma that JSON Schema does not have
		switch o["format"] {
		case "date", "uuid", "date-time", "iso-country", "iso-currency":
			delete(o, "maxLength")
		}
	})
}

// complete adds headers and problems to an operation.
func complete(op, schemas object, method, path string) {
	all, tagged := at(op, "responses"), false
	for status, r := range all {
		if status[0] != '2' {
			delete(all, status)
			continue
		}
		tagged = completeSuccess(at(r), schemas, status) || tagged
	}
	single := method == "get" && tagged
	parameters := parametersOf(op)
	if method == "post" && !strings.HasPrefix(path, "/auth/") {
		parameters = append(parameters, idempotencyKey())
	}
	if single {
		parameters = append(parameters, ifNoneMatch())
	}
	for _, p := range parameters {
		p := p.(object)
		schema := at(p, "schema")
		tidy(schema)
		delete(schema, "description") // the parameter has the description
		if schema["examples"] != nil {
			delete(p, "example")
		}
		if schema["type"] != "array" {
			delete(p, "explode") // says whether the items of an array are separated by commas
		}
	}
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if content := at(op, "requestBody", "content"); content != nil && method == "patch" {
		content["application/merge-patch+json"] = content["application/json"]
	}
	if single {
		all["304"] = object{"$ref": "#/components/responses/NotModified"}
	}
	all["default"] = object{"$ref": "#/components/responses/Problem"}
}

// completeSuccess reports whether the response has an entity tag: only a record with a version has one.
func completeSuccess(r, schemas object, status string) (tagged bool) {
	given := at(r, "headers")
	delete(given, "Content-Type") // OpenAPI ignores it, because "content" has the media type
	if status != "201" {
		delete(given, "Location")
	}
	if !versioned(r, schemas) {
		delete(given, "ETag")
	}
	for name := range given {
		given[name] = object{"$ref": "#/components/headers/" + name}
	}
	if len(given) == 0 {
		delete(r, "headers")
	}
	return given["ETag"] != nil
}

// versioned reports whether the body of a response has a version.
func versioned(r, all object) bool {
	return at(resolve(at(r, "content", "application/json", "schema"), all), "properties")["version"] != nil
}
