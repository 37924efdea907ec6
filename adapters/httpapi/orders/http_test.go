package orders_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/orders"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/modules/orders/ordersfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the module behind HTTP, with a file imported into a fresh account.
type site struct{ *apitest.Site }

// idOf returns the id of another module's record.
func (s *site) idOf(externalID string) uuid.UUID { return uuid.NewSHA1(s.Account, []byte(externalID)) }

// others replaces the record types of other modules. Every external id exists.
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
	k := testkit.New(t, fxgroups.Migrations{Module: "accounts", Files: fxgroups.Sub(accounts.Files)},
		fxgroups.Migrations{Module: "orders", Files: fxgroups.Sub(orders.Files)})
	var locations *accounts.Service
	// The tests of the application cover customers without orders, because customerspets is not here.
	s := &site{apitest.Open(k, httpapi.Options{}, accountsfx.Module, ordersfx.Module, routes.Module,
		fx.Supply((*customerspets.Service)(nil)), fx.Populate(&locations))}
	account := testkit.Must[accounts.Account](t)(locations.Create(k.Ctx, accounts.AccountCreate{
		Organization: ids.New().String(), Code: "camden", Name: "Camden", Timezone: "Europe/London", Currency: "GBP", Country: "GB"}))
	s.Use(account.OrganizationID, account.ID)
	s.Load(file, s.others()...)
	return s
}

// get sends a GET with a key that may read orders.
func (s *site) get(path string) apitest.Answer {
	s.Helper()
	return s.Do("orders:read", "GET", path, "")
}
