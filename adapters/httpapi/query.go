package httpapi

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/text"
)

// parameters are the query parameters of an operation, and whether they are true or false.
type parameters map[string]bool

// parametersOf are those of an input struct, embedded ones included.
func parametersOf(input reflect.Type) parameters {
	known := parameters{}
	for _, f := range reflect.VisibleFields(input) {
		if name, _, _ := strings.Cut(f.Tag.Get("query"), ","); name != "" {
			known[name] = f.Type.Kind() == reflect.Bool || f.Type == reflect.TypeFor[Optional[bool]]()
		}
	}
	return known
}

// queryFaults names every parameter that is unknown, empty, repeated or not text. Huma would take the first of two
// and overlook an empty one; here nothing is silently ignored. Text is normalised as that of bodies: NFC, trimmed.
func queryFaults(r *http.Request, known parameters) []FieldError {
	if r.URL.RawQuery == "" {
		return nil
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return []FieldError{{Location: "query", Code: "format", Message: "is not a well-formed query string"}}
	}
	var faults []FieldError
	add := func(name, code, message string) {
		faults = append(faults, FieldError{Location: "query." + strings.ToValidUTF8(name, "?"), Code: code, Message: message})
	}
	clean := true
	for name, all := range values {
		if first := text.Clean(all[0]); first != all[0] {
			all[0], clean = first, false
		}
		truth, ok := known[name]
		switch {
		case !ok:
			add(name, "unknown", "is not a parameter of this operation")
		case len(all) > 1:
			add(name, "repeated", "is given more than once")
		case all[0] == "":
			add(name, "empty", "is empty: leave it out or give it a value")
		case !text.Valid(all[0]):
			add(name, "format", "is not text")
		case truth && all[0] != "true" && all[0] != "false":
			add(name, "format", "is true or false") // Go would take 1, T and TRUE too
		}
	}
	if !clean {
		r.URL.RawQuery = values.Encode()
	}
	slices.SortFunc(faults, func(a, b FieldError) int { return strings.Compare(a.Location, b.Location) })
	return faults
}

// Optional is a query parameter that may be absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Schema, Receiver and OnParamSet let Huma see the value inside.
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Receiver is where Huma puts the value.
func (o *Optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet notes that the parameter was there.
func (o *Optional[T]) OnParamSet(set bool, _ any) { o.Set = set }

// Ptr is the value, or nil when the parameter is absent.
func (o Optional[T]) Ptr() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}
