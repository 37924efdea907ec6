package configlists_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/configlists"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), store.Migrations(), fxgroups.Migrations{Module: "configlists", Files: fxgroups.Sub(configlists.Files)}))
}

// door lets the header say who asks: what credentials are worth is tested elsewhere.
type door struct{ account uuid.UUID }

func (d door) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{d.account}, Abilities: strings.Fields(key)}, nil
}

func (d door) Bearer(context.Context, string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{d.account}}, nil
}

// site is the module as the application plugs it, behind HTTP, on a fresh account.
type site struct {
	t       testing.TB
	url     string
	account uuid.UUID
	told    *[]any
}

func open(t testing.TB) site {
	t.Helper()
	s := site{t: t, account: ids.New(), told: &[]any{}}
	db, err := postgres.Open(postgres.Options{URL: testdb.URL()})
	if err != nil {
		t.Fatal(err)
	}
	box, err := secrets.NewBox([]secrets.Key{{ID: "k", Secret: bytes.Repeat([]byte{7}, 32)}})
	if err != nil {
		t.Fatal(err)
	}
	bus := events.NewBus()
	bus.Register(
		events.On("test", func(_ context.Context, e configlists.FieldRemoved) error {
			*s.told = append(*s.told, e)
			if e.Force {
				return nil
			}
			err := apperr.NewConflict("in_use", "2 pets have a value")
			err.Count = 2
			return err
		}),
		events.On("test", func(_ context.Context, e configlists.OptionsRemoved) error {
			*s.told = append(*s.told, e)
			return nil
		}),
	)
	a := httpapi.New(httpapi.Options{Authenticator: door{s.account}, Answers: store.New(db, box, clock.System)})
	app := fx.New(fx.NopLogger, configlistsfx.Module, routes.Module,
		fx.Supply(db, clock.Clock(clock.System)),
		fx.Provide(func() tx.Runner { return db }), outbox.Module, fx.Decorate(func() *events.Bus { return bus }),
		fx.Invoke(fx.Annotate(func(all []httpapi.Routes) {
			for _, r := range all {
				r.Register(a)
			}
		}, fx.ParamTags(httpapi.FromRoutes))))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	handler, err := a.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	s.url = server.URL
	t.Cleanup(func() {
		server.Close()
		if err := db.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return s
}

// reply is an answer; body is its JSON.
type reply struct {
	status int
	header http.Header
	body   map[string]any
}

// do asks as a key with every ability, unless headers say otherwise.
func (s site) do(method, path, body string, headers ...string) reply {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+"/v1/accounts/"+s.account.String()+"/"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if r.Header.Get("X-API-Key") == "" && r.Header.Get("Authorization") == "" {
		r.Header.Set("X-API-Key", "*")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	out := reply{res.StatusCode, res.Header, nil}
	if len(text) > 0 {
		if err := json.Unmarshal(text, &out.body); err != nil {
			s.t.Fatalf("%s %s: %d %s", method, path, res.StatusCode, text)
		}
	}
	return out
}

// want asserts the status and, for problems, the code and the faults as "location code".
func (s site) want(r reply, status int, code string, faults ...string) {
	s.t.Helper()
	got := []string{}
	list, _ := r.body["errors"].([]any)
	for _, f := range list {
		f := f.(map[string]any)
		got = append(got, f["location"].(string)+" "+f["code"].(string))
	}
	slices.Sort(got)
	slices.Sort(faults)
	if r.status != status || code != "" && r.body["code"] != code || !slices.Equal(got, faults) {
		s.t.Errorf("got %d %v, want %d %s %q", r.status, r.body, status, code, faults)
	}
}

func (s site) make(path, body string) map[string]any {
	s.t.Helper()
	r := s.do("POST", path, body)
	id, _ := r.body["id"].(string)
	if r.status != http.StatusCreated || r.header.Get("Location") != "/v1/accounts/"+s.account.String()+"/"+path+"/"+id || r.header.Get("ETag") != `"1"` {
		s.t.Fatalf("POST %s: %d %v %v", path, r.status, r.header, r.body)
	}
	return r.body
}

func values(r reply, key string) []any {
	found := []any{}
	list, _ := r.body["data"].([]any)
	for _, item := range list {
		found = append(found, item.(map[string]any)[key])
	}
	return found
}
