package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ForClients returns the JSON document from which clients are generated: the operations with their parameters, bodies and successes,
// and a schema for each event type. It omits what clients have no types for, such as problems, examples, limits and other media
// types.
func (d Document) ForClients() ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(d.JSON, &doc); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document back: %w", err)
	}
	components := doc["components"].(map[string]any)
	all := components["schemas"].(map[string]any)
	parameters := components["parameters"].(map[string]any)
	paths := doc["paths"].(map[string]any)
	for _, p := range paths {
		item := p.(map[string]any)
		shared := parametersOf(item)
		delete(item, "parameters")
		for _, o := range item {
			op := o.(map[string]any)
			if list := append(slices.Clone(shared), parametersOf(op)...); len(list) > 0 {
				op["parameters"] = list
			}
			trimOperation(op, parameters)
		}
	}
	doc["paths"] = plain(paths, false)
	nameInline(paths, all)
	webhooks := doc["webhooks"].(map[string]any)
	for name, hook := range webhooks {
		webhooks[name] = trimWebhook(hook.(map[string]any)["post"].(map[string]any))
	}
	cursor := all["NextCursor"]
	delete(all, "NextCursor")
	for _, name := range slices.Collect(maps.Keys(all)) {
		schema := flat(name, all)
		if properties, _ := schema["properties"].(map[string]any); isPage(properties) &&
			properties["next_cursor"].(map[string]any)["$ref"] != nil {
			properties["next_cursor"] = cursor
		}
		all[name] = schema
	}
	for name, schema := range all {
		all[name] = plain(schema, true)
	}
	doc["components"] = map[string]any{"schemas": all}
	delete(doc, "tags")
	delete(doc, "security")
	delete(doc["info"].(map[string]any), "description")
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
func trimOperation(op, parameters map[string]any) {
	delete(op, "description")
	delete(op, "security")
	delete(op, "tags")
	list := parametersOf(op)
	for i := range list {
		if ref, ok := list[i].(map[string]any)["$ref"].(string); ok {
			list[i] = maps.Clone(parameters[ref[strings.LastIndex(ref, "/")+1:]].(map[string]any))
		}
	}
	if body, ok := op["requestBody"].(map[string]any); ok {
		op["requestBody"] = map[string]any{"required": true, "content": onlyJSON(body["content"])}
	}
	responses := op["responses"].(map[string]any)
	for status, r := range responses {
		if status[0] != '2' {
			delete(responses, status)
			continue
		}
		success := map[string]any{"description": r.(map[string]any)["description"]}
		if content := onlyJSON(r.(map[string]any)["content"]); content != nil {
			success["content"] = content
		}
		responses[status] = success
	}
}

func onlyJSON(content any) map[string]any {
	all, _ := content.(map[string]any)
	if all["application/json"] == nil {
		return nil
	}
	return map[string]any{"application/json": all["application/json"]}
}

func trimWebhook(post map[string]any) map[string]any {
	return map[string]any{"post": map[string]any{"operationId": post["operationId"], "summary": post["summary"],
		"description": post["description"], "requestBody": plain(post["requestBody"], false),
		"responses": map[string]any{"204": map[string]any{"description": "Delivered"}}}}
}

// nameInline names the response schemas that are inline after their operations, such as ListEvents, so that clients have types for
// them.
func nameInline(paths, all map[string]any) {
	for id, media := range inlineBodies(paths) {
		name := strings.ToUpper(id[:1]) + id[1:]
		all[name], media["schema"] = media["schema"], map[string]any{"$ref": schemas + name}
	}
}

// flat returns a composed schema as a single object.
func flat(name string, all map[string]any) map[string]any {
	schema := all[name].(map[string]any)
	whole := expand(schema, all)
	if strings.HasSuffix(name, "Event") && schema["allOf"] != nil {
		data := maps.Clone(whole["properties"].(map[string]any)["data"].(map[string]any))
		data["required"] = []any{"object", "previous"}
		whole["properties"].(map[string]any)["data"] = data
	}
	return whole
}

// shape lists the keywords of a schema that determine a type in the client, or document it.
var shape = map[string]bool{
	"$ref": true, "type": true, "properties": true, "required": true, "items": true, "enum": true, "anyOf": true, "format": true,
	"additionalProperties": true, "description": true, "writeOnly": true,
}

// plain removes limits, examples and defaults from node if that is a schema, and otherwise from the schemas in it.
func plain(node any, isSchema bool) any {
	switch node := node.(type) {
	case []any:
		for i := range node {
			node[i] = plain(node[i], isSchema)
		}
	case map[string]any:
		for key, v := range node {
			switch {
			case isSchema && !shape[key], key == "example", key == "examples":
				delete(node, key)
			case isSchema && key == "properties":
				for name, of := range v.(map[string]any) {
					v.(map[string]any)[name] = plain(of, true)
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
