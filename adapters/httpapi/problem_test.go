package httpapi

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDocumentNamesEveryCode(t *testing.T) {
	t.Parallel()
	text := serve(t, nil).do("GET", Base+"/openapi.yaml", "").body
	for _, code := range []string{
		"malformed_json", "ambiguous_credentials", "unauthenticated", "ability_missing", "forbidden", "not_found",
		"method_not_allowed", "not_acceptable", "conflict", "duplicate", "in_use", "built_in", "version_mismatch", "payload_too_large",
		"unsupported_media_type", "validation_failed", "idempotency_key_reused", "idempotency_in_progress",
		"idempotency_replay_too_large", "rate_limited", "unavailable", "internal", "account_inactive", "login_failed", "too_large",
		"cursor_expired",
	} {
		if !strings.Contains(string(text), code) {
			t.Errorf("%s is not in the document", code)
		}
	}
}

func TestEveryProblemHasATitle(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for name, want := range map[string]string{"no key": "Unauthenticated", "too many": "Rate limited", "own code": "Shop is closed"} {
		var p Problem
		if err := json.Unmarshal([]byte(s.do("POST", s.path(""), `{"name":"`+name+`"}`).body), &p); err != nil || p.Title != want {
			t.Errorf("%s: %q, %v", name, p.Title, err)
		}
	}
	if got := internalProblem().Title; got != "Internal error" {
		t.Errorf("internal: %q", got)
	}
}
