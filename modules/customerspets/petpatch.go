package customerspets

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// PetDetails are the keys that the API and the import write alike, but for name and species.
type PetDetails struct {
	Sex       patch.Field[string]    `json:"sex,omitzero" nullable:"false" enum:"male,female,unknown" doc:"Sex (unknown)" example:"male"`
	Altered   patch.Field[string]    `json:"altered,omitzero" nullable:"false" enum:"yes,no,unknown" doc:"Neutered or spayed (unknown)"`
	BirthDate patch.Field[clock.Day] `json:"birth_date,omitzero" format:"date" doc:"Date of birth, not in the future" example:"2021-05-04"`

	BirthDatePrecision patch.Field[string] `json:"birth_date_precision,omitzero" enum:"day,month,year,estimated" doc:"How exact birth_date is"`

	Status              patch.Field[PetStatus]      `json:"status,omitzero" nullable:"false" enum:"active,inactive,deceased"`
	DeceasedOn          patch.Field[clock.Day]      `json:"deceased_on,omitzero" format:"date" example:"null"`
	Weight              patch.Field[PetWeightPatch] `json:"weight,omitzero" doc:"Weight"`
	Coat                patch.Field[string]         `json:"coat,omitzero" maxLength:"100" doc:"Coat" example:"curly"`
	Colour              patch.Field[string]         `json:"colour,omitzero" maxLength:"100" doc:"Colour" example:"apricot"`
	Markings            patch.Field[string]         `json:"markings,omitzero" maxLength:"100" doc:"Markings" example:"white bib"`
	Microchip           patch.Field[string]         `json:"microchip,omitzero" maxLength:"23" doc:"Microchip number" example:"999000000012345"`
	Vet                 patch.Field[VetPatch]       `json:"vet,omitzero" doc:"Veterinary practice, when it is not the owner's"`
	FeedingInstructions patch.Field[string]         `json:"feeding_instructions,omitzero" maxLength:"4000" example:"Half a cup twice a day"`

	Medications    patch.Field[string] `json:"medications,omitzero" maxLength:"4000" doc:"Medication" example:"None"`
	Allergies      patch.Field[string] `json:"allergies,omitzero" maxLength:"4000" doc:"Allergies" example:"Chicken"`
	MedicalNotes   patch.Field[string] `json:"medical_notes,omitzero" maxLength:"4000" doc:"Medical notes" example:"Heart murmur, grade 2"`
	BehaviourNotes patch.Field[string] `json:"behaviour_notes,omitzero" maxLength:"4000" doc:"Behaviour" example:"Shy at first"`
	GroomingNotes  patch.Field[string] `json:"grooming_notes,omitzero" maxLength:"4000" doc:"Grooming" example:"Hates the dryer"`

	Alert patch.Field[string]   `json:"alert,omitzero" maxLength:"500" doc:"What staff must know at once" example:"Escape artist"`
	Tags  patch.Field[[]string] `json:"tags,omitzero" maxItems:"50" minLength:"1" maxLength:"40" doc:"Free labels; repeated ones count once"`

	CustomFields patch.Field[map[string]any] `json:"custom_fields,omitzero" maxProperties:"100"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PetDetails) Docs() map[string]string {
	return map[string]string{
		"status":               "Whether the pet still comes (active)",
		"deceased_on":          "Date of death, only with the status deceased, not in the future and not before birth_date",
		"feeding_instructions": "How to feed",
		"custom_fields":        "Values of the account's own fields, by field key; null removes one",
	}
}

// PetLinks are the references of a pet by id, and its external id. Import lines have other keys for them.
type PetLinks struct {
	BreedIDs             patch.Field[[]uuid.UUID] `json:"breed_ids,omitzero" maxItems:"5" uniqueItems:"true"`
	SecondaryPetStatusID patch.Field[uuid.UUID]   `json:"secondary_pet_status_id,omitzero" format:"uuid" doc:"Secondary pet status"`

	ColourCodeIDs patch.Field[[]uuid.UUID] `json:"colour_code_ids,omitzero" maxItems:"20" uniqueItems:"true" doc:"Of type pet: a set"`
	ExternalID    patch.Field[string]      `json:"external_id,omitzero" maxLength:"100" doc:"Id in the system it came from" example:"P-0001"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PetLinks) Docs() map[string]string {
	return map[string]string{"breed_ids": "Breeds of the account and species, in the order in which they are shown"}
}

// PetCreate is what a new pet is made from.
type PetCreate struct {
	Name    string `json:"name" minLength:"1" maxLength:"100" doc:"Name" example:"Biscuit"`
	Species string `json:"species" format:"species" doc:"Species" example:"dog"`
	PetDetails
	PetLinks
}

// PetPatch is a change of a pet.
type PetPatch struct {
	Name    patch.Field[string] `json:"name,omitzero" nullable:"false" minLength:"1" maxLength:"100" example:"Biscuit"`
	Species patch.Field[string] `json:"species,omitzero" nullable:"false" format:"species" doc:"Species; the breeds are of it" example:"dog"`
	PetDetails
	PetLinks
	PhotoFileID patch.Field[uuid.UUID] `json:"photo_file_id,omitzero" format:"uuid" doc:"A picture among the files of the pet"`
}

// patch is the new pet as a change of an empty one.
func (d PetCreate) patch() PetPatch {
	return PetPatch{Name: patch.Of(d.Name), Species: patch.Of(d.Species), PetDetails: d.PetDetails, PetLinks: d.PetLinks}
}

// PetWeightPatch is a change of a weight.
type PetWeightPatch struct {
	Value patch.Field[string] `json:"value,omitzero" nullable:"false" maxLength:"9" format:"weight" example:"12.5"`
	Unit  patch.Field[string] `json:"unit,omitzero" nullable:"false" enum:"kg,lb" doc:"Unit" example:"kg"`
}

// Docs describes the keys whose texts are too long for a tag.
func (PetWeightPatch) Docs() map[string]string {
	return map[string]string{"value": "A decimal number greater than 0, at most 20000, with up to 3 decimals"}
}
