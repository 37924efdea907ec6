package openapi

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Event is a type of events for the document.
type Event struct {
	Name, Description string
	Object            reflect.Type // nil: not known
}

// Webhooks describes what is posted to webhooks: for every type of events the envelope, with the record that is in it.
func Webhooks(doc *huma.OpenAPI, envelope reflect.Type, events []Event) {
	schemas := doc.Components.Schemas
	base := schemas.Schema(envelope, true, "")
	doc.Webhooks = map[string]*huma.PathItem{}
	for _, e := range events {
		body := base
		if e.Object != nil {
			body = typed(schemas, base, e.Object)
		}
		doc.Webhooks[e.Name] = &huma.PathItem{Post: &huma.Operation{
			OperationID: "on" + camel(e.Name), Summary: e.Name, Description: e.Description, Tags: []string{"Webhooks"}, Security: []map[string][]string{{}},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: body}}},
			Responses:   map[string]*huma.Response{"2XX": {Description: "Delivered; any other answer is a failure"}},
		}}
	}
}

// typed is the envelope of events about records of one type.
func typed(schemas huma.Registry, base *huma.Schema, object reflect.Type) *huma.Schema {
	record := schemas.Schema(object, true, "")
	name := record.Ref[strings.LastIndex(record.Ref, "/")+1:]
	all := schemas.Map()
	if all[name+"Event"] == nil {
		all[name+"Previous"] = changed(all[name])
		all[name+"Event"] = &huma.Schema{AllOf: []*huma.Schema{base, {Type: huma.TypeObject, Properties: map[string]*huma.Schema{
			"data": {Type: huma.TypeObject, Properties: map[string]*huma.Schema{
				"object":   record,
				"previous": {AnyOf: []*huma.Schema{{Ref: ref(name + "Previous")}, {Type: "null"}}},
			}},
		}}}}
	}
	return &huma.Schema{Ref: ref(name + "Event")}
}

// changed has the keys of a record, none of them required.
func changed(record *huma.Schema) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Description: "The keys that changed, with their old values", Properties: map[string]*huma.Schema{}}
	for key, of := range record.Properties {
		if of.Ref != "" {
			s.Properties[key] = &huma.Schema{Ref: of.Ref}
			continue
		}
		s.Properties[key] = &huma.Schema{Type: of.Type, Nullable: of.Nullable, Format: of.Format, Items: of.Items, Properties: of.Properties,
			AdditionalProperties: of.AdditionalProperties}
	}
	return s
}

func ref(name string) string { return "#/components/schemas/" + name }

// camel turns pet_field.created into PetFieldCreated.
func camel(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
