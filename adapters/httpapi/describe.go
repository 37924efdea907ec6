package httpapi

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

func security(a Access) []map[string][]string {
	list := []map[string][]string{}
	if a.Public {
		return append(list, map[string][]string{}) // an empty requirement means that no credential is required
	}
	if a.Keys {
		list = append(list, map[string][]string{"ApiKeyAuth": {}}, map[string][]string{"ApiKeyAuthAlt": {}})
	}
	if a.Customers != "" {
		list = append(list, map[string][]string{"BearerAuth": {}})
	}
	return list
}

// describe appends who may use an operation to its description.
func describe(op Operation) string {
	var b strings.Builder
	if op.Description != "" {
		b.WriteString(op.Description + "\n\n")
	}
	switch {
	case op.Access.Public:
		b.WriteString("**Access:** everybody. A credential is ignored, and so are `X-Staff-Id` and `X-Staff-Name`.")
	case op.Access.Keys:
		var needed []string
		if len(op.Access.Abilities) > 0 {
			needed = append(needed, "`"+strings.Join(op.Access.Abilities, "` or `")+"`")
		}
		for _, ability := range op.Access.Also {
			needed = append(needed, "`"+ability+"`")
		}
		b.WriteString("**Keys:** " + cmp.Or(strings.Join(needed, " and "), "every one") + ".")
	default:
		b.WriteString("**Access:** customers only.")
	}
	if op.Access.Customers != "" {
		b.WriteString(" **Customers:** " + op.Access.Customers + ".")
	}
	return b.String()
}

// describedBy returns the operation in the document.
func describedBy(doc *huma.OpenAPI, op Operation) *huma.Operation {
	at := doc.Paths[op.Path]
	return map[string]*huma.Operation{http.MethodGet: at.Get, http.MethodPost: at.Post, http.MethodPut: at.Put, http.MethodPatch: at.Patch,
		http.MethodDelete: at.Delete}[op.Method]
}
