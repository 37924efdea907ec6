package configlists

import "github.com/google/uuid"

// The public events of this module. Those of form fields are made by Form.event.
const (
	BreedCreated    = "breed.created"
	BreedUpdated    = "breed.updated"
	BreedGone       = "breed.deleted"
	BreedListLoaded = "breed.list_loaded"

	SecondaryPetStatusCreated = "secondary_pet_status.created"
	SecondaryPetStatusUpdated = "secondary_pet_status.updated"
	SecondaryPetStatusGone    = "secondary_pet_status.deleted"

	ColourCodeCreated = "colour_code.created"
	ColourCodeUpdated = "colour_code.updated"
	ColourCodeGone    = "colour_code.deleted"
)

// EventTypes are all public events of this module.
func EventTypes() []string {
	types := []string{
		BreedCreated, BreedUpdated, BreedGone, BreedListLoaded,
		SecondaryPetStatusCreated, SecondaryPetStatusUpdated, SecondaryPetStatusGone,
		ColourCodeCreated, ColourCodeUpdated, ColourCodeGone,
	}
	for _, form := range []Form{CustomerForm, PetForm} {
		for _, what := range []string{created, updated, deleted, reordered} {
			types = append(types, form.event(what))
		}
	}
	return types
}

const (
	created   = "created"
	updated   = "updated"
	deleted   = "deleted"
	reordered = "reordered"
)

// event is the public event type of what happened to a field of the form.
func (f Form) event(what string) string { return string(f) + "_field." + what }

// What follows is told to the other modules, in the transaction of the change.

// BreedChanged is published after a breed got another name or species, with its row locked until commit.
type BreedChanged struct {
	Account uuid.UUID
	Breed   Breed // as it is now
}

// BreedDeleted is published after a breed was deleted; its row stays locked until commit.
type BreedDeleted struct{ Account, ID uuid.UUID }

// ColourCodeDeleted is published after a colour code was deleted; its row stays locked until commit.
type ColourCodeDeleted struct {
	Account uuid.UUID
	Type    ColourCodeType
	ID      uuid.UUID
}

// FieldRemoved is published before a custom field is deleted, with its form locked. Whoever keeps values under the key
// removes them when Force is set; else it answers a conflict "in_use" if there are any.
type FieldRemoved struct {
	Account uuid.UUID
	Form    Form
	Key     string
	Force   bool
}

// OptionsRemoved is published before options leave a select or multi_select field, with its form locked. Whoever keeps
// such values removes them when Force is set; else it answers a conflict "in_use" if there are any.
type OptionsRemoved struct {
	Account uuid.UUID
	Form    Form
	Key     string
	Values  []string
	Force   bool
}
