package incidents

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// IncidentLine is an import line of type "incident".
type IncidentLine struct {
	importing.Dated
	Pet    string `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet" example:"P-1"`
	Kind   Kind   `json:"kind" enum:"bite,injury,escape" doc:"What sort it was" example:"bite"`
	Status Status `json:"status,omitempty" enum:"open,closed" doc:"Whether somebody still has to do something (closed)" example:"closed"`

	OccurredOn  clock.Day `json:"occurred_on" format:"date" doc:"When it happened" example:"2024-06-01"`
	Description string    `json:"description" minLength:"1" maxLength:"5000" doc:"What happened" example:"Snapped at another dog at the gate."`
	ActionTaken *string   `json:"action_taken,omitempty" maxLength:"2000" doc:"What was done about it" example:"Owner called."`
}

// Import offers "incident" to the import.
func (s *Service) Import() importing.Type {
	return importing.For("incidents", importing.Spec[IncidentLine]{
		Name:  "incident",
		After: []string{"pet"},
		Refs:  func(l *IncidentLine, refer func(field, recordType, externalID string)) { refer("pet", "pet", l.Pet) },
		Find:  s.store.IDs,
		Apply: s.importIncidents,
		Export: importing.Exported[IncidentLine](s.incidents, importing.Export[Incident]{
			Names:   map[string]string{"pet": "pet"},
			Without: map[string]string{"customer_id": "it is the pet's owner"},
		}),
	})
}

func (s *Service) importIncidents(ctx context.Context, account uuid.UUID, batch []importing.Record[IncidentLine],
	resolve importing.Resolve) error {
	var pets []uuid.UUID
	for _, line := range batch {
		pets = append(pets, resolve("pet", line.Line.Pet))
	}
	owners, err := s.pets.Owners(ctx, account, pets)
	if err != nil {
		return err
	}
	return importing.Upsert(ctx, s.incidents, account, batch, func(line importing.Record[IncidentLine], to *Incident) error {
		l, pet := line.Line, resolve("pet", line.Line.Pet)
		if line.Exists && to.PetID != pet {
			line.Errors.Add("pet", "immutable", "is not the pet of the incident so far, and that cannot change")
			return nil
		}
		if !line.Exists {
			to.PetID, to.CustomerID, to.Status = pet, owners[pet], Closed
		}
		if l.Status != "" {
			to.Status = l.Status
		}
		to.Kind, to.OccurredOn, to.Description = l.Kind, l.OccurredOn, l.Description
		to.ActionTaken, to.ExternalID = text.Optional(l.ActionTaken), &line.ExternalID
		s.checkDay(to.OccurredOn, line.Errors)
		return nil
	})
}
