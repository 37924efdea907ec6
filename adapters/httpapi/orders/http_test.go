package orders_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/orders"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/ordersfx"
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
	testdb.Main(m, testdb.Migrated(outbox.Migrations(), fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)}))
}

// site is the module as the application plugs it, behind HTTP, with a file imported into a fresh account.
type site struct {
	t       *testing.T
	url     string
	account uuid.UUID
}

// idOf is the id of another module's record.
func (s *site) idOf(externalID string) uuid.UUID { return uuid.NewSHA1(s.account, []byte(externalID)) }

// APIKey takes a key for the abilities it holds: what credentials are worth is tested elsewhere.
func (s *site) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	return caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{s.account}, Abilities: []string{key}}, nil
}

// Bearer takes a token for the customer's external id.
func (s *site) Bearer(_ context.Context, token string) (caller.Caller, error) {
	return caller.Caller{Kind: caller.Customer, Customer: s.idOf(token), Accounts: []uuid.UUID{s.account}}, nil
}

// others stand for the record types that other modules import: every external id is known.
func (s *site) others() []importing.Type {
	types := []importing.Type{}
	for _, name := range []string{"customer", "pet", "rate", "addon", "retail_product", "adjustment"} {
		types = append(types, importing.For("test", importing.Spec[struct{}]{
			Name: name,
			Find: func(_ context.Context, _ uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
				found := map[string]uuid.UUID{}
				for _, id := range externalIDs {
					found[id] = s.idOf(id)
				}
				return found, nil
			},
		}))
	}
	return types
}

func open(t *testing.T, file string) *site {
	t.Helper()
	t.Parallel()
	s := &site{t: t}
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	a := httpapi.New(httpapi.Options{Authenticator: s})
	var types []importing.Type
	var locations *accounts.Service
	// Customers without orders are the application's to test: customerspets is not here.
	app := fx.New(fx.NopLogger, accountsfx.Module, ordersfx.Module, routes.Module, fx.Supply(db, clock.Clock(clock.System), (*customerspets.Service)(nil)),
		fx.Provide(func() tx.Runner { return db }), outbox.Module,
		fx.Invoke(fx.Annotate(func(all []httpapi.Routes, offered []importing.Type, l *accounts.Service) {
			for _, r := range all {
				r.Register(a)
			}
			types, locations = append(offered, s.others()...), l
		}, fx.ParamTags(httpapi.FromRoutes, fxgroups.FromImporters, ""))))
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	account, err := locations.Create(t.Context(), accounts.AccountCreate{Organization: ids.New().String(), Code: "camden", Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB"})
	if err != nil {
		t.Fatal(err)
	}
	s.account = account.ID
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
func (s *site) get(path, header, value string) (status int, etag string, body map[string]any) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set(header, value)
	client := http.Client{Timeout: time.Minute}
	res, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.Unmarshal(text, &body)
	}
	if err != nil {
		s.t.Fatalf("GET %s: %d %s %v", path, res.StatusCode, text, err)
	}
	return res.StatusCode, res.Header.Get("ETag"), body
}

// numbers joins the numbers of a list.
func (s *site) numbers(path, header, value string) string {
	s.t.Helper()
	status, _, body := s.get(path, header, value)
	if status != http.StatusOK {
		s.t.Errorf("GET %s: %d %v", path, status, body)
		return ""
	}
	list := []string{}
	for _, record := range body["data"].([]any) {
		list = append(list, record.(map[string]any)["number"].(string))
	}
	return strings.Join(list, " ")
}
