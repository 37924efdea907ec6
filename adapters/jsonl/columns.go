package jsonl

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// Key is a key of a line that table cells can set, either of the line itself or of objects in it ("address.city").
type Key struct {
	Path string
	// Type is text, decimal (as text), integer, number, boolean, date, instant, list, numbers, phones or values (an object with any keys).
	Type      string
	Required  bool // as are all objects that it is in
	WriteOnly bool // its values are not shown
	// Choices are the words of a closed set, in the key or in the entries of a list; empty if any text is allowed.
	Choices []string
	Format  string // iso-country or iso-currency; "" for all others
}

// maxNested is how deep a cell can be in objects, as value_data.base_price.amount is.
const maxNested = 2

// Keys lists the keys of a type that cells can set, starting with external_id.
func Keys(t importing.Type) []Key {
	k := kindsOf([]importing.Type{t})[0]
	keys := []Key{{Path: externalIDKey, Type: "text", Required: true}}
	return append(keys, k.keysOf("", k.line, true)...)
}

func (k kind) keysOf(prefix string, of *huma.Schema, isRequired bool) (keys []Key) {
	depth := strings.Count(prefix, ".")
	for _, name := range slices.Sorted(maps.Keys(of.Properties)) {
		p := k.resolve(of.Properties[name])
		path := prefix + name
		required := isRequired && slices.Contains(of.Required, name)
		switch {
		case p.Type == huma.TypeObject && len(p.Properties) > 0:
			if depth < maxNested {
				keys = append(keys, k.keysOf(path+".", p, required)...)
			}
		case p.Type == huma.TypeObject && depth > 0: // only the values of the line itself can be set
		case typeOf(k, path, p) != "":
			key := Key{Path: path, Type: typeOf(k, path, p), Required: required, WriteOnly: of.Properties[name].WriteOnly}
			if strings.HasPrefix(p.Format, "iso-") {
				key.Format = p.Format
			}
			words := p
			if p.Items != nil {
				words = k.resolve(p.Items)
			}
			for _, choice := range words.Enum {
				if word, ok := choice.(string); ok {
					key.Choices = append(key.Choices, word)
				}
			}
			keys = append(keys, key)
		}
	}
	return keys
}

func typeOf(k kind, path string, p *huma.Schema) string {
	switch {
	case p.Type == huma.TypeString && p.Format == "date":
		return "date"
	case p.Type == huma.TypeString && p.Format == "date-time":
		return "instant"
	case p.Type == huma.TypeString && p.Pattern != "" && regexp.MustCompile(p.Pattern).MatchString("1.5"): // its form is a decimal number
		return "decimal"
	case p.Type == huma.TypeString:
		return "text"
	case p.Type == huma.TypeInteger, p.Type == huma.TypeNumber, p.Type == huma.TypeBoolean:
		return p.Type
	case p.Type == huma.TypeArray && path == "phones":
		return "phones"
	case p.Type == huma.TypeArray:
		if items := k.resolve(p.Items); items.Type != huma.TypeObject {
			if items.Type == huma.TypeInteger || items.Format == "number-or-id" {
				return "numbers"
			}
			return "list"
		}
	case p.Type == huma.TypeObject:
		return "values"
	}
	return ""
}

func (k kind) resolve(s *huma.Schema) *huma.Schema {
	if len(s.AnyOf) > 0 { // or null
		s = s.AnyOf[0]
	}
	if s.Ref == "" {
		return s
	}
	return k.set.Schemas()[s.Ref[strings.LastIndex(s.Ref, "/")+1:]]
}
