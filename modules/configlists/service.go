// Package configlists keeps what an account configures: breeds, secondary pet statuses, colour codes and form fields.
package configlists

import (
	"context"

	"github.com/google/uuid"
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
	fields      map[Form]*record.Life[Field] // each form's have events of their own
	places      *record.Life[Field]          // of which no event tells; see writeOrder
	standard    map[Form][]Field             // see template
}

// NewService makes a Service.
func NewService(store Store, env record.Env, bus *events.Bus) *Service {
	s := &Service{
		env: env, store: store, bus: bus, fields: map[Form]*record.Life[Field]{},
		standard: map[Form][]Field{CustomerForm: template(CustomerForm, customerStandard()), PetForm: template(PetForm, petStandard())},
	}
	s.breeds = record.NewLife(env, store.Breeds, record.EventsOf(breed)).Reverting(s.breedsBack())
	env.Kinds.Add(loadedLists{s}, BreedListLoaded)
	s.statuses = record.NewLife(env, store.Statuses, record.EventsOf(secondaryPetStatus)).Reverting(record.Reverting[SecondaryPetStatus]{
		Derive: func(st *SecondaryPetStatus) { st.Names = namesOf(st.Name) },
	})
	s.colourCodes = record.NewLife(env, store.ColourCodes, record.EventsOf(colourCode)).Reverting(s.colourCodesBack())
	s.places = record.NewLife(env, store.Fields, record.EventTypes{})
	for _, form := range []Form{CustomerForm, PetForm} {
		s.fields[form] = record.NewLife(env, store.Fields, record.EventsOf(form.field())).Reverting(s.fieldsBack(form)).Within(form.hasCustom)
		env.Kinds.Add(fieldOrders{s, form}, form.field()+reordered)
	}
	return s
}

// What is locked beside rows.
const (
	breedList  = "breeds"
	statusList = "secondary pet statuses"
)

func (t ColourCodeType) lock() string { return string(t) + " colour codes" }

func (form Form) lock() string { return string(form) + " form" }

// lock locks a list of the account until the transaction ends.
func (s *Service) lock(ctx context.Context, account uuid.UUID, list string) error {
	return s.store.Locks.Lock(ctx, lockKey(account, list))
}

func lockKey(account uuid.UUID, list string) string {
	return "configlists/" + account.String() + "/" + list
}
