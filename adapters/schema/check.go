package schema

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Check validates a tree of ReadTree. It reports one fault for each invalid value, sorted by location, which begins with at. It takes
// linear time.
func (s *Shape) Check(at string, tree any) Faults { return s.check(at, tree, false) }

// CheckLoosely also accepts null for optional keys, as lines of an import may have.
func (s *Shape) CheckLoosely(tree any) Faults { return s.check("", tree, true) }

func (s *Shape) check(at string, tree any, loose bool) Faults {
	c := check{at: []byte(at), loose: loose}
	c.value(s, tree)
	c.Sort()
	return c.Faults
}

// check is the state of validating a tree.
type check struct {
	Faults
	at    []byte // the current location
	loose bool
}

func (c *check) fault(code, message string) {
	if len(c.List) == MaxFaults {
		c.More++
		return
	}
	c.Add(string(c.at[:min(len(c.at), (MaxLocation+1)*utf8.UTFMax)]), code, message)
}

// in calls visit for a key of an object.
func (c *check) in(key string, visit func()) {
	outside := len(c.at)
	if outside > 0 {
		c.at = append(c.at, '.')
	}
	c.at = append(c.at, key...)
	visit()
	c.at = c.at[:outside]
}

func (c *check) value(s *Shape, v any) {
	if v == nil {
		if !s.TakesNull() {
			c.fault("null", "cannot be null")
		}
		return
	}
	s = s.resolved()
	switch s.kind {
	case "":
		c.anything(v)
	case huma.TypeString:
		c.text(s, v)
	case huma.TypeInteger, huma.TypeNumber:
		c.number(s, v)
	case huma.TypeBoolean:
		if _, ok := v.(bool); !ok {
			c.fault("type", "is not true or false")
		}
	case huma.TypeArray:
		c.list(s, v)
	case huma.TypeObject:
		c.object(s, v)
	}
}

// anything only rejects what cannot be stored.
func (c *check) anything(v any) {
	switch v := v.(type) {
	case notText:
		c.fault("type", "is text that cannot be stored: it holds a NUL")
	case json.Number:
		if f, err := v.Float64(); err != nil || math.IsInf(f, 0) {
			c.fault("type", "is a number that is too large")
		}
	case []any:
		for i := range v {
			c.item(i, func() { c.anything(v[i]) })
		}
	case map[string]any:
		for key := range v {
			c.in(key, func() { c.anything(v[key]) })
		}
	}
}

func (c *check) text(s *Shape, v any) {
	if _, number := v.(json.Number); number && s.format.number {
		return
	}
	t, ok := v.(string)
	if !ok {
		_, number := v.(json.Number)
		_, noText := v.(notText)
		switch {
		case noText:
			c.fault("type", "is text that cannot be stored: it holds a NUL")
		case number && s.example != "":
			c.fault("type", `is not text: put it in quotes, such as "`+s.example+`"`)
		default:
			c.fault("type", "is not text")
		}
		return
	}
	n := utf8.RuneCountInString(t)
	least, most := s.schema.MinLength, s.schema.MaxLength
	tooLong := most != nil && n > *most
	switch {
	case len(s.choices) > 0:
		if !slices.Contains(s.choices, t) {
			c.fault("enum", "is not one of "+s.listed()+text.DidYouMean(t, s.choices))
		}
	case n == 0 && least != nil && *least > 0:
		c.fault("too_short", "is empty")
	case n == 0 && s.format.blank:
	case n == 0 && (s.format.check != nil || s.pattern != nil && !s.pattern.MatchString("")):
		c.fault("format", "is empty")
	case s.format.check != nil && s.format.check(t) != "" && (!tooLong || !s.format.open):
		c.fault("format", s.format.check(t))
	case s.pattern != nil && !s.pattern.MatchString(t) && !tooLong:
		c.fault("format", s.patternSay)
	case least != nil && n < *least:
		c.fault("too_short", "is shorter than "+count(*least, "character"))
	case tooLong:
		c.fault("too_long", "is longer than "+count(*most, "character"))
	}
}

func (c *check) number(s *Shape, v any) {
	digits, ok := v.(json.Number)
	if !ok {
		if s.kind == huma.TypeInteger {
			c.fault("type", "is not a whole number")
		} else {
			c.fault("type", "is not a number")
		}
		return
	}
	n, err := digits.Float64()
	if s.kind == huma.TypeInteger && err == nil {
		if _, err := digits.Int64(); err != nil && math.Abs(n) < math.MaxInt64 {
			c.fault("type", "is not a whole number written as digits")
			return
		}
	}
	switch least, most := s.schema.Minimum, s.schema.Maximum; {
	case least != nil && n < *least:
		c.fault("too_small", "is less than "+strconv.FormatFloat(*least, 'f', -1, 64))
	case most != nil && n > *most:
		c.fault("too_large", "is more than "+strconv.FormatFloat(*most, 'f', -1, 64))
	case err != nil || s.kind == huma.TypeInteger && math.Abs(n) >= math.MaxInt64:
		c.fault("type", "is a number that is too large")
	}
}

func (c *check) item(i int, visit func()) {
	outside := len(c.at)
	c.at = append(strconv.AppendInt(append(c.at, '['), int64(i), 10), ']')
	visit()
	c.at = c.at[:outside]
}

func (c *check) list(s *Shape, v any) {
	list, ok := v.([]any)
	if !ok {
		c.fault("type", "is not a list")
		return
	}
	switch least, most := s.schema.MinItems, s.schema.MaxItems; {
	case least != nil && len(list) < *least:
		c.fault("too_few", "has fewer than "+count(*least, "entry"))
	case most != nil && len(list) > *most:
		c.fault("too_many", "has more than "+count(*most, "entry"))
	case s.schema.UniqueItems && repeats(list, s.items.Format() == "uuid"):
		c.fault("not_unique", "holds a value twice")
	}
	for i := range list {
		c.item(i, func() { c.value(s.items, list[i]) })
	}
}

// repeats reports repeated plain values, ids in any case. Other values are validated by the shape of the items.
func repeats(list []any, ids bool) bool {
	seen := make(map[any]bool, len(list))
	for _, v := range list {
		switch v.(type) {
		case []any, map[string]any:
			continue
		}
		if text, ok := v.(string); ok && ids {
			v = strings.ToLower(text)
		}
		if seen[v] {
			return true
		}
		seen[v] = true
	}
	return false
}

func (c *check) object(s *Shape, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		c.fault("type", "is not an object")
		return
	}
	if most := s.schema.MaxProperties; most != nil && len(object) > *most {
		c.fault("too_many", "has more than "+count(*most, "key"))
	}
	for _, key := range s.names {
		given, there := object[key]
		switch required := slices.Contains(s.required, key); {
		case !there && required:
			c.in(key, func() { c.fault("required", "is required") })
		case !there, given == nil && c.loose && !required:
		default:
			c.in(key, func() { c.value(s.properties[key], given) })
		}
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if s.properties[key] != nil {
			continue
		}
		c.in(key, func() {
			if s.rest != nil {
				c.value(s.rest, object[key])
				return
			}
			if len(c.List) < MaxFaults {
				c.fault("unknown", "is not a key of this resource"+text.DidYouMean(key, s.suggested))
				return
			}
			c.More++
		})
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if what == "entry" {
		return strconv.Itoa(n) + " entries"
	}
	return strconv.Itoa(n) + " " + what + "s"
}
