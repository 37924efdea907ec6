package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/record"
)

// Insert adds orders and notes their pets in order_pets.
func (s *Store) Insert(ctx context.Context, list ...orders.Order) error {
	if err := s.Table.Insert(ctx, list...); err != nil {
		return err
	}
	return s.notePets(ctx, list)
}

// Update changes orders and keeps order_pets in step.
func (s *Store) Update(ctx context.Context, changes ...record.Change[orders.Order]) error {
	if err := s.Table.Update(ctx, changes...); err != nil {
		return err
	}
	var of []uuid.UUID
	var moved []orders.Order
	for _, c := range changes {
		if !slices.Equal(petsOf(c.Before), petsOf(c.After)) {
			of, moved = append(of, c.After.ID), append(moved, c.After)
		}
	}
	if len(moved) == 0 {
		return nil
	}
	account := moved[0].AccountID
	if err := s.db.Queue(ctx, nil, "delete from orders.order_pets where account_id = $1 and order_id = any($2)", account, of); err != nil {
		return fmt.Errorf("forget the pets of orders: %w", err)
	}
	return s.notePets(ctx, moved)
}

func (s *Store) notePets(ctx context.Context, list []orders.Order) error {
	var of, pets []uuid.UUID
	for _, o := range list {
		for _, pet := range petsOf(o) {
			of, pets = append(of, o.ID), append(pets, pet)
		}
	}
	if len(of) == 0 {
		return nil
	}
	err := s.db.Queue(ctx, nil, `insert into orders.order_pets (account_id, pet_id, order_id)
		select $1, pet_id, order_id from unnest($2::uuid[], $3::uuid[]) as p (pet_id, order_id)`, list[0].AccountID, pets, of)
	if err != nil {
		return fmt.Errorf("note the pets of orders: %w", err)
	}
	return nil
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
