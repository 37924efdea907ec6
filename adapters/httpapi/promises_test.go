package httpapi

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestEveryLayerAnswersProblems(t *testing.T) {
	t.Parallel()
	s, hasty := serve(t, nil), serve(t, func(o *Options) { o.Timeout = 200 * time.Millisecond })
	big := `{"name":"` + strings.Repeat("x", maxBody) + `"}`
	for name, c := range map[string]struct {
		answer answer
		status int
		code   string
	}{
		"unknown route":      {s.do("GET", "/v1/nowhere", ""), 404, "not_found"},
		"unknown top route":  {s.do("GET", "/nowhere", ""), 404, "not_found"},
		"escaped slash":      {s.do("GET", "/v1/accounts/"+s.account.String()+"%2Ftoys", ""), 404, "not_found"},
		"escaped letter":     {s.do("GET", "/v1/accounts/"+s.account.String()+"/%74oys", ""), 404, "not_found"},
		"word for an id":     {s.do("PATCH", s.path("/next"), "{}"), 405, "method_not_allowed"},
		"trailing slash":     {s.do("GET", s.path("/"), ""), 404, "not_found"},
		"wrong method":       {s.do("PUT", s.path(""), "{}"), 405, "method_not_allowed"},
		"broken JSON":        {s.do("POST", s.path(""), `{"name":`), 400, "malformed_json"},
		"trailing JSON":      {s.do("POST", s.path(""), `{"name":"a"} x`), 400, "malformed_json"},
		"key twice":          {s.do("POST", s.path(""), `{"name":"a","name":"b"}`), 400, "malformed_json"},
		"invalid UTF-8":      {s.do("POST", s.path(""), "{\"name\":\"\xff\"}"), 400, "malformed_json"},
		"empty body":         {s.do("POST", s.path(""), ""), 400, "malformed_json"},
		"list for an object": {s.do("POST", s.path(""), `[]`), 422, "validation_failed"},
		"null for an object": {s.do("POST", s.path(""), `null`), 422, "validation_failed"},
		"oversize":           {s.do("POST", s.path(""), big), 413, "payload_too_large"},
		"wrong type":         {s.do("POST", s.path(""), `{}`, "Content-Type", "text/plain"), 415, "unsupported_media_type"},
		"coded body":         {s.do("POST", s.path(""), `{"name":"a"}`, "Content-Encoding", "gzip"), 415, "unsupported_media_type"},
		"no version there":   {s.do("DELETE", s.path("/"+ids.New().String()), "", "If-Match", `"1"`), 412, "version_mismatch"},
		"merge patch a POST": {s.do("POST", s.path(""), `{}`, "Content-Type", "application/merge-patch+json"), 415, "unsupported_media_type"},
		"not acceptable":     {s.do("GET", s.path(""), "", "Accept", "text/html"), 406, "not_acceptable"},
		"document no image":  {s.do("GET", "/v1/openapi.json", "", "Accept", "image/png"), 406, "not_acceptable"},
		"document not YAML":  {s.do("GET", "/v1/openapi.yaml", "", "Accept", "application/json"), 406, "not_acceptable"},
		"no credential":      {s.do("GET", s.path(""), "", "X-API-Key", ""), 401, "unauthenticated"},
		"wrong key":          {s.do("GET", s.path(""), "", "X-API-Key", "bad"), 401, "unauthenticated"},
		"unknown scheme":     {s.do("GET", s.path(""), "", "X-API-Key", "", "Authorization", "Basic eDp5"), 401, "unauthenticated"},
		"two credentials":    {s.do("GET", s.path(""), "", "Authorization", "Bearer customer"), 400, "ambiguous_credentials"},
		"other account":      {s.do("GET", "/v1/accounts/"+ids.New().String()+"/toys", ""), 404, "not_found"},
		"account is no id":   {s.do("GET", "/v1/accounts/x/toys", ""), 404, "not_found"},
		"id in upper case":   {s.do("GET", s.path("/"+strings.ToUpper(ids.New().String())), ""), 404, "not_found"},
		"customer may not":   {s.do("POST", s.path(""), `{"name":"a"}`, "X-API-Key", "", "Authorization", "Bearer customer"), 403, "forbidden"},
		"panic":              {s.do("GET", "/v1/break/panic", ""), 500, "internal"},
		"error":              {s.do("GET", "/v1/break/error", ""), 500, "internal"},
		"timeout":            {hasty.do("GET", "/v1/break/slow", ""), 503, "unavailable"},
		"database gone":      {s.do("GET", "/v1/break/down", ""), 503, "unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			c.answer.problem(t, c.status, c.code)
			if strings.Contains(c.answer.body, "secret") || strings.Contains(c.answer.body, "goroutine") {
				t.Errorf("the answer tells too much: %s", c.answer.body)
			}
			if c.status == 401 && len(c.answer.header.Values("WWW-Authenticate")) != 2 {
				t.Errorf("challenges: %q", c.answer.header.Values("WWW-Authenticate"))
			}
			if c.status == 503 && c.answer.header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
			if allow := c.answer.header.Get("Allow"); c.status == 405 && allow != "GET, POST, HEAD" && allow != "GET, HEAD" {
				t.Errorf("Allow: %q", c.answer.header.Get("Allow"))
			}
		})
	}
}

// Operations need not look: a customer never reaches them with the id of another one.
func TestCustomersReachOnlyThePathsOfTheirOwn(t *testing.T) {
	t.Parallel()
	own := ids.New()
	s := serve(t, func(o *Options) {
		k := o.Authenticator.(keyring)
		k.customer.Customer = own
		o.Authenticator = k
	})
	next := func(customer uuid.UUID) answer {
		return s.do("GET", "/v1/accounts/"+s.account.String()+"/customers/"+customer.String()+"/toys/next", "",
			"X-API-Key", "", "Authorization", "Bearer customer")
	}
	if a := next(own); a.status != 200 {
		t.Errorf("its own: %d %s", a.status, a.body)
	}
	next(ids.New()).problem(t, 404, "not_found")
}

func TestEveryFaultIsNamed(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	want(t, s.do("POST", s.path("?nam=x"), `{"nam":"a","size":"big","note":"`+strings.Repeat("ö", 21)+`"}`).problem(t, 422, "validation_failed"),
		[]string{"body.nam unknown", "body.name required", "body.note too_long", "body.size type", "query.nam unknown"})
	want(t, s.do("POST", s.path(""), `{"name":"a\u0000b"}`).problem(t, 422, "validation_failed"), []string{"body.name type"})
	want(t, s.do("POST", s.path(""), `{"name":"   "}`).problem(t, 422, "validation_failed"), []string{"body.name too_short"})
	want(t, s.do("POST", s.path(""), `{"name":"a","extra":{"x":["a\u0000b"]}}`).problem(t, 422, "validation_failed"), []string{"body.extra.x[0] type"})
	want(t, s.do("POST", s.path(""), `{"name":"a","tags":[{}]}`).problem(t, 422, "validation_failed"), []string{"body.tags[0] type"})
	want(t, s.do("POST", s.path(""), `{"name":"a","tags":["x","x"]}`).problem(t, 422, "validation_failed"), []string{"body.tags not_unique"})
	want(t, s.do("POST", s.path(""), `{"Name":"a"}`).problem(t, 422, "validation_failed"), []string{"body.Name unknown", "body.name required"})
	want(t, s.do("GET", s.path("?limit=0&name=&zzz=1&active=maybe"), "").problem(t, 422, "validation_failed"),
		[]string{"query.active format", "query.limit too_small", "query.name empty", "query.zzz unknown"})
	want(t, s.do("GET", "/v1/openapi.json?b=1&a=2", "").problem(t, 422, "validation_failed"), []string{"query.a unknown", "query.b unknown"})
	want(t, s.do("GET", s.path("?active=1"), "").problem(t, 422, "validation_failed"), []string{"query.active format"})
	want(t, s.do("DELETE", s.path("/"+ids.New().String()), `{"x":1}`).problem(t, 422, "validation_failed"), []string{"body.x unknown"})
	want(t, s.do("GET", s.path("?limit=1&limit=2"), "").problem(t, 422, "validation_failed"), []string{"query.limit repeated"})
	want(t, s.do("GET", s.path("?limit=201"), "").problem(t, 422, "validation_failed"), []string{"query.limit too_large"})
	for _, held := range []string{"a%00b", "a%00", "%00"} {
		want(t, s.do("GET", s.path("?name="+held), "").problem(t, 422, "validation_failed"), []string{"query.name format"})
	}
	at := s.path("/" + s.make("a").ID.String())
	want(t, s.do("PATCH", at, `{"name":null}`).problem(t, 422, "validation_failed"), []string{"body.name null"})
	want(t, s.do("PATCH", at+"?x=1", `{"nam":"b"}`, "If-Match", "1").problem(t, 422, "validation_failed"),
		[]string{"body.nam unknown", "header.If-Match format", "query.x unknown"})
	want(t, s.do("POST", s.path(""), `{}`, "Idempotency-Key", strings.Repeat("k", 256)).problem(t, 422, "validation_failed"),
		[]string{"body.name required", "header.Idempotency-Key format"})
}

// Rules also look at what is left of a body with faults, but say nothing about what they do not know.
func TestRulesAreCheckedTogetherWithTheSchema(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for body, faults := range map[string][]string{
		`{"name":"a","extra":{"spare":"a"}}`:                        {"body.extra.spare not_allowed", "body.tags[0] same"},
		`{"name":"a","extra":{"spare":"a"},"nope":1}`:               {"body.extra.spare not_allowed", "body.nope unknown", "body.tags[0] same"},
		`{"name":"a","extra":{"spare":"a"},"size":"big"}`:           {"body.size type", "body.tags[0] same"},
		`{"name":"a","extra":{"spare":"a"},"tags":[1]}`:             {"body.extra.spare not_allowed", "body.tags[0] type"},
		`{"name":"a","extra":{"spare":"b","x":["a\u0000b"]}}`:       {"body.extra.x[0] type"},
		`{"name":"a","extra":{"spare":"b"},"size":1.0,"nope":null}`: {"body.nope unknown", "body.size type"},
	} {
		want(t, s.do("POST", s.path(""), body).problem(t, 422, "validation_failed"), faults)
	}
}

func TestManyFaultsAreCountedAndAHundredNamed(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	body := `{"name":"a"`
	for i := range 1200 {
		body += `,"x` + strconv.Itoa(i) + `":1`
	}
	a := s.do("POST", s.path(""), body+"}")
	if n := len(a.problem(t, 422, "validation_failed")); n != 100 || !strings.Contains(a.body, "1200") || !strings.Contains(a.body, "1100 more") {
		t.Errorf("%d are named: %.300s", n, a.body)
	}
}

// Whatever the largest body contains, the response that rejects it is short.
func TestRefusedBodiesGetShortAnswers(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var keys strings.Builder
	for i := 0; keys.Len() < maxBody-1000; i++ {
		keys.WriteString(`,"` + strings.Repeat("\\u0001", 5) + strconv.Itoa(i) + strings.Repeat("k", 100*(i%7)) + `":"\\u0000"`)
	}
	for name, body := range map[string]string{
		"keys": `{"name":"a"` + keys.String() + `}`, "long key": `{"` + strings.Repeat("é", maxBody/2-10) + `":1}`,
		"values": `{"extra":{"a":[` + strings.Repeat(`"\\u0000",`, 100_000) + `1]}}`, "lists": `{"tags":[` + strings.Repeat("[],", 300_000) + `[]]}`,
		"texts": `{"tags":[` + strings.Repeat(`"",`, 40_000) + `1]}`,
	} {
		a := s.do("POST", s.path(""), body)
		if faults := a.problem(t, 422, "validation_failed"); len(a.body) > 64<<10 || len(faults) > 100 {
			t.Errorf("%s: %d bytes, %d faults", name, len(a.body), len(faults))
		}
	}
}

func TestBodyOfExactlyTheLimitIsRead(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	body := `{"name":"a"}`
	a := s.do("POST", s.path(""), body+strings.Repeat(" ", maxBody-len(body)))
	if a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
}

func TestOverLimitInputLeavesTheConnectionUsable(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var reused []bool
	get := func(method, body string, headers ...string) answer {
		trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = append(reused, i.Reused) }}
		return s.doTraced(trace, method, s.path(""), body, headers...)
	}
	get("GET", "")
	get("POST", `{"name":"`+strings.Repeat("x", 20*maxBody)+`"}`).problem(t, 413, "payload_too_large")
	get("GET", "", "X-Long", strings.Repeat("x", maxHeader)).problem(t, 413, "payload_too_large")
	get("GET", "")
	if !slices.Equal(reused, []bool{false, true, true, true}) {
		t.Errorf("connections reused: %v", reused)
	}
}

func TestCursorBelongsToOneListWithItsFilters(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.make("a")
	s.make("b")
	var list struct {
		Cursor string `json:"next_cursor"`
	}
	if err := json.Unmarshal([]byte(s.do("GET", s.path("?limit=1"), "").body), &list); err != nil {
		t.Fatal(err)
	}
	c := list.Cursor
	if a := s.do("GET", s.path("?limit=2&cursor="+c), ""); a.status != 200 {
		t.Errorf("another page size: %d %s", a.status, a.body)
	}
	flipped := "A" + c[1:]
	if c[0] == 'A' {
		flipped = "B" + c[1:]
	}
	for name, query := range map[string]string{
		"other filter": "?limit=1&name=a&cursor=" + c, "tampered": "?cursor=" + flipped, "cut": "?cursor=" + c[:8], "garbage": "?cursor=%21%21",
		"line in it": "?cursor=" + c[:8] + "%0A" + c[8:],
	} {
		t.Run(name, func(t *testing.T) {
			want(t, s.do("GET", s.path(query), "").problem(t, 422, "validation_failed"), []string{"query.cursor cursor"})
		})
	}
}

func TestTheMostSpecificRangeOfAcceptDecides(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for accept, status := range map[string]int{
		"": 200, "*/*": 200, "application/*;q=0.1": 200, "text/html, APPLICATION/JSON": 200, "*/*;q=0, application/json": 200,
		"application/json;q=0.": 406, "application/json; q=0.000, */*": 406, "*/*, application/*;q=0": 406, "text/*": 406,
	} {
		if a := s.do("GET", s.path(""), "", "Accept", accept); a.status != status {
			t.Errorf("Accept %s: %d", accept, a.status)
		}
	}
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	made := s.do("POST", s.path(""), `{"name":"a"}`)
	at := made.header.Get("Location")
	if !strings.HasPrefix(at, s.path("/")) || made.header.Get("ETag") != `"1"` {
		t.Fatalf("Location %q, ETag %q", at, made.header.Get("ETag"))
	}
	for tag, status := range map[string]int{`"1"`: 304, `W/"1"`: 304, `"7", "1"`: 304, "*": 304, `"2"`: 200, "": 200} {
		a := s.do("GET", at, "", "If-None-Match", tag)
		if a.status != status || a.header.Get("ETag") != `"1"` || status == 304 && a.body != "" {
			t.Errorf("If-None-Match %s: %d %q %q", tag, a.status, a.header.Get("ETag"), a.body)
		}
	}
	s.do("PATCH", at, `{"name":"b"}`, "If-Match", `"5"`).problem(t, 412, "version_mismatch")
	s.do("PATCH", at, `{"name":"b"}`, "If-Match", `W/"1"`).problem(t, 412, "version_mismatch")
	for _, malformed := range []string{" ", "1", `"1`} {
		s.do("PATCH", at, `{"name":"b"}`, "If-Match", malformed).problem(t, 422, "validation_failed")
	}
	if a := s.do("PATCH", at, `{"name":"b"}`, "If-Match", `"9", "1"`, "Content-Type", "application/merge-patch+json"); a.status != 200 || a.header.Get("ETag") != `"2"` {
		t.Errorf("%d %s", a.status, a.body)
	}
	other := s.do("PATCH", at, `{"name":"b"}`, "Content-Type", "text/plain")
	other.problem(t, 415, "unsupported_media_type")
	listed(t, other.header.Get("Accept-Patch"), "application/merge-patch+json", "application/json")
	if a := s.do("PATCH", at, `{"note":"n"}`, "If-Match", "*"); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestHeadAnswersLikeGetWithoutBody(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	at := s.path("/" + s.make("a").ID.String())
	a := s.do("HEAD", at, "")
	if a.status != 200 || a.body != "" || a.header.Get("ETag") != `"1"` || a.header.Get("Content-Type") != "application/json" {
		t.Errorf("%d %q %v", a.status, a.body, a.header)
	}
	if a := s.do("HEAD", s.path("/"+ids.New().String()), ""); a.status != 404 {
		t.Errorf("missing: %d", a.status)
	}
}

func TestRequestIDIsTakenOverWhenSound(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	if got := s.do("GET", s.path(""), "", "X-Request-Id", "order-17!").header.Get("X-Request-Id"); got != "order-17!" {
		t.Errorf("got %q", got)
	}
	longest := strings.Repeat("x", 128)
	if got := s.do("GET", s.path(""), "", "X-Request-Id", longest).header.Get("X-Request-Id"); got != longest {
		t.Errorf("the longest became %q", got)
	}
	for _, bad := range []string{"two words", longest + "x", "ümlaut"} {
		if got := s.do("GET", s.path(""), "", "X-Request-Id", bad).header.Get("X-Request-Id"); got == bad || got == "" {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func TestRateLimitIsPerCredential(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst = 0.01, 3 })
	for i := range 3 {
		a := s.do("GET", s.path(""), "")
		if a.status != 200 || a.header.Get("RateLimit-Limit") != "3" || a.header.Get("RateLimit-Remaining") != strconv.Itoa(2-i) {
			t.Fatalf("%d: %d %v", i, a.status, a.header)
		}
		full := 100 * (i + 1) // seconds, of which a slow machine may have used some
		if reset, err := strconv.Atoi(a.header.Get("RateLimit-Reset")); err != nil || reset > full || reset < full-50 {
			t.Errorf("%d: RateLimit-Reset is %q, want %d", i, a.header.Get("RateLimit-Reset"), full)
		}
	}
	a := s.do("GET", s.path(""), "")
	a.problem(t, 429, "rate_limited")
	if a.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	for _, other := range [][]string{{"X-API-Key", "as good"}, {"X-API-Key", "", "Authorization", "Bearer customer"}} {
		if a := s.do("GET", s.path(""), "", other...); a.status != 200 {
			t.Errorf("%q: %d", other, a.status)
		}
	}
}

// Whoever makes more keys gets no more requests.
func TestAllKeysOfAnOrganizationShareARateLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst, o.OrganizationRate = 0.01, 1, 0.08 })
	for i := range organizationBurst { // each with a key of its own
		a := s.do("GET", s.path(""), "", "X-API-Key", "as good")
		if a.status != 200 || a.header.Get("RateLimit-Limit") != "1" {
			t.Fatalf("%d: %d %v", i, a.status, a.header)
		}
	}
	a := s.do("GET", s.path(""), "", "X-API-Key", "as good")
	a.problem(t, 429, "rate_limited")
	if a.header.Get("Retry-After") == "" || a.header.Get("RateLimit-Limit") != "8" || a.header.Get("RateLimit-Remaining") != "0" {
		t.Errorf("%v", a.header)
	}
}

func TestAnswersAreCompressedWhenAsked(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for range 60 {
		s.make("a")
	}
	r := testkit.Must[*http.Request](t)(http.NewRequest("GET", s.url+s.path(""), nil))
	r.Header.Set("X-API-Key", "good")
	r.Header.Set("Accept-Encoding", "gzip")
	res := testkit.Must[*http.Response](t)(http.DefaultTransport.RoundTrip(r))
	defer res.Body.Close()
	if res.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("headers %v", res.Header)
	}
	z := testkit.Must[*gzip.Reader](t)(gzip.NewReader(res.Body))
	if text, err := io.ReadAll(z); err != nil || !json.Valid(text) {
		t.Errorf("%v %s", err, text)
	}
}

func TestOperationWithoutAccessCannotBeRegistered(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("it was registered")
		}
	}()
	Get(New(Options{}), Operation{ID: "open", Path: "/open", Tag: "x"}, (&toys{}).get)
}

func TestLogsHoldNoCredential(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	s.do("GET", s.path(""), "", "X-API-Key", "hidden-key-value")
	s.do("POST", s.path(""), `{"password":"hidden-password"`)
	if strings.Contains(s.log.String(), "hidden") {
		t.Errorf("log: %s", s.log)
	}
}

func TestTheLogOfAnAnswerWithoutABodyHasNoBytes(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	made := s.do("POST", s.path(""), `{"name":"Rex","size":1}`)
	same := s.do("GET", made.header.Get("Location"), "", "If-None-Match", made.header.Get("ETag"))
	if same.status != 304 || !strings.Contains(s.log.String(), `"status":304,"bytes":0`) {
		t.Errorf("status %d, log: %s", same.status, s.log)
	}
}
