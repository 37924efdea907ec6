package kit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/testkit"
)

// Response is a response of the service.
type Response struct {
	t      testing.TB
	Status int
	Header http.Header
	Text   string
}

// Send sends a request. body is JSON text, a value to encode, or nil. headers are pairs of name and value; a
// name that comes twice is sent twice.
func (s Service) Send(key, method, path string, body any, headers ...string) Response {
	s.T.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	default:
		text := testkit.Must[[]byte](s.T)(json.Marshal(b))
		content = bytes.NewReader(text)
	}
	r := testkit.Must[*http.Request](s.T)(http.NewRequest(method, s.URL+path, content))
	if content != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	switch {
	case strings.HasPrefix(key, "pck_"):
		r.Header.Set("X-API-Key", key)
	case key != "":
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Del(headers[i])
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	answer := ReadResponse(s.T, res)
	s.wantDocumented(method, path, answer)
	return answer
}

// wantDocumented fails if the document does not say that the operation can answer the problem.
func (s Service) wantDocumented(method, path string, r Response) {
	s.T.Helper()
	var problem struct{ Code string }
	if r.Status < 400 || s.API == nil || json.Unmarshal([]byte(r.Text), &problem) != nil || problem.Code == "" {
		return
	}
	path, _, _ = strings.Cut(strings.TrimPrefix(path, httpapi.Base), "?")
	var of *httpapi.Operation // the one with the fewest parameters of those whose path fits
	for _, op := range s.API.Operations() {
		if op.Method == method && fits(op.Path, path) && (of == nil || strings.Count(op.Path, "{") < strings.Count(of.Path, "{")) {
			of = &op
		}
	}
	if of != nil && !slices.Contains(of.Codes(), problem.Code) {
		s.T.Errorf("%s answers the problem %s, which is not documented", of.ID, problem.Code)
	}
}

// fits reports whether a path is that of an operation, with anything for its parameters.
func fits(operation, path string) bool {
	return slices.EqualFunc(strings.Split(operation, "/"), strings.Split(path, "/"), func(part, given string) bool {
		return part == given || strings.HasPrefix(part, "{") && given != ""
	})
}

// ReadResponse reads the response to a request that Send cannot send.
func ReadResponse(t testing.TB, r *http.Response) Response {
	t.Helper()
	defer r.Body.Close()
	text := testkit.Must[[]byte](t)(io.ReadAll(r.Body))
	return Response{t, r.StatusCode, r.Header, string(text)}
}

// Do sends a request with the tenant's key. A path without a leading slash is below the account.
func (t Tenant) Do(method, path string, body any, headers ...string) Response {
	t.T.Helper()
	if !strings.HasPrefix(path, "/") {
		path = t.Base + "/" + path
	}
	return t.Send(t.Key, method, path, body, headers...)
}

// Object checks the status and returns the body, which must be an object.
func (r Response) Object(status int) map[string]any {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("got %d, want %d: %s", r.Status, status, r.Text)
	}
	m := map[string]any{}
	if r.Text != "" {
		if err := json.Unmarshal([]byte(r.Text), &m); err != nil {
			r.t.Fatalf("%s: %v", r.Text, err)
		}
	}
	return m
}

// List checks that the status is 200 and returns the records of the list.
func (r Response) List() []map[string]any {
	r.t.Helper()
	var list []map[string]any
	for _, v := range r.Object(200)["data"].([]any) {
		list = append(list, v.(map[string]any))
	}
	return list
}

// Problem checks that the response is a problem and returns its faults as "location code".
func (r Response) Problem(status int, code string) []string {
	r.t.Helper()
	if p := r.Object(status); p["code"] != code {
		r.t.Fatalf("got %s, want code %s", r.Text, code)
	}
	return r.Faults()
}

// Faults returns the faults of a problem as "location code".
func (r Response) Faults() (faults []string) {
	var problem struct {
		Errors []struct{ Location, Code string }
	}
	_ = json.Unmarshal([]byte(r.Text), &problem) // of anything else there are none
	for _, f := range problem.Errors {
		faults = append(faults, f.Location+" "+f.Code)
	}
	return faults
}
