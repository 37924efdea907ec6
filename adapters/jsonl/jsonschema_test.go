package jsonl_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/testkit"
)

func TestTheSchemaDescribesTheLinesOfEveryType(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	text := testkit.Must[[]byte](t)(jsonl.Schema(w.types))
	var doc struct {
		Dialect string           `json:"$schema"`
		OneOf   []map[string]any `json:"oneOf"`
		Defs    map[string]struct {
			Properties           map[string]map[string]any `json:"properties"`
			Required             []string                  `json:"required"`
			AdditionalProperties *bool                     `json:"additionalProperties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Dialect != "https://json-schema.org/draft/2020-12/schema" || len(doc.OneOf) != 3 {
		t.Errorf("%s, %v", doc.Dialect, doc.OneOf)
	}
	for _, ref := range doc.OneOf {
		name := ref["$ref"].(string)[len("#/$defs/"):]
		line, ok := doc.Defs[name]
		if !ok || line.AdditionalProperties == nil || *line.AdditionalProperties {
			t.Errorf("%s: %+v", name, line)
		}
		if "line."+fmt.Sprint(line.Properties["type"]["const"]) != name || !slices.Contains(line.Required, "type") || !slices.Contains(line.Required, "external_id") {
			t.Errorf("%s does not have the keys of every line", name)
		}
	}
	leaf := doc.Defs["line.leaf"]
	for key, want := range map[string]string{
		"name":   "map[description:Name maxLength:20 minLength:1 type:string]",
		"mood":   "map[description:How it is enum:[glad sad <nil>] type:[string null]]",
		"parent": "map[description:The leaf above maxLength:100 type:[string null]]",
		"homes":  "map[description:Where items:map[$ref:#/$defs/jsonl_test.LeafHome] maxItems:2 type:[array null]]",
	} {
		if got := fmt.Sprint(leaf.Properties[key]); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	if _, ok := doc.Defs["jsonl_test.LeafHome"]; !ok || len(doc.Defs) != 4 {
		t.Errorf("the definitions are not the three lines and what a leaf holds: %d", len(doc.Defs))
	}
}
