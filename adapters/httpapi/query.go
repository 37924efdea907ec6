package httpapi

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/text"
)

// checkQuery reports every parameter that is unknown, missing, empty, repeated or invalid. Text is normalised like that of bodies:
// NFC, trimmed. Ids get lower case and instants upper case, so that cursors are of the same list.
func (in *input) checkQuery(r *http.Request, faults *schema.Faults) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		faults.Add("query", "format", "is not a well-formed query string")
		return
	}
	known, clean := []string{}, true
	for _, p := range in.parameters {
		if p.in != "query" {
			continue
		}
		known = append(known, p.name)
		all, given := values[p.name]
		switch {
		case !given && p.required:
			faults.Add("query."+p.name, "required", "is required")
		case given && p.shape.Kind() == huma.TypeArray && !p.commas:
			for i := range all {
				if cleaned := p.item().clean(all[i]); cleaned != all[i] {
					all[i], clean = cleaned, false
				}
				p.item().check(all[i], faults)
			}
		case len(all) > 1:
			faults.Add("query."+p.name, "repeated", "is given more than once")
		case given && p.commas:
			for item := range strings.SplitSeq(all[0], ",") {
				p.item().check(item, faults)
			}
		case given:
			if first := p.clean(all[0]); first != all[0] {
				all[0], clean = first, false
			}
			p.check(all[0], faults)
		}
	}
	for name := range values {
		if slices.Contains(known, name) {
			continue
		}
		message := "is not a parameter of this operation"
		if len(faults.List) < schema.MaxFaults { // a nearest name is costly, and others are only counted
			message += text.DidYouMean(name, known)
		}
		faults.Add("query."+name, "unknown", message)
	}
	if !clean {
		r.URL.RawQuery = values.Encode()
	}
}

func (in *input) checkHeaders(r *http.Request, faults *schema.Faults) {
	for _, p := range in.parameters {
		if value := r.Header.Get(p.name); p.in == "header" && value != "" {
			p.check(value, faults)
		}
	}
}

// item returns the parameter for a single item of an array.
func (p parameter) item() parameter { return parameter{name: p.name, in: p.in, shape: p.shape.Items()} }

func (p parameter) clean(value string) string {
	if !text.Valid(value) { // which check says
		return value
	}
	value = text.Clean(value)
	switch p.shape.Format() {
	case "uuid":
		return lowerIDs(value)
	case "date-time", schema.Moment:
		return strings.ToUpper(value)
	}
	return value
}

// check validates a value of the parameter.
func (p parameter) check(value string, faults *schema.Faults) {
	at := p.in + "." + p.name
	switch {
	case value == "":
		faults.Add(at, "empty", "is empty: leave it out or give it a value")
		return
	case !text.Valid(value):
		faults.Add(at, "format", "is not text")
		return
	}
	found := p.shape.Check(at, typed(p.shape.Kind(), value))
	for _, f := range found.List {
		if f.Code == "type" {
			f.Code = "format" // parameters are always text, so there is no error about the type
		}
		if f.Code == "format" && strings.Contains(value, " ") && (p.shape.Format() == "date-time" || p.shape.Format() == schema.Moment) {
			f.Message += `: write + as %2B`
		}
		faults.Add(f.Field, f.Code, f.Message)
	}
}

// typed converts text to a value of the kind. It returns the text if it cannot.
func typed(kind, value string) any {
	switch {
	case kind == huma.TypeBoolean && (value == "true" || value == "false"): // strconv would also accept 1, T and TRUE
		return value == "true"
	case kind == huma.TypeInteger && numeral.MatchString(value):
		return json.Number(value)
	}
	return value
}

var numeral = regexp.MustCompile(`^-?[0-9]{1,30}$`)

// Optional is a query parameter that may be absent.
type Optional[T any] struct {
	Value T
	Set   bool
}

// Schema, Receiver and OnParamSet are called by Huma.
func (o Optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Receiver returns the field that Huma sets.
func (o *Optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet records whether the parameter was present. Services read the nil id as any id, so it becomes another id that no record has.
func (o *Optional[T]) OnParamSet(set bool, _ any) {
	o.Set = set
	if id, ok := any(&o.Value).(*uuid.UUID); ok && set && *id == uuid.Nil {
		*id = uuid.Max
	}
}

// Ptr returns the value, or nil if the parameter is absent.
func (o Optional[T]) Ptr() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}
