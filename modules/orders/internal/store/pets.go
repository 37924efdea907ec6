package store

import (
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

func byPet(table *postgres.Table[orders.Order]) postgres.Inverted[orders.Order, uuid.UUID] {
	return postgres.Inverted[orders.Order, uuid.UUID]{
		Table:  table,
		Values: petsOf,
		Same:   func(a, b orders.Order) bool { return slices.Equal(petsOf(a), petsOf(b)) },
		Remove: "delete from orders.order_pets where account_id = $1 and order_id = any($2)",
		Add: `insert into orders.order_pets (account_id, pet_id, order_id)
			select $1, pet_id, order_id from unnest($2::uuid[], $3::uuid[]) as p (pet_id, order_id)`,
	}
}

// petsOf are the pets of an order and of its lines, each once.
func petsOf(o orders.Order) []uuid.UUID {
	pets := o.PetIDs.Get()
	for _, line := range o.Lines.Get() {
		if line.PetID != nil {
			pets = append(pets, *line.PetID)
		}
	}
	return ids.Distinct(pets)
}
