package healthrecordsfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: free texts about pets.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("healthrecords",
		privacy.Table{Name: "healthrecords.preventive_types", Plain: []string{"name", "category", "species", "external_id"}},
		privacy.Table{Name: "healthrecords.vaccination_types", Plain: []string{"name", "name_key", "abbreviation",
			"species", "required_for", "external_id"}},
		privacy.Table{Name: "healthrecords.vaccinations", Rows: "pet_id = any(@pets)", Plain: []string{"known_status"},
			Hidden: []string{"known_status", "known_on"}, Blank: privacy.Record(map[string]string{"manufacturer": "null",
				"lot_number": "null",
				"clinic":     "null", "veterinarian": "null", "note": "null", "external_id": "null", "proof_file_id": "null"})},
		privacy.Table{Name: "healthrecords.preventives", Rows: "pet_id = any(@pets)",
			Blank: privacy.Record(map[string]string{"product": "null", "note": "null", "external_id": "null"})},
		privacy.Table{Name: "healthrecords.exemptions", Rows: "pet_id = any(@pets)", Plain: []string{"kind"},
			Blank: privacy.Record(map[string]string{"note": "null", "external_id": "null"})},
	)
}
