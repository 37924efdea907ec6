// Package configlistsfx plugs configlists into the application.
package configlistsfx

import (
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/modules/configlists/masterlist"
	"github.com/petcare/petcare/platform/plug"
	"go.uber.org/fx"
)

// Module is everything that configlists brings.
var Module = fx.Module("configlists",
	fx.Provide(fx.Private, fx.Annotate(store.New, fx.As(new(configlists.Store)))),
	fx.Provide(fx.Private, func() configlists.MasterList { return masterBreeds }),
	fx.Provide(configlists.NewService),
	plug.ProvideMigrations(plug.Migrations{Module: "configlists", Files: plug.Sub(configlists.Files)}),
	plug.ProvideEventTypes("configlists", configlists.EventTypes()...),
	plug.ProvideAbilities("configlists", "config:read", "config:write"),
)

func masterBreeds() []configlists.BreedDraft {
	breeds := masterlist.Breeds()
	list := make([]configlists.BreedDraft, len(breeds))
	for i, b := range breeds {
		list[i] = configlists.BreedDraft{Name: b.Name, Species: b.Species}
	}
	return list
}
