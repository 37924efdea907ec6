package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/postgres"
)

// Labels implements customerspets.CustomerStore.
func (s *Customers) Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]customerspets.CustomerLabel, error) {
	found := make(map[uuid.UUID]customerspets.CustomerLabel, len(ids))
	err := s.db.ShortRows(ctx, func(row postgres.Scanner) error {
		var id uuid.UUID
		var l customerspets.CustomerLabel
		err := row.Scan(&id, &l.FirstName, &l.LastName, &l.Phone, &l.Alert)
		found[id] = l
		return err
	}, `select c.id, c.first_name, c.last_name, jsonb_path_query_first(c.phones, '$[*] ? (@.primary == true)') ->> 'number', c.alert
		from unnest((select $2::uuid[])) as asked (id)
		cross join lateral (select * from customerspets.customers where account_id = $1 and id = asked.id offset 0) as c`, account, ids)
	if err != nil {
		return nil, fmt.Errorf("read names of customers: %w", err)
	}
	return found, nil
}

// Named implements customerspets.PetStore.
func (s *Pets) Named(ctx context.Context, account uuid.UUID, customers []uuid.UUID,
	words []customerspets.SearchWord) (map[uuid.UUID][]customerspets.PetName, error) {
	var patterns []string
	for _, word := range words {
		for _, part := range word.Forms() {
			patterns = append(patterns, postgres.Containing(part))
		}
	}
	found := make(map[uuid.UUID][]customerspets.PetName, len(customers))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var owner uuid.UUID
		var p customerspets.PetName
		err := row.Scan(&owner, &p.ID, &p.Name)
		found[owner] = append(found[owner], p)
		return err
	}, `select asked.id, p.id, p.name from unnest((select $2::uuid[])) as asked (id) cross join lateral (
		select id, name from customerspets.pets
		where account_id = (select $1::uuid) and customer_id = asked.id and name_key like any((select $3::text[])::text[])
		order by id limit 10) as p`, account, customers, patterns)
	if err != nil {
		return nil, fmt.Errorf("read names of pets that a search found: %w", err)
	}
	return found, nil
}

// Labels implements customerspets.PetStore.
func (s *Pets) Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]customerspets.PetLabel, error) {
	found := make(map[uuid.UUID]customerspets.PetLabel, len(ids))
	err := s.db.ShortRows(ctx, func(row postgres.Scanner) error {
		var id uuid.UUID
		var l customerspets.PetLabel
		err := row.Scan(&id, &l.Name, &l.Species, &l.Alert, &l.Customer.ID)
		found[id] = l
		return err
	}, `select p.id, p.name, p.species, p.alert, p.customer_id
		from unnest((select $2::uuid[])) as asked (id)
		cross join lateral (select * from customerspets.pets where account_id = $1 and id = asked.id offset 0) as p`, account, ids)
	if err != nil {
		return nil, fmt.Errorf("read names of pets: %w", err)
	}
	return found, nil
}
