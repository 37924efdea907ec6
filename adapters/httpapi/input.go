package httpapi

import (
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/schema"
)

// input is what an operation takes: its parameters and its body. Huma describes it and fills it in; the checking is done
// here, once, before anything else happens.
type input struct {
	parameters []parameter
	bodyType   reflect.Type // nil: the operation takes no body
	bodyIndex  []int        // of the field
	body       *schema.Shape
	docs       map[string]string // of the parameters whose texts are too long for a tag
	keeping    *keeping          // nil: every key of the body is one that the operation changes
}

// parameter is a query or header parameter.
type parameter struct {
	name, in string
	required bool
	commas   bool // an array whose items are in one value
	shape    *schema.Shape
}

func inputOf(t reflect.Type) *input {
	in := &input{docs: schema.Docs(t)}
	if body, ok := t.FieldByName("Body"); ok {
		in.bodyType, in.bodyIndex = body.Type, body.Index
	}
	return in
}

// prepare makes the shapes when all schemas are there.
func (in *input) prepare(registry huma.Registry, described *huma.Operation) {
	for _, p := range described.Parameters {
		schema.Spell(p.Schema)
		if text, ok := in.docs[p.Name]; ok {
			p.Description = text
		}
		if p.In != "path" { // ids, which admit has read
			commas := p.Schema.Type == huma.TypeArray && p.Explode != nil && !*p.Explode
			in.parameters = append(in.parameters, parameter{p.Name, p.In, p.Required, commas, schema.ShapeOf(registry, p.Schema)})
		}
	}
	if in.bodyType != nil {
		in.body = schema.ShapeOf(registry, registry.Schema(in.bodyType, true, ""))
		in.keeping.prepare(registry, in.body)
	}
}

// check names every fault of the parameters and the body in one problem, and keeps the body for fill.
func (in *input) check(r *http.Request, to *request, body []byte) error {
	var faults schema.Faults
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
	to.kept = in.keeping.take(tree, to.caller, &found)
	found.Join(in.body.Check("body", tree))
	if !found.Any() {
		to.raw, to.body = body, reflect.New(in.bodyType)
		if err := schema.Decode(body, to.body.Interface()); err != nil {
			f := schema.DecodeFault(err)
			found.Add(strings.TrimSuffix("body."+f.Field, "."), f.Code, f.Message)
		}
	}
	faults.Join(found)
	return nil
}

// needless names the keys of a body that the operation does not take; an empty object is none.
func needless(tree any, faults *schema.Faults) {
	object, ok := tree.(map[string]any)
	if !ok {
		faults.Add("body", "unknown", "this operation takes no body")
	}
	for key := range object {
		faults.Add("body."+key, "unknown", "this operation takes no body")
	}
}

// fill puts the body into an input of the operation. A transaction that runs again gets a body of its own.
func (in *input) fill(to reflect.Value, r *request) {
	if in.bodyType == nil {
		return
	}
	if len(r.kept) == 1 && in.keeping.In == "" {
		to.FieldByName("IfMatch").Addr().Interface().(*IfMatch).kept = r.kept[0]
	}
	if !r.body.IsValid() {
		r.body = reflect.New(in.bodyType)
		if err := schema.Decode(r.raw, r.body.Interface()); err != nil {
			panic(err) // it was read before
		}
	}
	to.FieldByIndex(in.bodyIndex).Set(r.body.Elem())
	r.body = reflect.Value{}
}
