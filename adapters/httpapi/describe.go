package httpapi

import (
	"cmp"
	"net/http"
	"slices"
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
	if a.Staff || a.Keys && !a.KeysOnly {
		list = append(list, map[string][]string{"StaffAuth": {}})
	}
	if a.Customers != "" {
		list = append(list, map[string][]string{"BearerAuth": {}})
	}
	return list
}

// describe appends to the description of an operation who may use it, and what problems it can answer.
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
		if op.Access.KeysOnly {
			b.WriteString(" Not for staff.")
		}
	case op.Access.Staff:
		b.WriteString("**Access:** members of staff only.")
	default:
		b.WriteString("**Access:** customers only.")
	}
	if op.Access.Customers != "" {
		b.WriteString(" **Customers:** " + op.Access.Customers + ".")
	}
	if codes := op.codes(); len(codes) > 0 {
		b.WriteString(" **Problems:** `" + strings.Join(codes, "`, `") + "`.")
	}
	return b.String()
}

// common are the codes of problems that every operation can answer, those of credentials unless it is public. The document names them once.
var common = []string{"validation_failed", "method_not_allowed", "not_acceptable", "payload_too_large", "rate_limited", "internal",
	"unavailable", "ambiguous_credentials", "unauthenticated", "ability_missing", "forbidden"}

// Codes returns the codes of all problems that the operation can answer.
func (op Operation) Codes() []string { return slices.Concat(common, op.codes()) }

// codes returns those that not every operation can answer, sorted: what its method, its path and its body imply, and its own.
func (op Operation) codes() []string {
	codes := slices.Clone(op.Problems)
	may := func(is bool, more ...string) {
		if is {
			codes = append(codes, more...)
		}
	}
	writes := op.Method != http.MethodGet && !op.ReadOnly
	inAccount := strings.Contains(op.Path, "{accountId}")
	may(op.hasBody, "malformed_json", "unsupported_media_type")
	may(op.Uploads != nil, "malformed_upload", "unsupported_media_type")
	may(strings.Contains(op.Path, "{"), "not_found")
	may(strings.Contains(op.Path, "{customerId}") || strings.Contains(op.Path, "{petId}"), "merged")
	may(writes && inAccount, "account_inactive")
	may(writes && inAccount && op.hasBody, "too_large")
	may(op.versioned || op.Method == http.MethodPatch || op.Method == http.MethodDelete, "version_mismatch")
	may(op.Method == http.MethodPost && !strings.HasPrefix(op.Path, "/auth/"),
		"idempotency_in_progress", "idempotency_key_reused", "idempotency_replay_too_large")
	slices.Sort(codes)
	return slices.Compact(codes)
}

// describedBy returns the operation in the document.
func describedBy(doc *huma.OpenAPI, op Operation) *huma.Operation {
	at := doc.Paths[op.Path]
	return map[string]*huma.Operation{http.MethodGet: at.Get, http.MethodPost: at.Post, http.MethodPut: at.Put, http.MethodPatch: at.Patch,
		http.MethodDelete: at.Delete}[op.Method]
}
