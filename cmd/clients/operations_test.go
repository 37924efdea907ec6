package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
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

func theView(t testing.TB) *view {
	t.Helper()
	return testkit.Must[*view](t)(parse(document()))
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
	for _, p := range o.InQuery {
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
		if o.Method == r.Method && s.patterns[o.Name].MatchString(r.URL.Path) && (found == nil || len(o.InPath) < len(found.InPath)) {
			found = &s.operations[i]
		}
	}
	return found
}

func newSeen(t testing.TB) *seen {
	t.Helper()
	v := theView(t)
	operations := testkit.Must[[]operation](t)(v.operations())
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
		wanted := []string{o.Name}
		for _, p := range o.InQuery {
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
	t.Parallel()
	forEach(t, func(t *testing.T, c client) {
		b, s := running(t), newSeen(t)
		c.run(t, "everything", proxy(t, b.URL, s.note), b)
		if missing := s.missing(); len(missing) > 0 {
			t.Errorf("not called: %s", strings.Join(missing, ", "))
		}
	})
}

func TestClientsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	forEach(t, func(t *testing.T, c client) {
		b := running(t)
		c.run(t, "promises", b.URL, b)
	})
}

func TestClientsAreMadeFromTheDocumentThatRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, client := range []string{"typescript/src", "go"} {
		if err := os.MkdirAll(dir+"/"+client, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(bytes.NewReader(document()), "../../modules/webhooks/webhookverify", dir, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		made, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := "adapters/clients" + strings.TrimPrefix(path, dir)
		committed, err := os.ReadFile("../../" + file)
		if err != nil {
			return err
		}
		if !bytes.Equal(made, committed) {
			t.Errorf("%s is old: make clients", file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestClientsHaveTheVersionOfTheDocument(t *testing.T) {
	t.Parallel()
	text := testkit.Must[[]byte](t)(os.ReadFile("../../adapters/clients/typescript/package.json"))
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if want := theView(t).Info.Version; p.Version != want {
		t.Errorf("package.json says %s, the document %s", p.Version, want)
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

// Editors and pages of documentation show the comments of all files.
func TestOnlyOneFileDocumentsThePackageOfTheGoClient(t *testing.T) {
	t.Parallel()
	var documented []string
	for _, file := range testkit.Must[[]string](t)(filepath.Glob("../../adapters/clients/go/*.go")) {
		f := testkit.Must[*ast.File](t)(parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly))
		if f.Doc != nil {
			documented = append(documented, file)
		}
	}
	if len(documented) != 1 {
		t.Errorf("documented in %q", documented)
	}
}

// The clients must remain small enough to read and to load.
func TestClientsAreSmall(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if n := bytes.Count(filesOf(t, "typescript/dist", ".js"), []byte("\n")); n == 0 {
		t.Error("nothing is compiled")
	}
	if _, err := z.Write(filesOf(t, "typescript/dist", ".js")); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if packed.Len() > 15_000 {
		t.Errorf("the TypeScript client has %d bytes gzipped", packed.Len())
	}
	if lines := bytes.Count(filesOf(t, "go", ""), []byte("\n")); lines > 10_000 {
		t.Errorf("the Go client has %d lines", lines)
	}
}

// filesOf returns the concatenated files with an extension below a folder of the clients.
func filesOf(t *testing.T, dir, ending string) (all []byte) {
	t.Helper()
	err := filepath.WalkDir("../../adapters/clients/"+dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ending) {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(all, text...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
