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
	"github.com/petcare/petcare/platform/kernel/privacy"
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
	// What of the tables is about persons: nearly everything.
	fxgroups.ProvidePersonal("customerspets",
		privacy.Table{Name: "customerspets.customers", Rows: "id = any(@customers)",
			Hidden: []string{"password_hash", "search", "known_by"}, Plain: []string{"erased_reason"},
			Blank: privacy.Record(map[string]string{"first_name": "null", "last_name": "null", "company_name": "null", "email": "null",
				"phones": "'[]'", "address": "'null'", "status": "'inactive'", "referral_source": "null", "contacts": "'[]'",
				"vet":             "'null'",
				"communication":   `'{"email_opt_in": false, "sms_opt_in": false, "marketing_opt_in": false}'`,
				"colour_code_ids": "'[]'", "tags": "'[]'", "alert": "null", "custom_fields": "'{}'", "external_id": "null",
				"login_enabled": "false", "login_last_login_at": "null", "password_hash": "null", "search": "''", "known_by": "''",
				"erased_at": "now()"})},
		privacy.Table{Name: "customerspets.pets", Rows: "customer_id = any(@customers)", Hidden: []string{"search",
			"name_key", "breed_names"},
			Plain: []string{"species", "breed_ids", "breed_names", "breed", "sex", "altered", "birth_date_precision", "status", "weight"},
			Blank: privacy.Record(map[string]string{"name": "'erased'", "name_key": "' erased'", "search": "' erased'", "vet": "'null'",
				"colour_code_ids": "'[]'", "tags": "'[]'", "custom_fields": "'{}'", "photo_file_id": "null", "external_id": "null",
				"coat": "null", "colour": "null", "markings": "null", "microchip": "null", "feeding_instructions": "null",
				"medications": "null",
				"allergies":   "null", "medical_notes": "null", "behaviour_notes": "null", "grooming_notes": "null", "alert": "null"})},
		privacy.Table{Name: "customerspets.customer_texts", Rows: "id = any(@customers)", Hidden: []string{"text"},
			Blank: map[string]string{"text": "''"}},
		privacy.Table{Name: "customerspets.pet_texts", Rows: "id = any(@pets)", Hidden: []string{"text"},
			Blank: map[string]string{"text": "' erased'"}},
		privacy.Table{Name: "customerspets.duplicate_keys", Erase: `
			with gone as (
				delete from customerspets.duplicate_keys where account_id = @account and (id = any(@customers) or id = any(@pets))
				returning kind, reason, key
			)
			insert into customerspets.duplicate_changes (account_id, kind, reason, key, n)
			select cast(@account as uuid), kind, reason, key, -1 from gone`},
		privacy.Table{Name: "customerspets.duplicate_changes", Plain: []string{"kind"}},
		privacy.Table{Name: "customerspets.duplicate_counts", Plain: []string{"kind"}},
		privacy.Table{Name: "customerspets.dismissed_duplicates", Delete: true,
			Rows: "id = any(@customers) or other_id = any(@customers) or id = any(@pets) or other_id = any(@pets)"},
		privacy.Table{Name: "customerspets.merges", Plain: []string{"kind"},
			Rows:   "source_id = any(@customers) or target_id = any(@customers) or source_id = any(@pets)",
			Hidden: []string{"source_password_hash", "target_password_hash"},
			Blank: map[string]string{"external_id": "null", "source_password_hash": "null", "target_password_hash": "null",
				"source_last_login_at": "null", "target_last_login_at": "null"}},
	),
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
