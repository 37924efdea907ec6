package configlists

import (
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// The records of this module as their public events name them; form fields are named by Form.field.
const (
	breed              = "breed"
	secondaryPetStatus = "secondary_pet_status"
	colourCode         = "colour_code"
)

func (form Form) field() string { return string(form) + "_field" }

// The public events beside those of each record.
const (
	BreedListLoaded = "breed.list_loaded"
	reordered       = ".reordered"
)

// EventTypes describes all public events of this module.
func EventTypes() []events.Type {
	const ability = "config:read"
	loaded := events.TypesOf[ListLoaded](ability, BreedListLoaded)
	loaded[0].Description = "The list of breeds was filled from the list that comes with the service."
	list := slices.Concat(loaded, typesFor[Breed](ability, breed), typesFor[SecondaryPetStatus](ability, secondaryPetStatus),
		typesFor[ColourCode](ability, colourCode))
	for _, form := range []Form{CustomerForm, PetForm} {
		order := events.TypesOf[FieldOrder](ability, form.field()+reordered)
		order[0].Description = "The custom fields of the " + string(form) + " form were put into another order. moved has what is new in " +
			"each field whose place changed."
		list = append(append(list, typesFor[Field](ability, form.field())...), order...)
	}
	return list
}

func typesFor[R any](ability, name string) []events.Type {
	t := record.EventsOf(name)
	return events.TypesOf[R](ability, t.Created, t.Updated, t.Deleted)
}

// The events below are published to the other modules, in the transaction of the change.

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
// removes them when Force is set; otherwise it fails with a conflict "in_use" if there are any.
type FieldRemoved struct {
	Account uuid.UUID
	Form    Form
	Key     string
	Force   bool
}

// OptionsRemoved is published before options leave a select or multi_select field, with its form locked. Whoever keeps
// such values removes them when Force is set; otherwise it fails with a conflict "in_use" if there are any.
type OptionsRemoved struct {
	Account uuid.UUID
	Form    Form
	Key     string
	Values  []string
	Force   bool
}
