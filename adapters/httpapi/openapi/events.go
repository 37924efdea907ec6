package openapi

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Event is an event type in the document.
type Event struct {
	Name, Description string
	Object            reflect.Type // nil: unknown
}

// Webhooks adds a webhook for each event type, whose body is the envelope with the record of that type.
func Webhooks(doc *huma.OpenAPI, envelope reflect.Type, events []Event) {
	registry := doc.Components.Schemas
	base := registry.Schema(envelope, true, "")
	doc.Webhooks = map[string]*huma.PathItem{}
	for _, e := range events {
		body := base
		if e.Object != nil {
			body = typed(registry, base, e.Object)
		}
		doc.Webhooks[e.Name] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "on" + Camel(e.Name), Summary: e.Name, Description: e.Description, Tags: []string{"Webhooks"},
			Security:    []map[string][]string{{}},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: body}}},
			Responses:   map[string]*huma.Response{"2XX": {Description: "Delivered"}},
		}}
	}
}

// typed returns the schema of the envelope with records of one type.
func typed(registry huma.Registry, base *huma.Schema, object reflect.Type) *huma.Schema {
	record := registry.Schema(object, true, "")
	name := strings.TrimPrefix(record.Ref, schemas)
	registry.Map()[name+"Previous"] = &huma.Schema{Type: huma.TypeObject, Description: "The keys that changed, with their old values",
		Properties: registry.SchemaFromRef(record.Ref).Properties}
	previous := &huma.Schema{AnyOf: []*huma.Schema{{Ref: schemas + name + "Previous"}, {Type: "null"}}}
	registry.Map()[name+"Event"] = &huma.Schema{AllOf: []*huma.Schema{base, {Type: huma.TypeObject, Properties: map[string]*huma.Schema{
		"data": {Type: huma.TypeObject, Properties: map[string]*huma.Schema{"object": record, "previous": previous}},
	}}}}
	return &huma.Schema{Ref: schemas + name + "Event"}
}

// Camel converts pet_field.created, and next_cursor or nextCursor, to PetFieldCreated and NextCursor.
func Camel(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == '_' || r == '-' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
