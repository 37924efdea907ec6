package schema

import (
	"maps"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// named are text schemas that many structs use. A tag refers to one as its format, such as format:"species", and the document
// contains the schema.
var named = map[string]huma.Schema{
	"species": {Enum: []any{"dog", "cat", "rabbit", "bird", "guinea_pig", "hamster", "rat", "mouse", "chinchilla", "ferret", "horse",
		"reptile", "fish", "other"}},
	"service":    {Enum: []any{"boarding", "daycare", "grooming", "training", "classes", "retail"}},
	"colour":     {Pattern: `^#[0-9A-Fa-f]{6}$`, PatternDescription: "a colour such as #1A2B3C"},
	"key":        {Pattern: `^[a-z][a-z0-9_]{0,59}$`, PatternDescription: "a key of lower-case letters, digits and _ such as diet_notes"},
	"percentage": {Pattern: `^(100([.]0{1,4})?|[0-9]{1,2}([.][0-9]{1,4})?)$`, PatternDescription: "a percentage from 0 to 100 such as 8.25"},
	"percent":    {Pattern: `^[0-9]{1,4}([.][0-9]{1,4})?$`, PatternDescription: "a percentage such as 12.5"},
	"weight": {Pattern: `^[0-9]{1,5}(\.[0-9]{1,3})?$`,
		PatternDescription: "a decimal number such as 12.5, of up to 5 digits and 3 decimals"},
	"weight-limit": {Pattern: `^[0-9]{1,6}([.][0-9]{1,4})?$`, PatternDescription: "a decimal number such as 12.5"},
}

// Spell replaces a named format of a text, or of the texts of a list, with its schema.
func Spell(s *huma.Schema) {
	if s.Items != nil {
		s = s.Items
	}
	if full, ok := named[s.Format]; ok {
		s.Format, s.Enum, s.Pattern, s.PatternDescription = "", full.Enum, full.Pattern, full.PatternDescription
	}
}

// documented is a struct with descriptions that are too long for a tag.
type documented interface{ Docs() map[string]string }

// Docs returns the descriptions of a struct's keys, including embedded structs.
func Docs(t reflect.Type) map[string]string {
	all := map[string]string{}
	for f := range t.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			maps.Copy(all, Docs(f.Type))
		}
	}
	if of, ok := reflect.Zero(t).Interface().(documented); ok {
		maps.Copy(all, of.Docs())
	}
	return all
}

// closed is a type that lists its constants, for sets that are too long for a tag.
type closed interface{ Choices() []string }

// choose sets the constants of a field's type in its schema.
func choose(s *huma.Schema, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if field, ok := reflect.Zero(t).Interface().(shaped); ok {
		t = field.JSONType()
	}
	if set, ok := reflect.Zero(t).Interface().(closed); ok && len(s.Enum) == 0 {
		for _, value := range set.Choices() {
			s.Enum = append(s.Enum, value)
		}
	}
}
