// Package apitest serves single modules over HTTP for the tests of their adapters, on platform/testkit.
package apitest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// Site is modules behind HTTP, in real time. Who asks is what the credential says: an API key is a list of abilities, a
// bearer token is the id of a customer. What credentials are worth is tested elsewhere.
type Site struct {
	*testkit.Kit
	api     *httpapi.API
	handler http.Handler
	types   []importing.Type
}

// Open wires fx modules and their routes as the application does. An authenticator in the options replaces that of the Site.
func Open(k *testkit.Kit, o httpapi.Options, modules ...fx.Option) *Site {
	k.Helper()
	k.Clock = clock.System
	s := &Site{Kit: k}
	if o.Authenticator == nil {
		o.Authenticator = s
	}
	s.api = httpapi.New(o)
	k.Start(fx.Options(modules...), fx.Invoke(fx.Annotate(func(routes []httpapi.Routes, types []importing.Type) error {
		s.types = types
		return s.api.Add(routes...)
	}, fx.ParamTags(httpapi.FromRoutes, fxgroups.FromImporters))))
	s.handler = testkit.Must[http.Handler](k)(s.api.Handler())
	return s
}

// APIKey implements httpapi.Authenticator.
func (s *Site) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	c := s.Key
	c.ID, c.Abilities, c.AllAccounts = uuid.NewSHA1(s.Key.ID, []byte(key)), strings.Fields(key), true
	return c, nil
}

// Bearer implements httpapi.Authenticator.
func (s *Site) Bearer(_ context.Context, token string) (caller.Caller, error) {
	id, err := uuid.Parse(token)
	return caller.Caller{Kind: caller.Customer, ID: id, Customer: id, Accounts: []uuid.UUID{s.Account}}, err
}

// Load imports JSON Lines into the account; more are record types of modules that are not there.
func (s *Site) Load(file string, more ...importing.Type) {
	s.Helper()
	importer := testkit.Must[*jsonl.Importer](s)(jsonl.New(s.DB, append(s.types, more...), s.Clock))
	testkit.Must[jsonl.Result](s)(importer.Run(s.Ctx, jsonl.Job{Account: s.Account, Name: "file", Input: strings.NewReader(file)}))
}

// Base is the path of the account.
func (s *Site) Base() string { return "/v1/accounts/" + s.Account.String() + "/" }

// Do sends a request. The credential is a list of abilities, "Bearer <customer>", or "" for none. A path without a leading slash is
// below the account. headers are pairs of name and value.
func (s *Site) Do(credential, method, path, body string, headers ...string) Answer {
	s.Helper()
	if !strings.HasPrefix(path, "/") {
		path = s.Base() + path
	}
	r := httptest.NewRequestWithContext(s.Context(), method, path, strings.NewReader(body))
	switch {
	case strings.HasPrefix(credential, "Bearer "):
		r.Header.Set("Authorization", credential)
	case credential != "":
		r.Header.Set("X-API-Key", credential)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	if body != "" && r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := Answer{t: s, What: method + " " + path, Status: w.Code, Header: w.Header(), Text: w.Body.String()}
	if a.Text != "" {
		if err := json.Unmarshal(w.Body.Bytes(), &a.Body); err != nil {
			s.Fatalf("%s: %d %s", a.What, a.Status, a.Text)
		}
	}
	return a
}

// Answer is what a request came to.
type Answer struct {
	t      testing.TB
	What   string
	Status int
	Header http.Header
	Text   string
	Body   map[string]any // of the text, nil without one
}

// Want checks the status, of problems also the code, unless it is "", and the field errors as "location code".
func (a Answer) Want(status int, code string, fieldErrors ...string) Answer {
	a.t.Helper()
	got := []string{}
	list, _ := a.Body["errors"].([]any)
	for _, f := range list {
		f := f.(map[string]any)
		got = append(got, f["location"].(string)+" "+f["code"].(string))
	}
	slices.Sort(got)
	slices.Sort(fieldErrors)
	if a.Status != status || code != "" && a.Body["code"] != code || !slices.Equal(got, fieldErrors) {
		a.t.Errorf("%s: got %d %s, want %d %s %q", a.What, a.Status, a.Text, status, code, fieldErrors)
	}
	return a
}

// Values are the values of a key of all records of a list.
func (a Answer) Values(key string) []any {
	values := []any{}
	list, _ := a.Body["data"].([]any)
	for _, item := range list {
		values = append(values, item.(map[string]any)[key])
	}
	return values
}

// Joined are those values as text.
func (a Answer) Joined(key string) string {
	a.t.Helper()
	words := []string{}
	for _, v := range a.Want(http.StatusOK, "").Values(key) {
		words = append(words, v.(string))
	}
	return strings.Join(words, ", ")
}
