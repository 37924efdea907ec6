// Package authfx plugs auth into the application.
package authfx

import (
	"context"
	"time"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/locations"
	"github.com/petcare/petcare/modules/auth/internal/people"
	"github.com/petcare/petcare/modules/auth/internal/store"
	"github.com/petcare/petcare/modules/auth/internal/tokens"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/tx"
	"go.uber.org/fx"
)

// Module is everything that auth brings. It needs an auth.Options in the graph.
var Module = fxgroups.Module("auth",
	fx.Provide(fx.Private, store.New, locations.New, people.New, newVerifier, signer, abilities),
	fx.Provide(newService),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "auth", Files: fxgroups.Sub(auth.Files)}),
	fxgroups.ProvideAbilities("auth", "keys:manage"),
	fxgroups.ProvideSweeper(sweeper),
	fxgroups.ProvideReaction(loginChanged),
)

type needs struct {
	fx.In
	Options   auth.Options
	Abilities auth.Abilities
	Store     *store.Store
	Tokens    *tokens.Tokens
	Passwords auth.Passwords
	Locations *locations.Locations
	People    *people.People
	Tx        tx.Runner
	Clock     clock.Clock
	Life      fx.Lifecycle
}

func newService(n needs) (*auth.Service, error) {
	s, err := auth.NewService(auth.Needs{
		Options: n.Options, Abilities: n.Abilities, Keys: n.Store, Sessions: n.Store, Customers: n.Store, Throttle: n.Store, Resets: n.Store,
		Tokens: n.Tokens, Passwords: n.Passwords, Locations: n.Locations, People: n.People, Tx: n.Tx, Clock: n.Clock,
	})
	if err != nil {
		return nil, err
	}
	n.Life.Append(writeUses(s))
	return s, nil
}

func signer(o auth.Options) (*tokens.Tokens, error) { return tokens.New(o.SigningKeys) }

// abilities are those of all modules.
type abilityGroups struct {
	fx.In
	Groups []fxgroups.Abilities `group:"abilities"`
}

func abilities(in abilityGroups) auth.Abilities {
	var all auth.Abilities
	for _, g := range in.Groups {
		all = append(all, g.Names...)
	}
	return all
}

func sweeper(s *store.Store, c clock.Clock) fxgroups.Sweeper {
	return fxgroups.Sweeper{Module: "auth", Name: "logins", Sweep: func(ctx context.Context) (int64, error) { return s.Sweep(ctx, c.Now()) }}
}

// loginChanged is built from the store alone: the service needs customerspets, which needs all reactions.
func loginChanged(s *store.Store) events.Reaction {
	r := auth.NewReactions(s)
	return events.On("auth", func(ctx context.Context, e customerspets.LoginChanged) error {
		return r.LoginChanged(ctx, e.Account, e.Customer)
	})
}

// usesPause is how often it is looked whether the use of keys has to be written down.
const usesPause = 2 * time.Second

// writeUses writes the use of keys down while the application runs, and what is left when it stops.
func writeUses(s *auth.Service) fx.Hook {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	return fx.Hook{
		OnStart: func(context.Context) error {
			go func() {
				defer close(done)
				pause := time.NewTicker(usesPause)
				defer pause.Stop()
				for {
					select {
					case <-ctx.Done():
						return
					case <-pause.C:
						_ = s.WriteUses(ctx) // for people's information only; the next use is noted again
					}
				}
			}()
			return nil
		},
		OnStop: func(stop context.Context) error {
			cancel()
			select {
			case <-done:
				_ = s.WriteUses(stop)
			case <-stop.Done():
			}
			return nil
		},
	}
}
