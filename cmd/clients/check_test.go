package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"
)

// What the generators do not know must not be missing in the clients without anybody noticing.
func TestWhatTheClientsCannotExpressIsAnError(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	at := func(doc object, keys ...string) object {
		for _, key := range keys {
			doc = doc[key].(object)
		}
		return doc
	}
	breed := func(doc object) object { return at(doc, "components", "schemas", "Breed", "properties", "name") }
	list := func(doc object) object { return at(doc, "paths", "/accounts/{accountId}/breeds", "get") }
	create := func(doc object) object { return at(doc, "paths", "/accounts/{accountId}/breeds", "post") }
	parameter := func(in, name string, schema, more object) func(doc object) {
		p := object{"in": in, "name": name, "schema": schema}
		maps.Copy(p, more)
		return func(doc object) { list(doc)["parameters"] = append(list(doc)["parameters"].([]any), p) }
	}
	text := object{"type": "string"}
	for name, c := range map[string]struct {
		change func(doc object)
		tells  string
	}{
		"a keyword":          {func(doc object) { breed(doc)["oneOf"] = []any{} }, "Breed.name: the clients cannot express oneOf"},
		"several types":      {func(doc object) { breed(doc)["type"] = []any{"string", "integer", "null"} }, "Breed.name"},
		"null first":         {func(doc object) { breed(doc)["type"] = []any{"null", "string"} }, "Breed.name"},
		"values of numbers":  {func(doc object) { breed(doc)["enum"] = []any{1, 2} }, "Breed.name"},
		"either of two":      {func(doc object) { breed(doc)["anyOf"] = []any{text, object{"type": "integer"}} }, "Breed.name"},
		"a keyword of items": {func(doc object) { breed(doc)["items"] = object{"const": "a"} }, "Breed.name.items"},
		"a keyword in anyOf": {func(doc object) { breed(doc)["anyOf"] = []any{object{"not": text}, object{"type": "null"}} }, "Breed.name.anyOf"},
		"a deprecation":      {func(doc object) { list(doc)["deprecated"] = true }, "deprecated"},
		"an inline body": {func(doc object) {
			at(create(doc), "requestBody", "content", "application/json")["schema"] = object{"type": "object"}
		}, "type"},
		"a body that is no JSON": {func(doc object) {
			at(create(doc), "requestBody")["content"] = object{"text/csv": object{"schema": object{}}}
		}, "post /accounts/{accountId}/breeds"},
		"an answer that is no JSON": {func(doc object) {
			at(list(doc), "responses", "200")["content"] = object{"text/csv": object{"schema": object{}}}
		}, "get /accounts/{accountId}/breeds"},
		"different answers":    {func(doc object) { at(create(doc), "responses")["204"] = object{} }, "post /accounts/{accountId}/breeds"},
		"no key":               {func(doc object) { create(doc)["parameters"] = create(doc)["parameters"].([]any)[:1] }, "Idempotency-Key"},
		"a list with a body":   {func(doc object) { list(doc)["requestBody"] = create(doc)["requestBody"] }, "cursor"},
		"a header":             {parameter("header", "X-Colour", text, nil), "X-Colour"},
		"a cookie":             {parameter("cookie", "colour", text, nil), "colour"},
		"a number":             {parameter("query", "weight", object{"type": "number"}, nil), "weight"},
		"a style":              {parameter("query", "a", text, object{"style": "deepObject"}), "style"},
		"a shared schema":      {parameter("query", "a", object{"$ref": "#/components/schemas/A"}, nil), "$ref"},
		"an array of integers": {parameter("query", "a", object{"type": "array", "items": object{"type": "integer"}}, nil), "parameter a"},
		"a name that is taken": {parameter("query", "ifMatch", text, nil), "ifMatch"},
		"a schema with the name of values": {func(doc object) {
			at(doc, "components", "schemas")["BreedSource"] = object{"type": "object"}
		}, "another BreedSource"},
		"two kinds of values with one name": {func(doc object) {
			sizes := func(value string) object { return object{"size": object{"type": "string", "enum": []any{value}}} }
			at(doc, "components", "schemas", "Breed", "properties")["coat"] = object{"type": "object", "properties": sizes("long")}
			at(doc, "components", "schemas")["BreedCoat"] = object{"type": "object", "properties": sizes("short")}
		}, "another BreedCoatSize"},
		"nothing that is unknown": {func(object) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var doc object
			if err := json.Unmarshal(document(), &doc); err != nil {
				t.Fatal(err)
			}
			c.change(doc)
			changed, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, client := range []string{"typescript/src", "go"} {
				if err := os.MkdirAll(dir+"/"+client, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			err = run(bytes.NewReader(changed), "../../modules/webhooks/webhookverify", dir, t.TempDir())
			if (err == nil) != (c.tells == "") || err != nil && !strings.Contains(err.Error(), c.tells) {
				t.Errorf("%v does not tell %q", err, c.tells)
			}
		})
	}
}
