package openapi

import (
	"encoding/json"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// A generator of clients can only fail on what it does not know if it sees it.
func TestTheViewForClientsKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	text := testkit.Must[[]byte](t)(Document{JSON: []byte(`{"paths": {"/a": {"get": {"operationId": "getA", "responses": {
		"200": {"description": "a", "content": {"text/csv": {"schema": {"type": "string"}}}},
		"202": {"description": "b", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}, "text/csv": {}}}}}}},
		"components": {"schemas": {"A": {"type": "object", "maxProperties": 2, "properties": {
			"b": {"oneOf": [{"type": "string", "maxLength": 3, "examples": ["a"]}]}}}}}}`)}.ForClients())
	var doc object
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	responses := at(doc, "paths", "/a", "get", "responses")
	if csv := at(responses, "200", "content", "text/csv"); csv == nil {
		t.Errorf("a response that is no JSON is omitted: %s", text)
	}
	if content := at(responses, "202", "content"); content["application/json"] == nil || len(content) != 1 {
		t.Errorf("a response that is also JSON has more than that: %s", text)
	}
	a := at(doc, "components", "schemas", "A")
	of, _ := at(a, "properties", "b")["oneOf"].([]any)
	if len(of) != 1 || a["maxProperties"] != nil {
		t.Fatalf("oneOf is omitted, or a limit is not: %s", text)
	}
	if one := of[0].(object); len(one) != 1 || one["type"] != "string" {
		t.Errorf("it is %v, want only its type", one)
	}
}
