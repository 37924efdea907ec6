// Package store keeps health records in PostgreSQL.
package store

import (
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/postgres"
)

// New makes the stores.
func New(db *postgres.DB) healthrecords.Stores {
	table := postgres.NewTable[healthrecords.Vaccination](db, postgres.TableOptions{
		Name: "healthrecords.vaccinations", SoftDelete: true, Changes: "healthrecords.vaccination_changes",
		Violations:   map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDTaken},
		DeletedHolds: map[string]error{"vaccinations_external_key": healthrecords.ErrExternalIDDeleted},
		Computed:     map[string]string{"type": typeOfVaccination, "current": "not t.replaced"},
	})
	return healthrecords.Stores{
		Pets:          pets{db},
		Announcements: announcements{table, db},
		Exemptions: exemptions{postgres.NewTable[healthrecords.Exemption](db, postgres.TableOptions{
			Name: "healthrecords.exemptions",
		}), db},
		Vaccinations: vaccinations{table, db},
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
