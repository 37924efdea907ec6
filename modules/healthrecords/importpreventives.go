package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// PreventiveLine is an import line of type "preventive".
type PreventiveLine struct {
	Pet            string     `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet" example:"P-1"`
	PreventiveType string     `json:"preventive_type" minLength:"1" maxLength:"100" doc:"External id of the preventive type" example:"PT-1"`
	Product        *string    `json:"product,omitempty" maxLength:"120" doc:"What was given" example:"Tickaway Spot-On"`
	AdministeredOn *clock.Day `json:"administered_on,omitempty" format:"date" example:"2026-03-14"`
	ExpiresOn      clock.Day  `json:"expires_on" format:"date" doc:"The last day of protection" example:"2026-04-13"`
	Note           *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Given by the owner."`
}

// Docs describes the keys whose texts are too long for a tag.
func (PreventiveLine) Docs() map[string]string {
	return map[string]string{"administered_on": "When it was given: not after expires_on, not in the future"}
}

// PreventiveImport offers "preventive" to the import.
func (s *Service) PreventiveImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[PreventiveLine]{
		Name:  "preventive",
		After: []string{"pet", "preventive_type"},
		Refs: func(l *PreventiveLine, refer func(field, recordType, externalID string)) {
			refer("pet", "pet", l.Pet)
			refer("preventive_type", "preventive_type", l.PreventiveType)
		},
		Find:  s.stores.Preventives.IDs,
		Apply: s.importPreventives,
		Export: importing.Exported[PreventiveLine](s.preventives, importing.Export[Preventive]{
			Names:   map[string]string{"pet": "pet", "preventive_type": "preventive_type"},
			Without: followsFromDays,
		}),
	})
}

// keepPets keeps the pets of lines from being removed, and returns their ids. A line whose pet was removed after the import had found it
// gets a fault.
func keepPets[L any](ctx context.Context, s *Service, account uuid.UUID, batch []importing.Record[L],
	pet func(L) uuid.UUID) ([]uuid.UUID, error) {
	ids := lists.Map(batch, func(line importing.Record[L]) uuid.UUID { return pet(line.Line) })
	kept, err := s.pets.Keep(ctx, account, ids)
	if err != nil {
		return nil, err
	}
	for i, line := range batch {
		if !kept[ids[i]] {
			line.Errors.Add("pet", "not_found", "is not a pet of the account any more")
		}
	}
	return ids, nil
}

func (s *Service) importPreventives(ctx context.Context, account uuid.UUID, batch []importing.Record[PreventiveLine],
	resolve importing.Resolve) error {
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	if _, err := keepPets(ctx, s, account, batch, func(l PreventiveLine) uuid.UUID { return resolve("pet", l.Pet) }); err != nil {
		return err
	}
	preventives := s.preventives.Completed(today.preventives)
	return importing.Upsert(ctx, preventives, account, batch, func(line importing.Record[PreventiveLine], to *Preventive) error {
		l := line.Line
		today.checkDays(l.ExpiresOn, l.AdministeredOn, line.Errors)
		to.PetID, to.PreventiveTypeID = resolve("pet", l.Pet), resolve("preventive_type", l.PreventiveType)
		to.Product, to.Note, to.ExternalID = text.Optional(l.Product), text.Optional(l.Note), &line.ExternalID
		to.AdministeredOn, to.ExpiresOn = l.AdministeredOn, l.ExpiresOn
		return nil
	})
}
