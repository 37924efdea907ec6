package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"gopkg.in/yaml.v3"
)

// Document is a rendered OpenAPI document.
type Document struct{ JSON, YAML []byte }

// Render completes the document that Huma generated with what applies to all operations: headers, problems and examples. named are the
// sections of the operations.
func Render(api *huma.OpenAPI, named []string) (Document, error) {
	api.Tags = sectionsOf(named)
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
	tidy(doc)
	openAnswers(all, paths)
	exemplify(all, paths, hooks)
	for _, post := range operations(hooks) {
		post["parameters"] = refsToDeliveryHeaders()
		post["responses"] = object{"2XX": object{"$ref": "#/components/responses/Delivered"}}
	}
	components["headers"], components["responses"], components["parameters"] = headers(), responses(), deliveryHeaders()
	return encode(doc)
}

// encode writes the document as JSON and as YAML.
func encode(doc object) (Document, error) {
	var asJSON, asYAML bytes.Buffer
	to := json.NewEncoder(&asJSON)
	to.SetEscapeHTML(false)
	if err := to.Encode(doc); err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var node yaml.Node // JSON is YAML; this way, numbers keep their notation: some parsers read 1e+06 as a text
	err := yaml.Unmarshal(asJSON.Bytes(), &node)
	asBlocks(&node)
	e := yaml.NewEncoder(&asYAML)
	e.SetIndent(2)
	if err := errors.Join(err, e.Encode(&node)); err != nil {
		return Document{}, fmt.Errorf("encode the OpenAPI document as YAML: %w", err)
	}
	return Document{asJSON.Bytes(), asYAML.Bytes()}, nil
}

// asBlocks writes a value on as many lines as it needs, but a list of plain values, such as an enum, on one.
func asBlocks(node *yaml.Node) {
	node.Style = 0
	if node.Kind == yaml.SequenceNode && !slices.ContainsFunc(node.Content, func(n *yaml.Node) bool { return n.Kind != yaml.ScalarNode }) {
		node.Style = yaml.FlowStyle
	}
	for _, n := range node.Content {
		asBlocks(n)
	}
}

// tidy removes Huma's own extension and what the format already implies.
func tidy(doc object) {
	objects(doc, "", func(o object, under string) {
		if under == "properties" {
			return
		}
		delete(o, "patternDescription")
		switch o["format"] {
		case "date", "uuid", "date-time", "iso-country", "iso-currency":
			delete(o, "maxLength")
		}
	})
}

// openAnswers allows further keys in answers and events, and removes limits there: later versions may have more, and nobody who reads has
// to check them. Only how long a cursor is, which clients store, is promised.
func openAnswers(all, paths object) {
	sent := sentBodies(all, paths)
	for name, schema := range all {
		if sent[name] {
			continue
		}
		objects(schema, "", func(o object, under string) {
			if under == "properties" || under == "next_cursor" {
				return
			}
			if o["additionalProperties"] == false {
				delete(o, "additionalProperties")
			}
			for _, limit := range []string{"minLength", "maxLength", "minItems", "maxItems", "maxProperties", "maximum"} {
				delete(o, limit)
			}
		})
	}
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
	parameters := parametersOf(op)
	if method == "post" && !strings.HasPrefix(path, "/auth/") {
		parameters = append(parameters, idempotencyKey())
	}
	if method == "get" && tagged {
		parameters = append(parameters, ifNoneMatch())
		all["304"] = object{"$ref": "#/components/responses/NotModified"}
	}
	for _, p := range parameters {
		schema := at(p, "schema")
		delete(schema, "description") // the parameter has the description
		if schema["type"] != "array" {
			delete(at(p), "explode") // says whether the items of an array are separated by commas
		}
	}
	if len(parameters) > 0 {
		op["parameters"] = parameters
	}
	if content := at(op, "requestBody", "content"); content != nil && method == "patch" {
		content["application/merge-patch+json"] = content["application/json"]
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
	if at(resolve(at(r, "content", "application/json", "schema"), schemas), "properties")["version"] == nil {
		delete(given, "ETag")
	}
	for _, header := range given { // where the documentation page shows it
		schema := at(header, "schema")
		at(header)["description"] = schema["description"]
		delete(schema, "description")
	}
	if len(given) == 0 {
		delete(r, "headers")
	}
	return given["ETag"] != nil
}
