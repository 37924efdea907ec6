package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// ForClients returns the JSON document from which clients are generated: the operations with their parameters, bodies and successes,
// and a schema for each event type. It omits what clients have no types for, such as problems, examples, limits and other media
// types.
func (d Document) ForClients() ([]byte, error) {
	var doc object
	if err := json.Unmarshal(d.JSON, &doc); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document back: %w", err)
	}
	all, paths, webhooks := at(doc, "components", "schemas"), at(doc, "paths"), at(doc, "webhooks")
	for name := range sentBodies(all, paths) {
		maps.DeleteFunc(at(all, name, "properties"), func(_ string, of any) bool { return at(of)["readOnly"] == true })
	}
	for _, op := range operations(paths) {
		trimOperation(op)
	}
	doc["paths"] = plain(paths, false)
	for name, hook := range webhooks {
		webhooks[name] = trimWebhook(at(hook, "post"))
	}
	for name := range all {
		all[name] = flat(name, all)
	}
	for name := range all {
		for key, of := range at(all, name, "properties") {
			if strings.HasSuffix(name, "Previous") {
				at(all, name, "properties")[key] = onlyType(at(of))
			}
		}
	}
	for name, schema := range all {
		all[name] = plain(schema, true)
	}
	doc["components"] = object{"schemas": all}
	delete(doc, "tags")
	delete(at(doc, "info"), "description")
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(doc); err != nil {
		return nil, fmt.Errorf("encode the view for clients: %w", err)
	}
	return text.Bytes(), nil
}

// trimOperation keeps only what a client needs for calling an operation and reading its result.
func trimOperation(op object) {
	delete(op, "description")
	delete(op, "security")
	delete(op, "tags")
	if body := at(op, "requestBody"); body != nil {
		op["requestBody"] = object{"required": true, "content": onlyJSON(body)}
	}
	responses := at(op, "responses")
	for status, r := range responses {
		if status[0] != '2' {
			delete(responses, status)
			continue
		}
		success := object{"description": at(r)["description"]}
		if content := onlyJSON(r); content != nil {
			success["content"] = content
		}
		responses[status] = success
	}
}

// onlyJSON returns the content of a body without media types other than JSON. If it has no JSON, it is returned as it is: what
// generates a client must see it.
func onlyJSON(body any) object {
	if media := at(body, "content", "application/json"); media != nil {
		return object{"application/json": media}
	}
	return at(body, "content")
}

func trimWebhook(post object) object {
	return object{"post": object{"operationId": post["operationId"], "summary": post["summary"],
		"description": post["description"], "requestBody": plain(post["requestBody"], false),
		"responses": object{"204": object{"description": "Delivered"}}}}
}

// onlyType omits what the record says of a key already.
func onlyType(property object) object {
	only := object{}
	for _, word := range []string{"$ref", "type", "format", "items", "anyOf", "properties", "additionalProperties"} {
		if value, ok := property[word]; ok {
			only[word] = value
		}
	}
	return only
}

// flat returns a composed schema as a single object.
func flat(name string, all object) object {
	schema := at(all, name)
	whole := expand(schema, all)
	if strings.HasSuffix(name, "Event") && schema["allOf"] != nil {
		data := maps.Clone(at(whole, "properties", "data"))
		data["required"] = []any{"object", "previous"}
		at(whole, "properties")["data"] = data
	}
	return whole
}

// limits lists the keywords of a schema that do not change the types of a client. All others remain, so that whatever generates a client
// can fail on those that it does not know.
var limits = map[string]bool{
	"default": true, "exclusiveMaximum": true, "exclusiveMinimum": true, "maxItems": true, "maxLength": true, "maxProperties": true,
	"maximum": true, "minItems": true, "minLength": true, "minProperties": true, "minimum": true, "multipleOf": true, "pattern": true,
	"readOnly": true, "title": true, "uniqueItems": true,
}

// plain removes limits, examples and defaults from node if that is a schema, and otherwise from the schemas in it.
func plain(node any, isSchema bool) any {
	switch node := node.(type) {
	case []any:
		for i := range node {
			node[i] = plain(node[i], isSchema)
		}
	case object:
		for key, v := range node {
			switch {
			case isSchema && limits[key], key == "example", key == "examples":
				delete(node, key)
			case isSchema && key == "properties":
				for name, of := range at(v) {
					at(v)[name] = plain(of, true)
				}
			case isSchema && key == "additionalProperties" && v == false:
				delete(node, key)
			case isSchema && (key == "required" || key == "enum" || key == "type"):
			default:
				node[key] = plain(v, isSchema || key == "schema")
			}
		}
	}
	return node
}
