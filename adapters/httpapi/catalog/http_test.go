package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/catalog"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/catalogfx"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)}))
}

// door takes a key for the abilities it holds: what credentials are worth is tested elsewhere.
type door struct{ account uuid.UUID }

func (d door) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{d.account}, Abilities: []string{key}}, nil
}

func (d door) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{d.account}}, nil
}

// site is the module as the application plugs it, behind HTTP, with a file imported into a fresh account.
type site struct {
	t       *testing.T
	url     string
	account uuid.UUID
}

func open(t *testing.T, file string) site {
	t.Helper()
	t.Parallel()
	s := site{t: t, account: ids.New()}
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	a := httpapi.New(httpapi.Options{Authenticator: door{s.account}})
	var types []importing.Type
	app := fx.New(fx.NopLogger, catalogfx.Module, routes.Module, fx.Supply(db, clock.Clock(clock.System)),
		fx.Provide(func() tx.Runner { return db }), outbox.Module,
		fx.Invoke(fx.Annotate(func(all []httpapi.Routes, offered []importing.Type) {
			for _, r := range all {
				r.Register(a)
			}
			types = offered
		}, fx.ParamTags(httpapi.FromRoutes, fxgroups.FromImporters))))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	importer, err := jsonl.New(db, types, clock.System)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := importer.Run(t.Context(), jsonl.Job{Account: s.account, Name: "file", Input: strings.NewReader(file)}); err != nil {
		t.Fatal(err)
	}
	handler, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	s.url = server.URL + "/v1/accounts/" + s.account.String() + "/"
	t.Cleanup(func() {
		server.Close()
		_ = db.Close()
	})
	return s
}

// get asks with a header and answers status, version and body.
func (s site) get(path, header, value string) (status int, etag string, body map[string]any) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set(header, value)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&body)
	}
	if err != nil {
		s.t.Fatalf("GET %s: %d %s %v", path, res.StatusCode, text, err)
	}
	return res.StatusCode, res.Header.Get("ETag"), body
}

// names asks as staff and joins a list's names.
func (s site) names(path string) string {
	s.t.Helper()
	status, _, body := s.get(path, "X-API-Key", "catalog:read")
	if status != http.StatusOK {
		s.t.Errorf("GET %s: %d %v", path, status, body)
		return ""
	}
	return joined(body)
}

func joined(body map[string]any) string {
	list := []string{}
	for _, record := range body["data"].([]any) {
		list = append(list, record.(map[string]any)["name"].(string))
	}
	return strings.Join(list, ", ")
}

func (s site) id(path string) string {
	s.t.Helper()
	_, _, body := s.get(path, "X-API-Key", "*")
	return body["data"].([]any)[0].(map[string]any)["id"].(string)
}
