package schema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Shape is a schema prepared for validation. It is safe for concurrent use.
type Shape struct {
	to         *Shape // the shape to which this one refers
	kind       string // "" accepts anything
	nullable   bool
	properties map[string]*Shape
	names      []string // of the properties, sorted
	suggested  []string // for unknown keys: names, and those of Suggest
	required   []string
	rest       *Shape // of other keys than the properties; nil rejects them
	items      *Shape
	choices    []string // in the order of the schema
	format     format
	pattern    *regexp.Regexp
	patternSay string
	example    string
	schema     *huma.Schema // has the limits
}

// ShapeOf prepares a schema. It panics if the schema has a keyword that is not supported here, so that no documented limit is
// ignored.
func ShapeOf(registry huma.Registry, of *huma.Schema) *Shape {
	return shapes{registry, map[string]*Shape{}}.of(of)
}

type shapes struct {
	registry huma.Registry
	named    map[string]*Shape
}

func (m shapes) of(s *huma.Schema) *Shape {
	switch {
	case s.Ref != "":
		if m.named[s.Ref] == nil {
			m.named[s.Ref] = &Shape{}
			*m.named[s.Ref] = *m.of(m.registry.SchemaFromRef(s.Ref))
		}
		return &Shape{to: m.named[s.Ref]}
	case len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null":
		return &Shape{to: m.of(s.AnyOf[0]), nullable: true}
	case s.OneOf != nil || s.AllOf != nil || s.AnyOf != nil || s.Not != nil || s.MultipleOf != nil || len(s.DependentRequired) > 0 ||
		s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.ContentEncoding != "":
		panic(fmt.Sprintf("a schema asks for something that is not checked: %+v", s))
	}
	f, known := formats[s.Format]
	if !known {
		panic("a schema names the unknown format " + s.Format)
	}
	made := &Shape{kind: s.Type, nullable: s.Nullable, format: f, schema: s, required: s.Required}
	for _, value := range s.Enum {
		if value != nil {
			made.choices = append(made.choices, fmt.Sprint(value))
		}
	}
	if s.Pattern != "" {
		made.pattern = regexp.MustCompile(s.Pattern)
		made.patternSay = "is not " + s.PatternDescription
		if s.PatternDescription == "" {
			made.patternSay = "does not match " + s.Pattern
		}
	}
	if len(s.Examples) > 0 {
		made.example, _ = s.Examples[0].(string)
	}
	if s.Items != nil {
		made.items = m.of(s.Items)
	}
	made.properties = make(map[string]*Shape, len(s.Properties))
	for key, property := range s.Properties {
		made.properties[key] = m.of(property)
		made.names = append(made.names, key)
	}
	slices.Sort(made.names)
	made.suggested = made.names
	if rest, ok := s.AdditionalProperties.(*huma.Schema); ok {
		made.rest = m.of(rest)
	}
	return made
}

// resolved follows references.
func (s *Shape) resolved() *Shape {
	for s.to != nil {
		s = s.to
	}
	return s
}

// TakesNull reports whether null is allowed.
func (s *Shape) TakesNull() bool {
	for ; s.to != nil; s = s.to {
		if s.nullable {
			return true
		}
	}
	return s.nullable || s.kind == ""
}

// Properties returns the keys of an object.
func (s *Shape) Properties() map[string]*Shape { return s.resolved().properties }

// Suggest adds keys that faults of unknown keys may suggest, although they are not among the properties. Call it before any validation.
func (s *Shape) Suggest(keys ...string) {
	s = s.resolved()
	s.suggested = append(slices.Clip(s.suggested), keys...)
}

// Kind returns the JSON type, or "" for any.
func (s *Shape) Kind() string { return s.resolved().kind }

// Items returns the shape of a list's items.
func (s *Shape) Items() *Shape { return s.resolved().items }

func (s *Shape) listed() string { return strings.Join(s.choices, ", ") }

// Format returns the format of a text, or "" for any.
func (s *Shape) Format() string { return s.resolved().schema.Format }
