package authfx_test

import (
	"testing"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/authfx"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

type collected struct {
	fx.In
	Service    *auth.Service
	Migrations []fxgroups.Migrations `group:"migrations"`
	Sweepers   []fxgroups.Sweeper    `group:"sweepers"`
}

func TestModuleFitsIntoAGraphWhereCustomersNeedAllReactions(t *testing.T) {
	t.Parallel()
	err := fx.ValidateApp(
		authfx.Module,
		fx.Supply(auth.Options{}),
		fx.Provide(
			func() *postgres.DB { return nil },
			func() tx.Runner { return nil },
			passwords.New,
			func() clock.Clock { return clock.System },
			func() *accounts.Service { return nil },
			func(*events.Bus) *customerspets.Service { return nil },
			fx.Annotate(events.NewBus, fx.ParamTags(fxgroups.FromReactions)),
		),
		fx.Invoke(func(collected) {}),
	)
	if err != nil {
		t.Error(err)
	}
}
