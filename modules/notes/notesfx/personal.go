package notesfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: what is written about customers, their pets and their orders.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("notes",
		privacy.Table{Name: "notes.notes", Late: true, Rows: "parent_id = any(@records)",
			Plain: []string{"parent_type", "category", "visibility"},
			Blank: privacy.Record(map[string]string{"title": "null", "body": "'erased'", "external_id": "null", "author": "null"})},
		privacy.Table{Name: "notes.deleted_external_ids", Late: true, Rows: "note_id = any(@mentioned)", Delete: true},
	)
}
