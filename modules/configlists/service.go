// Package configlists keeps what an account configures: breeds, secondary pet statuses, colour codes and form fields.
package configlists

import (
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Service is what configlists offers.
type Service struct {
	env         record.Env
	store       Store
	bus         *events.Bus
	breeds      *record.Life[Breed]
	statuses    *record.Life[SecondaryPetStatus]
	colourCodes *record.Life[ColourCode]
	fields      map[Form]*record.Life[Field] // the fields of each form have events of their own
	reordered   *record.Life[Field]          // one event tells the order of all fields, so no field tells its own
	master      MasterList
	templates   templates
}

// NewService makes a Service.
func NewService(store Store, env record.Env, bus *events.Bus, master MasterList) *Service {
	s := &Service{
		env: env, store: store, bus: bus, master: master, templates: newTemplates(),
		breeds:      record.NewLife(env, store.Breeds, typesOf(breed)),
		statuses:    record.NewLife(env, store.Statuses, typesOf(secondaryPetStatus)),
		colourCodes: record.NewLife(env, store.ColourCodes, typesOf(colourCode)),
		fields:      map[Form]*record.Life[Field]{},
		reordered:   record.NewLife(env, store.Fields, record.EventTypes{}),
	}
	for _, form := range []Form{CustomerForm, PetForm} {
		s.fields[form] = record.NewLife(env, store.Fields, typesOf(form.field())).Within(form.hasCustom)
	}
	return s
}
