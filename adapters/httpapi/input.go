package httpapi

import (
	"errors"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// input describes and validates the parameters and the body of an operation. Huma only describes them in the document and decodes
// them.
type input struct {
	parameters   []parameter
	bodyType     reflect.Type // nil: there is no body
	bodyIndex    []int        // of the field Body
	body         *schema.Shape
	docs         map[string]string        // of the parameters whose descriptions are too long for a tag
	readOnlyKeys *readOnlyKeys            // nil: all keys of the body can be changed
	made         map[string]*schema.Shape // by key, the record that the operation creates; nil: it creates none
	rules        Rules                    // nil: the schema says everything
}

// parameter is a query or header parameter.
type parameter struct {
	name, in string
	required bool
	commas   bool // an array whose items are separated by commas
	shape    *schema.Shape
}

func inputOf(t reflect.Type) *input {
	in := &input{docs: schema.Docs(t)}
	if body, ok := t.FieldByName("Body"); ok {
		in.bodyType, in.bodyIndex = body.Type, body.Index
	}
	return in
}

// prepare builds the shapes. All schemas must be registered.
func (in *input) prepare(registry huma.Registry, described *huma.Operation) {
	for _, p := range described.Parameters {
		schema.Spell(p.Schema)
		if text, ok := in.docs[p.Name]; ok {
			p.Description = text
		}
		if p.In != "path" { // the ids in the path are parsed by admit
			commas := p.Schema.Type == huma.TypeArray && p.Explode != nil && !*p.Explode
			in.parameters = append(in.parameters, parameter{p.Name, p.In, p.Required, commas, schema.ShapeOf(registry, p.Schema)})
		}
	}
	if in.bodyType != nil {
		in.body = schema.ShapeOf(registry, registry.Schema(in.bodyType, true, ""))
		in.readOnlyKeys.prepare(registry, in.body)
		if created := described.Responses[strconv.Itoa(http.StatusCreated)]; created != nil && created.Content["application/json"] != nil {
			in.made = schema.ShapeOf(registry, created.Content["application/json"].Schema).Properties()
		}
	}
}

// check validates the parameters and the body, reports all faults in one problem with those that were found before, and keeps the body
// for fill.
func (in *input) check(r *http.Request, to *request, body []byte, faults schema.Faults) error {
	in.checkQuery(r, &faults)
	in.checkHeaders(r, &faults)
	if err := in.checkBody(to, body, &faults); err != nil {
		return err
	}
	if !faults.Any() {
		return nil
	}
	faults.Sort()
	return invalid(faults)
}

func (in *input) checkBody(to *request, body []byte, faults *schema.Faults) error {
	if in.bodyType == nil && len(body) == 0 {
		return nil
	}
	tree, err := schema.ReadTree(body)
	switch {
	case errors.Is(err, schema.ErrTooManyValues):
		faults.Add("body", "too_many", err.Error())
		return nil
	case len(body) == 0:
		return problem(http.StatusBadRequest, "malformed_json", "this operation needs a body")
	case err != nil:
		return problem(http.StatusBadRequest, "malformed_json", "the body is not valid JSON: "+err.Error())
	case in.bodyType == nil:
		needless(tree, faults)
		return nil
	}
	var found schema.Faults
	to.kept = in.readOnlyKeys.take(tree, to.caller, &found)
	found.Join(in.body.Check("body", tree))
	for i, f := range found.List {
		if key, ok := strings.CutPrefix(f.Field, "body."); ok && f.Code == "unknown" && in.made[key] != nil {
			found.List[i].Message = "is set by the service: leave it out"
		}
	}
	in.decode(to, body, tree, &found)
	faults.Join(found)
	return nil
}

// decode keeps the decoded body for fill, and adds the faults that the rules find in the keys without a fault.
func (in *input) decode(to *request, body []byte, tree any, found *schema.Faults) {
	var faulty map[string]bool
	if found.Any() {
		var ok bool
		if faulty, ok = faultyKeys(*found); !ok || in.rules == nil {
			return
		}
		if body, ok = without(faulty, tree); !ok {
			return
		}
	}
	to.raw, to.body = body, reflect.New(in.bodyType)
	if err := schema.Decode(body, to.body.Interface()); err != nil {
		f := schema.DecodeFault(err)
		found.Add(strings.TrimSuffix("body."+f.Field, "."), f.Code, f.Message)
		return
	}
	if in.rules == nil {
		return
	}
	for _, f := range in.rules(to.body.Interface()) {
		if !faulty[apperr.TopLevel(f.Field)] && !faulty[f.With] {
			found.Add("body."+f.Field, f.Code, f.Message)
		}
	}
}

// needless reports the keys of a body if the operation takes none. An empty object is allowed.
func needless(tree any, faults *schema.Faults) {
	object, ok := tree.(map[string]any)
	if !ok {
		faults.Add("body", "unknown", "this operation takes no body")
	}
	for key := range object {
		faults.Add("body."+key, "unknown", "this operation takes no body")
	}
}

// fill decodes the body into the input of the operation. A retried transaction gets a new copy.
func (in *input) fill(to reflect.Value, r *request) {
	if in.bodyType == nil {
		return
	}
	if len(r.kept) == 1 && in.readOnlyKeys.In == "" {
		to.FieldByName("IfMatch").Addr().Interface().(*IfMatch).kept = r.kept[0]
	}
	if !r.body.IsValid() {
		r.body = reflect.New(in.bodyType)
		if err := schema.Decode(r.raw, r.body.Interface()); err != nil {
			panic(err) // check has decoded it before
		}
	}
	to.FieldByIndex(in.bodyIndex).Set(r.body.Elem())
	r.body = reflect.Value{}
}
