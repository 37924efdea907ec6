package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ExemptionLine is an import line of type "exemption".
type ExemptionLine struct {
	importing.Dated
	Pet             string     `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet; does not change later" example:"P-1"`
	VaccinationType string     `json:"vaccination_type" minLength:"1" maxLength:"100" example:"Rabies"`
	Kind            string     `json:"kind" enum:"titer,medical,age,owner_declined" doc:"Why" example:"titer"`
	Until           *clock.Day `json:"until,omitempty" format:"date" doc:"The last day on which it counts (no end)" example:"2027-03-14"`
	Note            *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Titer of 1:320, letter on file."`
}

// Docs describes the keys whose texts are too long for a tag.
func (ExemptionLine) Docs() map[string]string {
	return map[string]string{
		"vaccination_type": "External id or name of the vaccination type; the case of a name does not count. Does not change later",
	}
}

// ExemptionImport offers "exemption" to the import.
func (s *Service) ExemptionImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[ExemptionLine]{
		Name:  "exemption",
		After: []string{"pet", "vaccination_type"},
		Begin: s.ensureBuiltIns,
		Refs: func(l *ExemptionLine, refer func(field, recordType, externalID string)) {
			refer("pet", "pet", l.Pet)
		},
		Find:  s.stores.Exemptions.IDs,
		Apply: s.importExemptions,
		Export: importing.Exported[ExemptionLine](s.exemptions, importing.Export[Exemption]{
			Names: map[string]string{"pet": "pet", "vaccination_type": "vaccination_type"},
		}),
	})
}

func (s *Service) importExemptions(ctx context.Context, account uuid.UUID, batch []importing.Record[ExemptionLine],
	resolve importing.Resolve) error {
	names := lists.Map(batch, func(r importing.Record[ExemptionLine]) string { return r.Line.VaccinationType })
	types, err := s.typesNamed(ctx, account, names)
	if err != nil {
		return err
	}
	if _, err := keepPets(ctx, s, account, batch, func(l ExemptionLine) uuid.UUID { return resolve("pet", l.Pet) }); err != nil {
		return err
	}
	return importing.Upsert(ctx, s.exemptions, account, batch, func(line importing.Record[ExemptionLine], to *Exemption) error {
		l := line.Line
		of, known := types[l.VaccinationType]
		pet := resolve("pet", l.Pet)
		switch {
		case !known:
			line.Errors.Add("vaccination_type", "unknown", "is not the external id or name of a vaccination type of this account")
		case line.Exists && to.VaccinationTypeID != of.ID:
			line.Errors.Add("vaccination_type", "immutable", "is another type than the exemption has, and that cannot change")
		case line.Exists && to.PetID != pet:
			line.Errors.Add("pet", "immutable", "is another pet than the exemption is of, and that cannot change")
		}
		checkUntil(l.Until, line.Errors)
		to.PetID, to.VaccinationTypeID, to.Kind, to.Until = pet, of.ID, l.Kind, l.Until
		to.Note, to.ExternalID = text.Optional(l.Note), &line.ExternalID
		return nil
	})
}
