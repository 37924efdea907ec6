package modulekit

import (
	"maps"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/httpapi"
)

// operation is an operation of the OpenAPI document.
type operation struct {
	httpapi.Operation
	parameters []parameter
	body       map[string]any // schema of the body, or nil
	answer     map[string]any // schema of the successful response, or nil without a body
}

// parameter is a query parameter.
type parameter struct {
	name   string
	schema map[string]any
}

// describe reads the operations of all modules.
func (p *program) describe() {
	byID := map[string]httpapi.Operation{}
	for _, op := range p.service.API.Operations() {
		byID[op.ID] = op
	}
	for _, item := range object(p.document["paths"]) {
		p.forgetReadOnly(object(item)["patch"])
		p.forgetReadOnly(object(item)["put"])
		for _, described := range object(item) {
			d := object(described)
			id, _ := d["operationId"].(string)
			known, ok := byID[id]
			if !ok {
				continue
			}
			p.operations = append(p.operations, p.operationOf(known, d))
		}
	}
	slices.SortFunc(p.operations, func(x, y *operation) int { return strings.Compare(x.ID, y.ID) })
}

func (p *program) operationOf(known httpapi.Operation, d map[string]any) *operation {
	op := &operation{Operation: known}
	for _, one := range list(d["parameters"]) {
		if q := p.resolve(one); q["in"] == "query" {
			op.parameters = append(op.parameters, parameter{q["name"].(string), p.resolve(q["schema"])})
		}
	}
	for media, content := range object(p.resolve(d["requestBody"])["content"]) {
		if strings.Contains(media, "json") {
			op.body = p.resolve(object(content)["schema"])
		}
	}
	for status, response := range object(d["responses"]) {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		if content := object(object(p.resolve(response)["content"])["application/json"]); content["schema"] != nil {
			op.answer = p.resolve(content["schema"])
		}
	}
	return op
}

// forgetReadOnly drops the keys that the body of a PATCH or PUT, or the records of a list in it, may only hold as they were read.
func (p *program) forgetReadOnly(change any) {
	content := object(object(p.resolve(object(change)["requestBody"])["content"])["application/json"])
	body := object(p.resolve(content["schema"])["properties"])
	isReadOnly := func(_ string, key any) bool { return object(key)["readOnly"] == true }
	maps.DeleteFunc(body, isReadOnly)
	for _, key := range body {
		maps.DeleteFunc(object(p.resolve(object(key)["items"])["properties"]), isReadOnly)
	}
}

// resolve follows references.
func (p *program) resolve(node any) map[string]any {
	o := object(node)
	for {
		ref, ok := o["$ref"].(string)
		if !ok {
			return o
		}
		at := p.document
		for part := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			at = object(at[part])
		}
		o = at
	}
}

// plain returns a schema without null, and whether it allowed null to staff.
func (p *program) plain(node any) (schema map[string]any, nullable bool) {
	o := p.resolve(node)
	if options := list(o["anyOf"]); len(options) == 2 && object(options[1])["type"] == "null" {
		return p.resolve(options[0]), true
	}
	if kinds := list(o["type"]); len(kinds) == 2 {
		copied := maps.Clone(o)
		copied["type"] = kinds[0]
		if kinds[0] == "null" {
			copied["type"] = kinds[1]
		}
		return copied, o["x-null-as-read"] != true // which staff never read
	}
	return o, false
}

// isList reports whether the operation returns a page of records, or should.
func (op *operation) isList() bool {
	if op.Method != "GET" || op.answer == nil {
		return false
	}
	if op.answer["type"] == "array" {
		return true
	}
	_, data := object(op.answer["properties"])["data"]
	return data
}

func (op *operation) takes(name string) (parameter, bool) {
	i := slices.IndexFunc(op.parameters, func(p parameter) bool { return p.name == name })
	if i < 0 {
		return parameter{}, false
	}
	return op.parameters[i], true
}

// inAccount reports whether the operation is below an account.
func (op *operation) inAccount() bool { return strings.Contains(op.Path, "{accountId}") }

func object(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
