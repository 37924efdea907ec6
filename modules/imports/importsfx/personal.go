package importsfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: any file may be, so all go that are not being applied, with their faults.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("imports",
		privacy.Table{Name: "imports.imports", Erase: `
		with gone as (
			delete from imports.imports where account_id = @account and status <> 'applying' returning id
		)
		delete from imports.chunks c using gone g where c.account_id = @account and c.blob_id = g.id`},
		privacy.Table{Name: "imports.faults", Plain: []string{"record_type", "column_name", "field", "code", "message", "value"}},
	)
}
