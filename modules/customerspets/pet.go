package customerspets

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// PetStatus says whether a pet still comes.
type PetStatus string

// The statuses of a pet.
const (
	PetActive   PetStatus = "active"
	PetInactive PetStatus = "inactive"
	PetDeceased PetStatus = "deceased"
)

// Unknown is the sex of a pet, and whether it is altered, until somebody says.
const Unknown = "unknown"

// Pet is a customer's animal as the API and events show it.
type Pet struct {
	record.Meta
	CustomerID uuid.UUID             `json:"customer_id" format:"uuid" doc:"The owner"`
	Name       string                `json:"name" minLength:"1" maxLength:"100" doc:"Name" example:"Biscuit"`
	Species    string                `json:"species" format:"species" doc:"Species" example:"dog"`
	BreedIDs   jsonb.Of[[]uuid.UUID] `json:"breed_ids" maxItems:"5" doc:"Of the account and species, in the order shown"`
	BreedNames jsonb.Of[[]string]    `json:"-"` // of breed_ids, in their order

	Breed   *string `json:"breed" maxLength:"420" example:"Cavapoo / Beagle"`
	Sex     *string `json:"sex" enum:"male,female,unknown" doc:"Sex; null only for customers who may not see it" example:"male"`
	Altered *string `json:"altered" enum:"yes,no,unknown" doc:"Neutered or spayed; null only for customers who may not see it" example:"yes"`

	BirthDate          *clock.Day `json:"birth_date" format:"date" doc:"Date of birth" example:"2021-05-04"`
	BirthDatePrecision *string    `json:"birth_date_precision" enum:"day,month,year,estimated" doc:"How exact birth_date is" example:"day"`

	PhotoFileID *uuid.UUID `json:"photo_file_id" format:"uuid" doc:"A picture among the files of the pet"`
	Photo       *PetPhoto  `json:"photo" gorm:"-" doc:"Its small preview; null when there is no photo"`

	Status *PetStatus `json:"status" enum:"active,inactive,deceased" doc:"Whether it still comes; null only for customers who may not see it"`

	DeceasedOn           *clock.Day `json:"deceased_on" format:"date" doc:"Date of death, only with the status deceased" example:"null"`
	SecondaryPetStatusID *uuid.UUID `json:"secondary_pet_status_id" format:"uuid" doc:"Secondary pet status; may name one that is gone"`

	SecondaryPetStatus  *PetSecondaryStatus  `json:"secondary_pet_status" gorm:"-" doc:"Null when there is none or it is gone"`
	Weight              jsonb.Of[*PetWeight] `json:"weight" doc:"Weight"`
	Coat                *string              `json:"coat" maxLength:"100" doc:"Coat" example:"curly"`
	Colour              *string              `json:"colour" maxLength:"100" doc:"Colour" example:"apricot"`
	Markings            *string              `json:"markings" maxLength:"100" doc:"Markings" example:"white bib"`
	Microchip           *string              `json:"microchip" maxLength:"23" doc:"Microchip number" example:"999000000012345"`
	Vet                 jsonb.Of[*Vet]       `json:"vet" doc:"Veterinary practice, when it is not the owner's"`
	FeedingInstructions *string              `json:"feeding_instructions" maxLength:"4000" doc:"How to feed" example:"Half a cup twice a day"`

	Medications    *string                  `json:"medications" maxLength:"4000" doc:"Medication"`
	Allergies      *string                  `json:"allergies" maxLength:"4000" doc:"Allergies" example:"Chicken"`
	MedicalNotes   *string                  `json:"medical_notes" maxLength:"4000" doc:"Medical notes"`
	BehaviourNotes *string                  `json:"behaviour_notes" maxLength:"4000" doc:"Behaviour"`
	GroomingNotes  *string                  `json:"grooming_notes" maxLength:"4000" doc:"Grooming"`
	Alert          *string                  `json:"alert" maxLength:"500" doc:"What staff must know at once" example:"Escape artist"`
	ColourCodeIDs  jsonb.Of[[]uuid.UUID]    `json:"colour_code_ids" maxItems:"20" doc:"Colour codes of type pet: a set, shown in order of id"`
	Tags           jsonb.Of[[]string]       `json:"tags" maxItems:"50" maxLength:"40" doc:"Free labels"`
	CustomFields   jsonb.Of[map[string]any] `json:"custom_fields" maxProperties:"100" doc:"Values of the account's own fields, by field key"`
	ExternalID     *string                  `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"P-0001"`
	MergedInto     *uuid.UUID               `json:"merged_into,omitempty" gorm:"-" format:"uuid" doc:"Only in pet.deleted: where it went"`
	NameKey        string                   `json:"-"` // the name as searches look for it
	Search         string                   `json:"-"` // see index
}

// Docs describes the keys whose texts are too long for a tag.
func (Pet) Docs() map[string]string {
	return map[string]string{"breed": "The names of the breeds in that order, joined with \" / \"; null when there are none"}
}

// MergedPet is a pet into which another one was merged, as the event pet.merged shows it.
type MergedPet struct {
	Pet
	SourceID uuid.UUID `json:"source_id" gorm:"-" format:"uuid" doc:"The pet that is gone: what hung on it hangs on this one"`
}

// ListedPet is a pet with its owner's name.
type ListedPet struct {
	Pet
	Customer PetCustomer `json:"customer" gorm:"-" doc:"The owner"`
	FoundIn  []Found     `json:"found_in,omitempty" gorm:"-" maxItems:"20" doc:"With sort=relevance, for staff: where the words were found"`
}

// PetCustomer is a customer as its pets show it.
type PetCustomer struct {
	ID    uuid.UUID `json:"id" format:"uuid" doc:"Id of the customer"`
	Name  string    `json:"name" maxLength:"201" doc:"First and last name" example:"Rosalind Okafor-Hughes"`
	Phone *string   `json:"phone" maxLength:"40" doc:"The primary one as E.164, or null; ;ext=4 is an extension" example:"+447700900123"`
}

// PetSecondaryStatus is a secondary pet status as a pet shows it.
type PetSecondaryStatus struct {
	ID   uuid.UUID `json:"id" format:"uuid" doc:"Id of the status"`
	Name string    `json:"name" maxLength:"60" doc:"Name of the status" example:"Senior"`
}

// PetPhoto is where a client finds the photo of a pet.
type PetPhoto struct {
	ID  uuid.UUID `json:"id" format:"uuid" doc:"Id of the file"`
	URL string    `json:"url" maxLength:"200" doc:"Path of its preview of 256 pixels, for which a credential is needed as for the file"`
}

// PhotoAt returns where the photo of the pet is found, or nil.
func (p *Pet) PhotoAt() *PetPhoto {
	if p.PhotoFileID == nil {
		return nil
	}
	return &PetPhoto{*p.PhotoFileID, "/v1/accounts/" + p.AccountID.String() + "/files/" + p.PhotoFileID.String() + "/content?size=256"}
}

// PetWeight is what a pet weighs.
type PetWeight struct {
	Value string `json:"value" maxLength:"9" format:"weight" doc:"Greater than 0, at most 20000, with up to 3 decimals" example:"12.5"`
	Unit  string `json:"unit" enum:"kg,lb" doc:"Unit" example:"kg"`
}
