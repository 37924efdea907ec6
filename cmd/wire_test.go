package petcarecmd

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
)

// Answers of every status, of every layer and of every path outside of the operations carry the headers that keep
// browsers and caches from doing harm.
func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	customers := p.account + "/customers"
	made := p.ask("POST", customers, `{"first_name":"Ann","external_id":"X"}`)
	one := customers + "/" + made.object(201)["id"].(string)
	note := one + "/notes/" + p.ask("POST", one+"/notes", `{"body":"x"}`).object(201)["id"].(string)
	hook := "/v1/webhooks/" + p.ask("POST", "/v1/webhooks", `{"url":"https://example.com","event_types":["*"],"active":false}`).object(201)["id"].(string)
	answers := map[string]reply{
		"201": made, "200": p.ask("GET", one, nil), "204": p.ask("DELETE", note, nil), "202": p.ask("POST", hook+"/test", nil),
		"304": p.ask("GET", one, nil, "If-None-Match", `"1"`), "400": p.ask("POST", customers, `{`), "401": p.send("", "GET", customers, nil),
		"403": p.ask("GET", "/v1/auth/me", nil), "404": p.ask("GET", "/v1/nothing", nil), "405": p.ask("PUT", one, `{}`),
		"406": p.ask("GET", one, nil, "Accept", "text/html"), "409": p.ask("POST", customers, `{"first_name":"Bo","external_id":"X"}`),
		"412": p.ask("PATCH", one, `{"alert":"x"}`, "If-Match", `"9"`), "413": p.ask("POST", customers, strings.Repeat("x", 2<<20)),
		"415": p.ask("POST", customers, `{}`, "Content-Type", "text/plain"), "422": p.ask("POST", customers, `{}`),
		"health": p.ask("GET", "/healthz", nil), "ready": p.ask("GET", "/readyz", nil), "document": p.ask("GET", "/v1/openapi.json", nil),
		"document in YAML": p.ask("GET", "/v1/openapi.yaml", nil), "page": p.ask("GET", "/docs", nil), "options": p.send("", "OPTIONS", customers, nil),
		"head": p.ask("HEAD", one, nil), "outside": p.send("", "GET", "/", nil), "dots": p.send("", "GET", "/docs/../../etc/passwd", nil),
	}
	for status, r := range answers {
		if status < "a" && fmt.Sprint(r.status) != status {
			t.Errorf("%s: got %d %s", status, r.status, r.text)
		}
		want := map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
		if status != "page" {
			want["Cache-Control"], want["X-Frame-Options"] = "no-store", "DENY"
		}
		if status == "document" || status == "document in YAML" {
			delete(want, "Cache-Control") // the same for everybody
		}
		for name, value := range want {
			if r.header.Get(name) != value {
				t.Errorf("%s: %s is %q", status, name, r.header.Get(name))
			}
		}
		if policy := r.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", status, policy)
		}
		if r.header.Get("X-Request-Id") == "" || r.header.Get("Server") != "" || r.header.Get("X-Powered-By") != "" {
			t.Errorf("%s: %v", status, r.header)
		}
		if challenges := r.header.Values("WWW-Authenticate"); (r.status == 401) != slices.Equal(challenges, []string{`ApiKey realm="petcare"`, `Bearer realm="petcare"`}) {
			t.Errorf("%s: challenges %q", status, challenges)
		}
		if r.status >= 400 && r.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: the type is %s", status, r.header.Get("Content-Type"))
		}
	}
	for what, headers := range map[string][]string{
		"a wrong key": {"X-API-Key", strings.ToUpper(p.key)}, "an unknown scheme": {"Authorization", "Basic dTpw"}, "an empty token": {"Authorization", "Bearer "},
		"an empty key": {"X-API-Key", ""}, "a login": nil,
	} {
		method, path, body := "GET", customers, any(nil)
		if headers == nil {
			method, path, body = "POST", "/v1/auth/login", `{"account_id":"`+strings.TrimPrefix(p.account, "/v1/accounts/")+`","email":"a@example.com","password":"nonsense"}`
		}
		r := p.send("", method, path, body, headers...)
		if r.problem(401, "unauthenticated"); len(r.header.Values("WWW-Authenticate")) != 2 {
			t.Errorf("%s: %v", what, r.header)
		}
	}
}

// Without configured origins no answer lets a page of another origin read it, preflights included.
func TestOtherOriginsGetNothingByDefault(t *testing.T) {
	t.Parallel()
	a := newTenant(t)
	for what, r := range map[string]reply{
		"read":      a.do("GET", "customers", nil, "Origin", "https://evil.example"),
		"null":      a.do("GET", "customers", nil, "Origin", "null"),
		"login":     a.send("", "POST", "/v1/auth/login", `{}`, "Origin", "https://evil.example"),
		"preflight": a.send("", "OPTIONS", a.base+"/customers", nil, "Origin", "https://evil.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "x-api-key"),
	} {
		for name := range r.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s is %q", what, name, r.header.Get(name))
			}
		}
		if what == "preflight" && r.status < 400 {
			t.Errorf("the preflight is answered with %d", r.status)
		}
	}
}

// The fifty-first webhook of an organization is refused, however many ask at once; other organizations have their own.
func TestOrganizationHasFiftyWebhooks(t *testing.T) {
	t.Parallel()
	a := newTenant(t)
	body := `{"url":"https://example.com/","event_types":["pet.*"],"active":false}`
	var last string
	for range 46 {
		last = a.do("POST", "/v1/webhooks", body).object(201)["id"].(string)
	}
	var made, refused atomic.Int32
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			r := a.do("POST", "/v1/webhooks", body)
			if r.status == 201 {
				made.Add(1)
				return
			}
			r.problem(409, "conflict")
			refused.Add(1)
		})
	}
	done.Wait()
	if made.Load() != 4 || refused.Load() != 4 || len(a.do("GET", "/v1/webhooks?limit=200", nil).list()) != 50 {
		t.Errorf("%d made, %d refused", made.Load(), refused.Load())
	}
	a.do("DELETE", "/v1/webhooks/"+last, nil).object(204)
	a.do("POST", "/v1/webhooks", body).object(201)
	a.do("POST", "/v1/webhooks", body).problem(409, "conflict")
	newTenant(t).do("POST", "/v1/webhooks", body).object(201)
}

// What is over a limit gets its problem, and the connection goes on.
func TestOverLimitInputLeavesTheConnectionOpen(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	customers := p.account + "/customers"
	connections := map[string]bool{}
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	ask := func(method, path string, body io.Reader, headers ...string) reply {
		r, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{
			GotConn: func(c httptrace.GotConnInfo) { connections[c.Conn.LocalAddr().String()] = true },
		}), method, p.process.url+path, body)
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
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply{t, response.StatusCode, response.Header, string(text)}
	}
	exact := func(size int) io.Reader {
		const head, tail = `{"first_name":"Ann"`, `}`
		return strings.NewReader(head + strings.Repeat(" ", size-len(head)-len(tail)) + tail)
	}
	unannounced := func(body io.Reader) io.Reader { return struct{ io.Reader }{body} } // chunked
	ask("POST", customers, exact(1<<20)).object(201)
	ask("POST", customers, unannounced(exact(1<<20))).object(201)
	ask("POST", customers, exact(1<<20+1)).problem(413, "payload_too_large")
	ask("POST", customers, unannounced(exact(1<<20+1))).problem(413, "payload_too_large")
	ask("POST", customers, unannounced(exact(5<<20))).problem(413, "payload_too_large")
	ask("POST", "/v1/auth/refresh", unannounced(exact(1<<20))).problem(422, "validation_failed")   // takes no body
	ask("POST", "/v1/auth/refresh", unannounced(exact(1<<20+1))).problem(413, "payload_too_large") // has no use for a body
	ask("GET", customers, exact(2<<20)).problem(413, "payload_too_large")
	ask("GET", customers, nil, "X-Long", strings.Repeat("x", 31<<10)).object(200)
	ask("GET", customers, nil, "X-Long", strings.Repeat("x", 33<<10)).problem(413, "payload_too_large")
	ask("GET", customers+"?search="+strings.Repeat("x", 101), nil).problem(422, "validation_failed")
	ask("GET", customers+"?search="+strings.Repeat("%C3%A9", 100), nil).object(200)
	ask("GET", customers+"?limit=201", nil).problem(422, "validation_failed")
	ask("GET", customers+"?cursor="+strings.Repeat("x", 20<<10), nil).problem(422, "validation_failed")
	ask("POST", customers, strings.NewReader(strings.Repeat("[", 1<<19))).problem(400, "malformed_json")
	ask("POST", customers, strings.NewReader(`{"custom_fields":`+strings.Repeat(`{"a":`, 1<<16)+"1"+strings.Repeat("}", 1<<16)+"}")).problem(400, "malformed_json")
	ask("GET", customers, nil).object(200)
	if len(connections) != 1 {
		t.Errorf("%d connections were needed", len(connections))
	}
}
