package httpapi

import (
	"slices"
	"strings"
	"testing"
)

func TestCORSIsOffUnlessConfigured(t *testing.T) {
	t.Parallel()
	off := serve(t, nil)
	if a := off.do("GET", off.path(""), "", "Origin", "https://a.example"); a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("on by default: %v", a.header)
	}
	on := serve(t, func(o *Options) { o.CORSOrigins = []string{"https://a.example"} })
	allowed := on.do("GET", on.path(""), "", "Origin", "https://a.example")
	if allowed.header.Get("Access-Control-Allow-Origin") != "https://a.example" {
		t.Errorf("not allowed: %v", allowed.header)
	}
	listed(t, allowed.header.Get("Access-Control-Expose-Headers"), "ETag", "Link", "Location", "X-Request-Id", "Idempotency-Replayed",
		"Petcare-Possible-Duplicates", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "WWW-Authenticate")
	other := on.do("GET", on.path(""), "", "Origin", "https://b.example")
	if other.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin is allowed: %v", other.header)
	}
	for _, a := range []answer{allowed, other} { // a cache must not give one the answer of the other
		if !slices.Contains(a.header.Values("Vary"), "Origin") {
			t.Errorf("Vary is %q", a.header.Values("Vary"))
		}
	}
	all := serve(t, func(o *Options) { o.CORSOrigins = []string{"*"} })
	if a := all.do("GET", all.path(""), "", "Origin", "https://b.example"); a.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("any origin is not allowed: %v", a.header)
	}
	big := on.do("GET", on.path(""), "", "Origin", "https://a.example", "X-Big", strings.Repeat("x", 40<<10))
	if big.problem(t, 413, "payload_too_large"); big.header.Get("Access-Control-Allow-Origin") != "https://a.example" {
		t.Errorf("a refusal is a failure of the network for browsers: %v", big.header)
	}
	preflight := on.do("OPTIONS", on.path(""), "", "Origin", "https://a.example", "Access-Control-Request-Method", "PUT")
	if preflight.status != 204 {
		t.Errorf("preflight: %d %v", preflight.status, preflight.header)
	}
	listed(t, preflight.header.Get("Access-Control-Allow-Methods"), "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
	listed(t, preflight.header.Get("Access-Control-Allow-Headers"), "Authorization", "X-API-Key", "Content-Type", "If-Match", "If-None-Match",
		"Idempotency-Key", "X-Request-Id", "X-Staff-Id", "X-Staff-Name", "Last-Event-ID")
}

// listed checks that a header is a list with all of these.
func listed(t *testing.T, header string, names ...string) {
	t.Helper()
	list := strings.Split(header, ", ")
	for _, name := range names {
		if !slices.Contains(list, name) {
			t.Errorf("%q lacks %s", header, name)
		}
	}
}
