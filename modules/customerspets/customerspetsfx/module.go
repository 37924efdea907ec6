// Package customerspetsfx plugs customerspets into the application.
package customerspetsfx

import (
	"slices"
	"time"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/customerspets/internal/attachments"
	"github.com/petcare/petcare/modules/customerspets/internal/lists"
	"github.com/petcare/petcare/modules/customerspets/internal/locations"
	"github.com/petcare/petcare/modules/customerspets/internal/phones"
	"github.com/petcare/petcare/modules/customerspets/internal/store"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/passwords"
	"github.com/petcare/petcare/platform/postgres"
	"go.uber.org/fx"
)

// Module is everything that customerspets brings.
var Module = fxgroups.Module("customerspets",
	fx.Provide(fx.Private,
		fx.Annotate(store.NewCustomers, fx.As(new(customerspets.CustomerStore))),
		fx.Annotate(store.NewPets, fx.As(new(customerspets.PetStore))),
		fx.Annotate(store.NewMerges, fx.As(new(customerspets.MergeStore))),
		fx.Annotate(lists.New, fx.As(new(customerspets.Lists))),
		fx.Annotate(locations.New, fx.As(new(customerspets.Locations))),
		fx.Annotate(phones.New, fx.As(new(customerspets.Phones))),
		fx.Annotate(attachments.New, fx.As(new(customerspets.Photos))),
		func(h *passwords.Hasher) customerspets.Passwords { return h },
	),
	fx.Provide(customerspets.NewService),
	fx.Provide(
		fx.Annotate(attachments.OfCustomers, fx.ResultTags(files.FromOwners)), fx.Annotate(attachments.OfPets, fx.ResultTags(files.FromOwners)),
	),
	personal(),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "customerspets", Files: fxgroups.Sub(customerspets.Files),
		// What one statement moves from table to table, Citus does on one machine only where they are on the coordinator.
		Local: []string{"customerspets.duplicate_changes", "customerspets.duplicate_counts", "customerspets.duplicate_keys"}}),
	fxgroups.ProvideEventTypes("customerspets", slices.Concat(
		events.TypesOf[customerspets.Customer]("customers:read", customerspets.CustomerCreated, customerspets.CustomerUpdated,
			customerspets.CustomerDeleted),
		events.TypesOf[customerspets.MergedCustomer]("customers:read", customerspets.CustomerMerged),
		events.Irreversible(events.TypesOf[customerspets.ErasedCustomer]("customers:read", customerspets.CustomerErased)...),
		events.TypesOf[customerspets.Pet]("customers:read", customerspets.PetCreated, customerspets.PetUpdated, customerspets.PetDeleted),
		events.TypesOf[customerspets.MergedPet]("customers:read", customerspets.PetMerged))...),
	fxgroups.ProvideAbilities("customerspets", "customers:read", "customers:write", "customers:export",
		"customers:erase"),
	fxgroups.ProvideReaction(lists.OnBreedChanged),
	fxgroups.ProvideReaction(lists.OnBreedDeleted),
	fxgroups.ProvideReaction(lists.OnColourCodeDeleted),
	fxgroups.ProvideReaction(lists.OnFieldRemoved),
	fxgroups.ProvideReaction(attachments.OnFileGone),
	fxgroups.ProvideReaction(lists.OnOptionsRemoved),
	fxgroups.ProvideSweeper(func(db *postgres.DB) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "customerspets", Name: "duplicates", Sweep: store.NewMerges(db).CountDuplicates, Every: time.Minute}
	}),
	fxgroups.ProvideImporter((*customerspets.Service).CustomerImport),
	fxgroups.ProvideImporter((*customerspets.Service).PetImport),
)
