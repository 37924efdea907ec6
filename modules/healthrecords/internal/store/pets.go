package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

type pets struct{ db *postgres.DB }

// savePets writes what is known of pets, once more for those that exist; savePet does so for a single one, the most frequent case.
const (
	savePet  = intoPets + "values ($1, $2, $3, $4, $5, $6)" + again
	savePets = intoPets + "select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])" + again

	intoPets = "insert into healthrecords.pets (account_id, id, customer_id, name_key, species, status) "
	again    = ` on conflict (account_id, id) do update set customer_id = excluded.customer_id, name_key = excluded.name_key,
		species = excluded.species, status = excluded.status`
)

// Save implements healthrecords.PetStore.
func (s pets) Save(ctx context.Context, account uuid.UUID, list []healthrecords.Pet) error {
	rows := make([][]any, len(list))
	for i, p := range list {
		rows[i] = []any{account, p.ID, p.CustomerID, p.NameKey, p.Species, p.Status}
	}
	if err := s.db.QueueEach(ctx, postgres.EachRow{One: savePet, Many: savePets, Rows: rows}); err != nil {
		return fmt.Errorf("keep what is known of pets: %w", err)
	}
	return nil
}

const petColumns = "p.id, p.customer_id, p.name_key, p.species, p.status"

func scanPet(row postgres.Scanner) (p healthrecords.Pet, err error) {
	err = row.Scan(&p.ID, &p.CustomerID, &p.NameKey, &p.Species, &p.Status)
	return p, err
}

// Get implements healthrecords.PetStore. It locks nothing, so it may as well be read outside of a transaction that has sent nothing yet.
func (s pets) Get(ctx context.Context, account, id uuid.UUID) (healthrecords.Pet, error) {
	p, err := scanPet(s.db.ShortRow(ctx, "select "+petColumns+" from healthrecords.pets p where p.account_id = $1 and p.id = $2", account, id))
	if postgres.NoRow(err) {
		return p, apperr.NewNotFound("pet")
	}
	if err != nil {
		return p, fmt.Errorf("read what is known of a pet: %w", err)
	}
	return p, nil
}

// Require implements healthrecords.PetStore.
func (s pets) Require(ctx context.Context, account, id, customer uuid.UUID) error {
	return s.db.Require(ctx, func(err error) error {
		if postgres.DividesByZero(err) {
			return apperr.NewNotFound("pet")
		}
		return fmt.Errorf("look for a pet: %w", err)
	}, `select 1 / count(*) from healthrecords.pets p where p.account_id = $1 and p.id = $2
		and ($3 = '00000000-0000-0000-0000-000000000000'::uuid or p.customer_id = $3)`, account, id, customer)
}

// Many implements healthrecords.PetStore.
func (s pets) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]healthrecords.Pet, error) {
	found := make(map[uuid.UUID]healthrecords.Pet, len(ids))
	err := s.db.ShortRows(ctx, func(row postgres.Scanner) error {
		p, err := scanPet(row)
		found[p.ID] = p
		return err
	}, "select "+petColumns+` from (select distinct id from unnest((select $2::uuid[])) as u (id)) as asked
		cross join lateral (select * from healthrecords.pets where account_id = $1 and id = asked.id offset 0) as p`, account, ids)
	if err != nil {
		return nil, fmt.Errorf("read what is known of pets: %w", err)
	}
	return found, nil
}

// ByName implements healthrecords.PetStore.
func (s pets) ByName(ctx context.Context, account uuid.UUID, f healthrecords.PetFilter, name string, id uuid.UUID,
	limit int) ([]healthrecords.Pet, error) {
	list := make([]healthrecords.Pet, 0, limit)
	q := (&postgres.Query{}).Unprepared(true)
	q.Arg(account)
	q.Where(petsThat(q, f)).Where("(p.name_key, p.id) > (?, ?)", name, id)
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		p, err := scanPet(row)
		list = append(list, p)
		return err
	}, "select "+petColumns+" from healthrecords.pets p"+q.Conditions()+" order by p.name_key, p.id limit "+q.Arg(limit), q.Args()...)
	if err != nil {
		return nil, fmt.Errorf("list what is known of pets: %w", err)
	}
	return list, nil
}
