// Package store keeps health records in PostgreSQL.
package store

import (
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes the stores.
func New(db *postgres.DB) healthrecords.Stores {
	given := newVaccinations(db)
	return healthrecords.Stores{
		Pets:          pets{db},
		Announcements: announcements{given.Table, db},
		Exemptions: exemptions{postgres.NewTable[healthrecords.Exemption](db, postgres.TableOptions{
			Name: "healthrecords.exemptions",
		}), db},
		Vaccinations: given,
		VaccinationTypes: vaccinationTypes{postgres.NewTable[healthrecords.VaccinationType](db, postgres.TableOptions{
			Name: "healthrecords.vaccination_types", SoftDelete: true,
			Violations: map[string]error{"vaccination_types_name_key": healthrecords.ErrNameTaken},
		})},
		Preventives: preventives{postgres.NewTable[healthrecords.Preventive](db, postgres.TableOptions{
			Name: "healthrecords.preventives", Computed: map[string]string{"type": typeOfPreventive},
		})},
		PreventiveTypes: preventiveTypes{postgres.NewTable[healthrecords.PreventiveType](db, postgres.TableOptions{
			Name: "healthrecords.preventive_types",
		})},
	}
}
