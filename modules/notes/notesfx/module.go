// Package notesfx plugs notes into the application.
package notesfx

import (
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/modules/notes/internal/parents"
	"github.com/petcare/petcare/modules/notes/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// Module is everything that notes brings.
var Module = fxgroups.Module("notes",
	fx.Provide(fx.Private,
		fx.Annotate(store.New, fx.As(new(notes.Store))),
		fx.Annotate(parents.New, fx.As(new(notes.Parents))),
	),
	fx.Provide(notes.NewService),
	// What of the tables is about persons: what is written about customers, their pets and their orders.
	fxgroups.ProvidePersonal("notes",
		privacy.Table{Name: "notes.notes", Late: true, Rows: "parent_id = any(@records)",
			Plain: []string{"parent_type", "category", "visibility"},
			Blank: privacy.Record(map[string]string{"title": "null", "body": "'erased'", "external_id": "null", "author": "null"})},
		privacy.Table{Name: "notes.deleted_external_ids", Late: true, Rows: "note_id = any(@mentioned)", Delete: true},
	),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "notes", Files: fxgroups.Sub(notes.Files)}),
	fxgroups.ProvideEventTypes("notes", events.TypesOf[notes.Note]("notes:read", notes.Created, notes.Updated, notes.Deleted)...),
	fxgroups.ProvideAbilities("notes", "notes:read", "notes:write"),
	fxgroups.ProvideReaction(parents.OnCustomersMerged),
	fxgroups.ProvideReaction(parents.OnPetsMerged),
	fxgroups.ProvideImporter((*notes.Service).Import),
)
