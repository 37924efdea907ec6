package customerspets

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/jsonb"
)

// showPet is the pet as the caller may see it, its secondary status named.
func (s *Service) showPet(ctx context.Context, p Pet) (Pet, error) {
	one := []Pet{p}
	err := s.showPets(ctx, p.AccountID, one)
	return one[0], err
}

func (s *Service) showPets(ctx context.Context, account uuid.UUID, pets []Pet) error {
	if err := nameStatuses(ctx, s.lists, account, pets); err != nil {
		return err
	}
	if !caller.From(ctx).IsCustomer() {
		return nil
	}
	form, err := s.lists.Form(ctx, account, OfPets)
	if err != nil {
		return err
	}
	for i := range pets {
		for key, rule := range form.Standard {
			if !rule.Visible {
				pets[i].hide(key)
			}
		}
		pets[i].CustomFields = jsonb.New(form.shown(pets[i].CustomFields.Get()))
	}
	return nil
}

// hide empties a key that a form field stands for; name and species are always shown.
func (p *Pet) hide(key string) {
	switch key {
	case "breed_ids":
		p.BreedIDs, p.Breed = jsonb.New([]uuid.UUID{}), nil
	case "sex":
		p.Sex = nil
	case "altered":
		p.Altered = nil
	case "birth_date":
		p.BirthDate = nil
	case "birth_date_precision":
		p.BirthDatePrecision = nil
	case "status":
		p.Status = nil
	case "deceased_on":
		p.DeceasedOn = nil
	case "secondary_pet_status_id":
		p.SecondaryPetStatusID, p.SecondaryPetStatus = nil, nil
	case "weight":
		p.Weight = jsonb.New((*PetWeight)(nil))
	case "vet":
		p.Vet = jsonb.New((*Vet)(nil))
	case "colour_code_ids":
		p.ColourCodeIDs = jsonb.New([]uuid.UUID{})
	case "tags":
		p.Tags = jsonb.New([]string{})
	case "external_id":
		p.ExternalID = nil
	default:
		if t, ok := p.texts()[key]; ok {
			*t = nil
		}
	}
}

// texts are the optional texts by key.
func (p *Pet) texts() map[string]**string {
	return map[string]**string{
		"coat": &p.Coat, "colour": &p.Colour, "markings": &p.Markings, "microchip": &p.Microchip,
		"feeding_instructions": &p.FeedingInstructions, "medications": &p.Medications, "allergies": &p.Allergies,
		"medical_notes": &p.MedicalNotes, "behaviour_notes": &p.BehaviourNotes, "grooming_notes": &p.GroomingNotes,
		"alert": &p.Alert,
	}
}
