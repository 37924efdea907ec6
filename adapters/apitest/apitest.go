// Package apitest serves modules over HTTP for the tests of their adapters. It builds on platform/testkit.
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
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// Site serves modules over HTTP, in real time. The credential determines the caller: an API key is a list of abilities, a bearer
// token is the id of a customer. Authentication itself is tested elsewhere.
type Site struct {
	*testkit.Kit
	api     *httpapi.API
	handler http.Handler
	types   []importing.Type
}

// Open wires fx modules and their routes as the application does.
func Open(k *testkit.Kit, o httpapi.Options, modules ...fx.Option) *Site {
	k.Helper()
	k.Clock = clock.System
	s := &Site{Kit: k}
	o.Authenticator = s
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
	c.ID, c.Abilities, c.AllAccounts = ids.New(), strings.Fields(key), true
	return c, nil
}

// Bearer implements httpapi.Authenticator.
func (s *Site) Bearer(_ context.Context, token string) (caller.Caller, error) {
	id, err := uuid.Parse(token)
	return caller.Caller{Kind: caller.Customer, ID: id, Customer: id, Accounts: []uuid.UUID{s.Account}}, err
}

// Load imports JSON Lines into the account. more adds record types of modules that are not wired.
func (s *Site) Load(file string, more ...importing.Type) {
	s.Helper()
	importer := testkit.Must[*jsonl.Importer](s)(jsonl.New(s.DB, append(s.types, more...), s.Clock))
	if _, err := importer.Run(s.Ctx, jsonl.Job{Account: s.Account, Name: "file", Input: strings.NewReader(file)}); err != nil {
		s.Fatal(err)
	}
}

// Base returns the path of the account.
func (s *Site) Base() string { return "/v1/accounts/" + s.Account.String() + "/" }

// Do sends a request. The credential is a list of abilities, or "Bearer <customer>". A path without a leading slash is below the
// account. headers are pairs of name and value.
func (s *Site) Do(credential, method, path, body string, headers ...string) Answer {
	s.Helper()
	if !strings.HasPrefix(path, "/") {
		path = s.Base() + path
	}
	r := httptest.NewRequestWithContext(s.Context(), method, path, strings.NewReader(body))
	name := "X-API-Key"
	if strings.HasPrefix(credential, "Bearer ") {
		name = "Authorization"
	}
	r.Header.Set(name, credential)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
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

// Answer is a response.
type Answer struct {
	t      testing.TB
	What   string
	Status int
	Header http.Header
	Text   string
	Body   map[string]any // decoded; nil if there is none
}

// Want checks the status and, for problems, the code, unless it is "", and the field errors as "location code".
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

// Values returns the values of a key in all records of a list.
func (a Answer) Values(key string) []any {
	values := []any{}
	list, _ := a.Body["data"].([]any)
	for _, item := range list {
		values = append(values, item.(map[string]any)[key])
	}
	return values
}

// Joined returns these values as text.
func (a Answer) Joined(key string) string {
	a.t.Helper()
	words := []string{}
	for _, v := range a.Want(http.StatusOK, "").Values(key) {
		words = append(words, v.(string))
	}
	return strings.Join(words, ", ")
}
