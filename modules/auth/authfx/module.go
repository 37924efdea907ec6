// Package authfx is the fx module of auth.
package authfx

import (
	"context"
	"slices"

	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/auth/internal/issuer"
	"github.com/petcare/petcare/modules/auth/internal/locations"
	"github.com/petcare/petcare/modules/auth/internal/people"
	"github.com/petcare/petcare/modules/auth/internal/store"
	"github.com/petcare/petcare/modules/auth/internal/tokens"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/passwords"
	"go.uber.org/fx"
)

// Module provides everything of auth. It needs auth.Options.
var Module = fxgroups.Module("auth",
	fx.Provide(fx.Private, store.New, locations.New, people.New, signer,
		fx.Annotate(abilities, fx.ParamTags(fxgroups.FromAbilities))),
	fx.Provide(newService),
	// What of the tables is about persons: of customers there are sessions and resets; staff are no customers.
	fxgroups.ProvidePersonal("auth",
		privacy.Table{Name: "auth.api_keys", Plain: []string{"organization", "name", "prefix", "abilities", "account_ids",
			"created_by"}},
		privacy.Table{Name: "auth.roles", Plain: []string{"name", "name_key", "abilities"}},
		privacy.Table{Name: "auth.staff", Plain: []string{"organization", "name", "email", "email_key", "account_ids",
			"password_hash"}},
		privacy.Table{Name: "auth.sessions", Rows: "customer_id = any(@customers)", Delete: true,
			Hidden: []string{"token_id", "replaced_token_id"}},
		privacy.Table{Name: "auth.password_resets", Rows: "customer_id = any(@customers)", Delete: true, Hidden: []string{"hash"}},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "auth", Files: fxgroups.Sub(auth.Files), Local: []string{
		"auth.login_addresses", "auth.login_failures", "auth.password_resets", "auth.sessions",
	}}),
	fxgroups.ProvideAbilities("auth", "keys:manage", "staff:manage"),
	// Credentials are in no event, and what somebody may do is given by who holds it now. Besides, an event of the organization stands in
	// each of its accounts, and a revert is about one.
	fxgroups.ProvideEventTypes("auth", events.Irreversible(slices.Concat(
		events.TypesOf[auth.Key]("keys:manage", auth.KeyCreated, auth.KeyRevoked),
		events.TypesOf[auth.Member]("staff:manage", "staff.created", "staff.updated", "staff.deleted"),
		events.TypesOf[auth.Role]("staff:manage", "role.created", "role.updated", "role.deleted"))...)...),
	fxgroups.ProvideSweeper(sweeper),
	fxgroups.ProvideReaction(loginChanged),
	fxgroups.ProvideReaction(customersMerged),
)

type needs struct {
	fx.In
	Options   auth.Options
	Abilities auth.Abilities
	Store     *store.Store
	Tokens    *tokens.Tokens
	Passwords *passwords.Hasher
	Locations *locations.Locations
	People    *people.People
	Tx        tx.Runner
	Clock     clock.Clock
	Events    events.Recorder
}

func newService(n needs) (*auth.Service, error) {
	var at auth.Issuer // nil without one
	if n.Options.OIDC.Issuer != "" {
		at = issuer.New(n.Options.OIDC, n.Clock)
	}
	return auth.NewService(auth.Needs{
		Options: n.Options, Members: n.Store, Roles: n.Store, StaffSessions: n.Store, Events: n.Events, Sealer: n.Options.Box, Issuer: at,
		Abilities: n.Abilities, Keys: n.Store, Sessions: n.Store, Customers: n.Store, Throttle: n.Store, Resets: n.Store,
		Tokens: n.Tokens, Passwords: n.Passwords, Locations: n.Locations, People: n.People, Tx: n.Tx,
		Clock: n.Clock,
	})
}

func signer(o auth.Options) (*tokens.Tokens, error) { return tokens.New(o.SigningKeys) }

// abilities collects the abilities of all modules.
func abilities(groups []fxgroups.Abilities) auth.Abilities {
	var all auth.Abilities
	for _, g := range groups {
		all = append(all, g.Names...)
	}
	return all
}

func sweeper(s *store.Store) fxgroups.Sweeper {
	return fxgroups.Sweeper{Module: "auth", Name: "logins", Sweep: s.Sweep}
}

// loginChanged depends only on the store. The service depends on customerspets, which depends on all reactions.
func loginChanged(s *store.Store) events.Reaction {
	r := auth.NewReactions(s)
	return events.On("auth", func(ctx context.Context, e customerspets.LoginChanged) error {
		if e.OnlyEmail {
			return r.EmailChanged(ctx, e.Account, e.Customer)
		}
		return r.LoginChanged(ctx, e.Account, e.Customer)
	})
}

// customersMerged ends the sessions of a customer that is gone; whose login it was decides the merge.
func customersMerged(s *store.Store) events.Reaction {
	r := auth.NewReactions(s)
	return events.On("auth", func(ctx context.Context, e customerspets.CustomersMerged) error {
		return r.LoginChanged(ctx, e.Account, e.From)
	})
}
