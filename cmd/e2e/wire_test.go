package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// Responses of every status, layer and path have the headers that protect against misuse by browsers and caches.
func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	p := newTenant(t)
	customers := p.Base + "/customers"
	made := p.Do("POST", customers, `{"first_name":"Ann","external_id":"X"}`)
	one := customers + "/" + made.Object(201)["id"].(string)
	note := one + "/notes/" + p.Do("POST", one+"/notes", `{"body":"x"}`).Object(201)["id"].(string)
	hook := "/v1/webhooks/" + p.Do("POST", "/v1/webhooks", `{"url":"https://example.com","event_types":["*"],"active":false}`).Object(201)["id"].(string)
	answers := map[string]kit.Response{
		"201": made, "200": p.Do("GET", one, nil), "204": p.Do("DELETE", note, nil), "202": p.Do("POST", hook+"/test", nil),
		"304": p.Do("GET", one, nil, "If-None-Match", `"1"`), "400": p.Do("POST", customers, `{`), "401": p.Send("", "GET", customers, nil),
		"403": p.Do("GET", "/v1/auth/me", nil), "404": p.Do("GET", "/v1/nothing", nil), "405": p.Do("PUT", one, `{}`),
		"406": p.Do("GET", one, nil, "Accept", "text/html"), "409": p.Do("POST", customers, `{"first_name":"Bo","external_id":"X"}`),
		"412": p.Do("PATCH", one, `{"alert":"x"}`, "If-Match", `"9"`), "413": p.Do("POST", customers, strings.Repeat("x", 2<<20)),
		"415": p.Do("POST", customers, `{}`, "Content-Type", "text/plain"), "422": p.Do("POST", customers, `{}`),
		"health": p.Do("GET", "/healthz", nil), "ready": p.Do("GET", "/readyz", nil), "document": p.Do("GET", "/v1/openapi.json", nil),
		"document in YAML": p.Do("GET", "/v1/openapi.yaml", nil), "page": p.Do("GET", "/docs", nil), "options": p.Send("", "OPTIONS", customers, nil),
		"of another origin": p.Do("GET", customers, nil, "Origin", "https://evil.example"),
		"of no origin":      p.Do("GET", customers, nil, "Origin", "null"),
		"preflight":         p.Send("", "OPTIONS", customers, nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST"),
		"head":              p.Do("HEAD", one, nil), "outside": p.Send("", "GET", "/nowhere", nil), "dots": p.Send("", "GET", "/docs/../../etc/passwd", nil),
	}
	for status, r := range answers {
		if status < "a" && fmt.Sprint(r.Status) != status {
			t.Errorf("%s: got %d %s", status, r.Status, r.Text)
		}
		want := map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
		if status != "page" {
			want["Cache-Control"], want["X-Frame-Options"] = "no-store", "DENY"
		}
		if status == "document" || status == "document in YAML" {
			delete(want, "Cache-Control") // the same for everybody
		}
		for name, value := range want {
			if r.Header.Get(name) != value {
				t.Errorf("%s: %s is %q", status, name, r.Header.Get(name))
			}
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", status, policy)
		}
		for name := range r.Header { // unless origins are configured
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s is %q", status, name, r.Header.Get(name))
			}
		}
		if r.Header.Get("X-Request-Id") == "" || r.Header.Get("Server") != "" || r.Header.Get("X-Powered-By") != "" {
			t.Errorf("%s: %v", status, r.Header)
		}
		if challenges := r.Header.Values("WWW-Authenticate"); (r.Status == 401) != slices.Equal(challenges, []string{`ApiKey realm="petcare"`, `Bearer realm="petcare"`}) {
			t.Errorf("%s: challenges %q", status, challenges)
		}
		if r.Status >= 400 && r.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: the type is %s", status, r.Header.Get("Content-Type"))
		}
	}
	for what, headers := range map[string][]string{
		"a wrong key": {"X-API-Key", strings.ToUpper(p.Key)}, "an unknown scheme": {"Authorization", "Basic dTpw"}, "an empty token": {"Authorization", "Bearer "},
		"an empty key": {"X-API-Key", ""}, "a login": nil,
	} {
		method, path, body, code := "GET", customers, any(nil), "unauthenticated"
		if headers == nil {
			code = "login_failed"
			method, path, body = "POST", "/v1/auth/login", `{"account_id":"`+p.Account.ID.String()+`","email":"a@example.com","password":"nonsense"}`
		}
		r := p.Send("", method, path, body, append(headers, "X-Forwarded-For", kit.AnyAddress())...)
		if r.Problem(401, code); len(r.Header.Values("WWW-Authenticate")) != 2 {
			t.Errorf("%s: %v", what, r.Header)
		}
	}
}
