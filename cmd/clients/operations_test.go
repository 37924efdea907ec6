package clients

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/platform/testkit"
)

func TestMain(m *testing.M) {
	status := m.Run()
	cleanUp()
	os.Exit(status)
}

// document returns the current OpenAPI document for clients.
var document = sync.OnceValue(func() []byte {
	var out, errs bytes.Buffer
	if status := petcarecmd.Run(context.Background(), []string{"openapi", "--for-clients"}, &out, &errs); status != 0 {
		panic(errs.String())
	}
	return out.Bytes()
})

// description is what the tests use of the document.
type description struct {
	Info       struct{ Version string }
	Paths      map[string]map[string]operation
	Components struct {
		Schemas map[string]struct{ Properties map[string]map[string]any }
	}
}

type operation struct {
	Name         string `json:"operationId"`
	Method, Path string
	Parameters   []parameter
	RequestBody  *body
	Responses    map[string]body
}

type parameter struct {
	Name, In string
	Explode  *bool
	Schema   struct {
		Type  string
		Items struct{ Type string }
	}
}

// commas reports whether the values of an array are one text, separated by commas. Otherwise the parameter is repeated.
func (p parameter) commas() bool { return p.Explode != nil && !*p.Explode }

type body struct {
	Content map[string]struct {
		Schema struct {
			Ref string `json:"$ref"`
		}
	}
}

func described(t testing.TB) (d description) {
	t.Helper()
	if err := json.Unmarshal(document(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d description) operations() (all []operation) {
	for path, item := range d.Paths {
		for method, o := range item {
			o.Method, o.Path = strings.ToUpper(method), path
			all = append(all, o)
		}
	}
	return all
}

// The templates and the TypeScript client leave out what they do not know. It must not be missing without anybody noticing.
func TestTheDocumentHasNothingThatTheClientsCannotExpress(t *testing.T) {
	t.Parallel()
	for _, o := range described(t).operations() {
		once, paged := false, false
		for _, p := range o.Parameters {
			kind := p.Schema.Type + p.Schema.Items.Type
			switch {
			case p.In == "path" && kind == "string":
			case p.In == "query" && slices.Contains([]string{"string", "boolean", "integer", "arraystring"}, kind):
				paged = paged || p.Name == "cursor"
			case p.In == "header" && slices.Contains([]string{"Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Content-Disposition"}, p.Name):
				once = once || p.Name == "Idempotency-Key"
			default:
				t.Errorf("%s: the %s parameter %s is a %s", o.Name, p.In, p.Name, kind)
			}
		}
		if once != (o.Method == "POST" && !strings.HasPrefix(o.Path, "/auth/")) {
			t.Errorf("%s: the TypeScript client sends an Idempotency-Key with every POST outside of /auth, and only with them", o.Name)
		}
		answers := map[string]bool{}
		for _, r := range o.Responses {
			answers[r.schema(t, o.Name)] = true
		}
		if len(answers) > 1 && (paged || answers[""] || answers[file]) { // else it is one of several records
			t.Errorf("%s: it answers %v, and is paged: %t", o.Name, answers, paged)
		}
		for answer := range answers {
			if paged && (o.RequestBody != nil || !strings.HasPrefix(answer, "List")) {
				t.Errorf("%s: it answers %s, and is paged", o.Name, answer)
			}
		}
		if o.RequestBody != nil && o.RequestBody.schema(t, o.Name) == "" {
			t.Errorf("%s: it has an empty body", o.Name)
		}
	}
}

// file is what schema returns for bytes: an Upload or a []byte of the Go client, a Blob of the TypeScript client.
const file = "file"

// schema returns the name of the schema, or "" if there is no body.
func (b body) schema(t *testing.T, operation string) string {
	t.Helper()
	name := path.Base(b.Content["application/json"].Schema.Ref)
	switch _, isJSON := b.Content["application/json"]; {
	case len(b.Content) == 0:
		return ""
	case !isJSON:
		name = file
	case name == "." || len(b.Content) > 1:
		t.Errorf("%s: a body is no named schema as JSON: %v", operation, b.Content)
	}
	return name
}

// uncallable are the operations that a client cannot call, and why.
var uncallable = map[string]string{
	"startOidc":  "a browser goes there: it redirects to the issuer, and a redirect is an error of the clients",
	"finishOidc": "the issuer sends a browser there: it redirects to the console",
}

// seen is a proxy that records which operations succeeded, and which of their arrays had several values.
type seen struct {
	mu         sync.Mutex
	operations []operation
	patterns   map[string]*regexp.Regexp
	called     map[string]bool
}

func (s *seen) note(r *http.Response) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.operation(r.Request)
	if o == nil || r.StatusCode >= 300 {
		return nil
	}
	s.called[o.Name] = true
	for _, p := range o.Parameters {
		values := r.Request.URL.Query()[p.Name]
		if p.commas() {
			values = strings.Split(strings.Join(values, ""), ",")
		}
		if len(values) > 1 {
			s.called[o.Name+" with several "+p.Name] = true
		}
	}
	return nil
}

// operation returns the operation of a request. If several match, it is the one with the fewest parameters.
func (s *seen) operation(r *http.Request) (found *operation) {
	for i, o := range s.operations {
		if o.Method == r.Method && s.patterns[o.Name].MatchString(r.URL.Path) && (found == nil || strings.Count(o.Path, "{") < strings.Count(found.Path, "{")) {
			found = &s.operations[i]
		}
	}
	return found
}

func newSeen(t testing.TB) *seen {
	t.Helper()
	operations := described(t).operations()
	s := &seen{operations: operations, patterns: map[string]*regexp.Regexp{}, called: map[string]bool{}}
	parameter := regexp.MustCompile(`\{\w+\}`)
	for _, o := range operations {
		s.patterns[o.Name] = regexp.MustCompile("^/v1" + parameter.ReplaceAllString(o.Path, "[^/]+") + "$")
	}
	return s
}

func (s *seen) missing() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, o := range s.operations {
		if uncallable[o.Name] != "" {
			continue
		}
		wanted := []string{o.Name}
		for _, p := range o.Parameters {
			if p.Schema.Type == "array" {
				wanted = append(wanted, o.Name+" with several "+p.Name)
			}
		}
		names = append(names, slices.DeleteFunc(wanted, func(name string) bool { return s.called[name] })...)
	}
	return names
}

// proxy forwards requests to the service. change may modify responses.
func proxy(t testing.TB, to string, change func(*http.Response) error) string {
	t.Helper()
	target := testkit.Must[*url.URL](t)(url.Parse(to))
	p := &httputil.ReverseProxy{ModifyResponse: change, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Header.Set("Accept-Encoding", "identity")
	}}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return server.URL
}

func TestClientsCallEveryOperation(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b, s := running(t), newSeen(t)
		c.run(t, "everything", proxy(t, b.URL, s.note), b)
		if missing := s.missing(); len(missing) > 0 {
			t.Errorf("not called: %s", strings.Join(missing, ", "))
		}
	})
}

func TestClientsKeepTheirPromises(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b := running(t)
		c.run(t, "promises", b.URL, b)
	})
}

func TestClientsAreMadeFromTheDocumentThatRuns(t *testing.T) {
	t.Parallel()
	operations := testkit.Must[[]byte](t)(os.ReadFile("../../adapters/clients/typescript/src/operations.ts"))
	if !strings.Contains(string(operations), fmt.Sprintf("sha256:%x\n", sha256.Sum256(document()))) {
		t.Error("the document has changed: make clients")
	}
}

func TestClientsHaveTheVersionOfTheDocument(t *testing.T) {
	t.Parallel()
	want := described(t).Info.Version
	for file, line := range map[string]string{"typescript/package.json": `"version": "%s"`, "typescript/src/operations.ts": "version = '%s'",
		"go/client.go": `Version = "%s"`} {
		text := testkit.Must[[]byte](t)(os.ReadFile("../../adapters/clients/" + file))
		if line = fmt.Sprintf(line, want); !strings.Contains(string(text), line) {
			t.Errorf("%s does not say %s", file, line)
		}
	}
}

// Resolvers that do not know exports read main and types.
func TestOlderResolversFindTheTypeScriptClient(t *testing.T) {
	t.Parallel()
	text := testkit.Must[[]byte](t)(os.ReadFile("../../adapters/clients/typescript/package.json"))
	type files struct{ Main, Default, Types string }
	var p struct {
		files
		Exports map[string]files
	}
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if want := p.Exports["."]; p.Main != want.Default || p.Types != want.Types {
		t.Errorf("main is %q and types %q, want %+v", p.Main, p.Types, want)
	}
}
