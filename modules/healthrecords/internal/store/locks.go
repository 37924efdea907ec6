package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/postgres"
)

// Locks are taken in this order: vaccination types, pets, vaccinations; rows of one table by id. Whoever writes a vaccination locks its pet
// first, and nobody else locks vaccinations: a write may change the column replaced of others of the pet.

// lockPets queues a lock of the pets whose ids a query finds; its first parameter is the account.
func lockPets(ctx context.Context, db *postgres.DB, pets string, args ...any) error {
	return queueLock(ctx, db, "select 1 from (select distinct id from ("+pets+`) as of (id) order by id) as asked
		cross join lateral (select 1 from healthrecords.pets where account_id = $1 and id = asked.id for no key update) as held`, args...)
}

func queueLock(ctx context.Context, db *postgres.DB, statement string, args ...any) error {
	if err := db.Queue(ctx, nil, statement, args...); err != nil {
		return fmt.Errorf("lock the pets of vaccinations: %w", err)
	}
	return nil
}

// lockPetsOf queues a lock of the pets of new vaccinations.
func (s vaccinations) lockPetsOf(ctx context.Context, list []healthrecords.Vaccination) error {
	switch len(list) {
	case 0:
		return nil
	case 1: // the most frequent case has a simpler plan
		return queueLock(ctx, s.db, "select 1 from healthrecords.pets where account_id = $1 and id = $2 for no key update",
			list[0].AccountID, list[0].PetID)
	}
	pets := make([]uuid.UUID, len(list))
	for i, v := range list {
		pets[i] = v.PetID
	}
	return lockPets(ctx, s.db, "select unnest($2::uuid[])", list[0].AccountID, pets)
}

// ForUpdate implements record.Store.
func (s vaccinations) ForUpdate(ctx context.Context, account, id uuid.UUID) (healthrecords.Vaccination, error) {
	return s.Lock(ctx, account, id)
}

// Lock implements record.Store.
func (s vaccinations) Lock(ctx context.Context, account, id uuid.UUID) (v healthrecords.Vaccination, err error) {
	if err = lockPets(ctx, s.db, "select pet_id from healthrecords.vaccinations where account_id = $1 and id = $2", account, id); err != nil {
		return v, err
	}
	return s.Table.Lock(ctx, account, id)
}

// LockMany implements record.Store. "offset 0" makes the planner look up each id: it would read the whole table for a thousand of them.
func (s vaccinations) LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]healthrecords.Vaccination, error) {
	err := lockPets(ctx, s.db, `select v.pet_id from unnest($2::uuid[]) as u (id) cross join lateral (
		select pet_id from healthrecords.vaccinations where account_id = $1 and id = u.id offset 0) as v`, account, ids)
	if err != nil {
		return nil, err
	}
	return s.Table.LockMany(ctx, account, ids)
}
