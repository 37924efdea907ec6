package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Responses of every status, layer and path have the headers that protect against misuse by browsers and caches.
func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	customers := p.account + "/customers"
	made := p.ask("POST", customers, `{"first_name":"Ann","external_id":"X"}`)
	one := customers + "/" + made.Object(201)["id"].(string)
	note := one + "/notes/" + p.ask("POST", one+"/notes", `{"body":"x"}`).Object(201)["id"].(string)
	hook := "/v1/webhooks/" + p.ask("POST", "/v1/webhooks", `{"url":"https://example.com","event_types":["*"],"active":false}`).Object(201)["id"].(string)
	answers := map[string]kit.Response{
		"201": made, "200": p.ask("GET", one, nil), "204": p.ask("DELETE", note, nil), "202": p.ask("POST", hook+"/test", nil),
		"304": p.ask("GET", one, nil, "If-None-Match", `"1"`), "400": p.ask("POST", customers, `{`), "401": p.Send("", "GET", customers, nil),
		"403": p.ask("GET", "/v1/auth/me", nil), "404": p.ask("GET", "/v1/nothing", nil), "405": p.ask("PUT", one, `{}`),
		"406": p.ask("GET", one, nil, "Accept", "text/html"), "409": p.ask("POST", customers, `{"first_name":"Bo","external_id":"X"}`),
		"412": p.ask("PATCH", one, `{"alert":"x"}`, "If-Match", `"9"`), "413": p.ask("POST", customers, strings.Repeat("x", 2<<20)),
		"415": p.ask("POST", customers, `{}`, "Content-Type", "text/plain"), "422": p.ask("POST", customers, `{}`),
		"health": p.ask("GET", "/healthz", nil), "ready": p.ask("GET", "/readyz", nil), "document": p.ask("GET", "/v1/openapi.json", nil),
		"document in YAML": p.ask("GET", "/v1/openapi.yaml", nil), "page": p.ask("GET", "/docs", nil), "options": p.Send("", "OPTIONS", customers, nil),
		"head": p.ask("HEAD", one, nil), "outside": p.Send("", "GET", "/nowhere", nil), "dots": p.Send("", "GET", "/docs/../../etc/passwd", nil),
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
		"a wrong key": {"X-API-Key", strings.ToUpper(p.key)}, "an unknown scheme": {"Authorization", "Basic dTpw"}, "an empty token": {"Authorization", "Bearer "},
		"an empty key": {"X-API-Key", ""}, "a login": nil,
	} {
		method, path, body, code := "GET", customers, any(nil), "unauthenticated"
		if headers == nil {
			code = "login_failed"
			method, path, body = "POST", "/v1/auth/login", `{"account_id":"`+strings.TrimPrefix(p.account, "/v1/accounts/")+`","email":"a@example.com","password":"nonsense"}`
		}
		r := p.Send("", method, path, body, headers...)
		if r.Problem(401, code); len(r.Header.Values("WWW-Authenticate")) != 2 {
			t.Errorf("%s: %v", what, r.Header)
		}
	}
}

// Without configured origins, no response, including preflights, lets a page of another origin read it.
func TestOtherOriginsGetNothingByDefault(t *testing.T) {
	t.Parallel()
	a := kit.NewTenant(t)
	for what, r := range map[string]kit.Response{
		"read":      a.Do("GET", "customers", nil, "Origin", "https://evil.example"),
		"null":      a.Do("GET", "customers", nil, "Origin", "null"),
		"login":     a.Send("", "POST", "/v1/auth/login", `{}`, "Origin", "https://evil.example"),
		"preflight": a.Send("", "OPTIONS", a.Base+"/customers", nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "x-api-key"),
	} {
		for name := range r.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s is %q", what, name, r.Header.Get(name))
			}
		}
		if what == "preflight" && r.Status < 400 {
			t.Errorf("the preflight is answered with %d", r.Status)
		}
	}
}

// The fifty-first webhook of an organization is rejected, also with concurrent requests. Other organizations have their own limit.
func TestOrganizationHasFiftyWebhooks(t *testing.T) {
	t.Parallel()
	a := kit.NewTenant(t)
	body := `{"url":"https://example.com/","event_types":["pet.*"],"active":false}`
	var last string
	for range 46 {
		last = a.Do("POST", "/v1/webhooks", body).Object(201)["id"].(string)
	}
	var made, refused atomic.Int32
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			r := a.Do("POST", "/v1/webhooks", body)
			if r.Status == 201 {
				made.Add(1)
				return
			}
			r.Problem(409, "conflict")
			refused.Add(1)
		})
	}
	done.Wait()
	if made.Load() != 4 || refused.Load() != 4 || len(a.Do("GET", "/v1/webhooks?limit=200", nil).List()) != 50 {
		t.Errorf("%d made, %d refused", made.Load(), refused.Load())
	}
	a.Do("DELETE", "/v1/webhooks/"+last, nil).Object(204)
	a.Do("POST", "/v1/webhooks", body).Object(201)
	a.Do("POST", "/v1/webhooks", body).Problem(409, "conflict")
	kit.NewTenant(t).Do("POST", "/v1/webhooks", body).Object(201)
}

// Input beyond a limit gets a problem response, and the connection stays open.
func TestOverLimitInputLeavesTheConnectionOpen(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	customers := p.account + "/customers"
	connections := map[string]bool{}
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	ask := func(method, path string, body io.Reader, headers ...string) kit.Response {
		r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			GotConn: func(c httptrace.GotConnInfo) { connections[c.Conn.LocalAddr().String()] = true },
		}), method, p.Instance.URL+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-API-Key", p.key)
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return kit.ReadResponse(t, response)
	}
	exact := func(size int) io.Reader {
		const head, tail = `{"first_name":"Ann"`, `}`
		return strings.NewReader(head + strings.Repeat(" ", size-len(head)-len(tail)) + tail)
	}
	unannounced := func(body io.Reader) io.Reader { return struct{ io.Reader }{body} } // chunked, without a Content-Length
	ask("POST", customers, exact(1<<20)).Object(201)
	ask("POST", customers, unannounced(exact(1<<20))).Object(201)
	ask("POST", customers, exact(1<<20+1)).Problem(413, "payload_too_large")
	ask("POST", customers, unannounced(exact(1<<20+1))).Problem(413, "payload_too_large")
	ask("POST", customers, unannounced(exact(5<<20))).Problem(413, "payload_too_large")
	reset := customers + "/" + ids.New().String() + "/passwordReset"
	ask("POST", reset, unannounced(exact(1<<20))).Problem(422, "validation_failed")   // does not take a body
	ask("POST", reset, unannounced(exact(1<<20+1))).Problem(413, "payload_too_large") // does not use the body
	ask("GET", customers, exact(2<<20)).Problem(413, "payload_too_large")
	ask("GET", customers, nil, "X-Long", strings.Repeat("x", 31<<10)).Object(200)
	ask("GET", customers, nil, "X-Long", strings.Repeat("x", 33<<10)).Problem(413, "payload_too_large")
	ask("GET", customers+"?search="+strings.Repeat("x", 101), nil).Problem(422, "validation_failed")
	ask("GET", customers+"?search="+strings.Repeat("%C3%A9", 100), nil).Object(200)
	ask("GET", customers+"?limit=201", nil).Problem(422, "validation_failed")
	ask("GET", customers+"?cursor="+strings.Repeat("x", 20<<10), nil).Problem(422, "validation_failed")
	ask("POST", customers, strings.NewReader(strings.Repeat("[", 1<<19))).Problem(400, "malformed_json")
	ask("POST", customers, strings.NewReader(`{"custom_fields":`+strings.Repeat(`{"a":`, 1<<16)+"1"+strings.Repeat("}", 1<<16)+"}")).Problem(400, "malformed_json")
	ask("GET", customers, nil).Object(200)
	if len(connections) != 1 {
		t.Errorf("%d connections were needed", len(connections))
	}
}
