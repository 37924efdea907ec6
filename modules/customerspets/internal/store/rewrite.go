package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/postgres"
)

// What reactions need: which records have something, locked by id so that they still have it when they are rewritten,
// and rewriting only the columns that reactions change.

// PetsWithBreed locks the pets that have a breed.
func (s *Store) PetsWithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error) {
	return s.lockIDs(ctx, "select id from customerspets.pets where account_id = $1 and breed_ids @> $2::jsonb order by id for update",
		account, `["`+breed.String()+`"]`)
}

// PetsWithColourCode locks the pets that have a colour code.
func (s *Store) PetsWithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.lockIDs(ctx, "select id from customerspets.pets where account_id = $1 and colour_code_ids @> $2::jsonb order by id for update",
		account, `["`+code.String()+`"]`)
}

// CustomersWithColourCode locks the customers that have a colour code.
func (s *Store) CustomersWithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.lockIDs(ctx, `select c.id from customerspets.customer_colour_codes m
		join customerspets.customers c on c.account_id = $1 and c.id = m.customer_id
		where m.account_id = $1 and m.colour_code_id = $2 order by c.id for update of c`, account, code)
}

// PetsWithField locks the pets that have a value of a custom field; with values, one of these.
func (s *Store) PetsWithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	return s.withField(ctx, "customerspets.pets", account, key, values)
}

// CustomersWithField locks the customers that have a value of a custom field; with values, one of these.
func (s *Store) CustomersWithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	return s.withField(ctx, "customerspets.customers", account, key, values)
}

func (s *Store) withField(ctx context.Context, table string, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	if values == nil {
		return s.lockIDs(ctx, "select id from "+table+" where account_id = $1 and jsonb_exists(custom_fields, $2) order by id for update", account, key)
	}
	// jsonb_exists_any sees the one text of a select as well as the texts of a multi_select.
	return s.lockIDs(ctx, "select id from "+table+" where account_id = $1 and jsonb_exists_any(custom_fields -> $2::text, $3) order by id for update", account, key, values)
}

func (s *Store) lockIDs(ctx context.Context, statement string, args ...any) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		ids = append(ids, uuid.UUID{})
		return row.Scan(&ids[len(ids)-1])
	}, statement, args...)
	return ids, failed("lock what has a list entry", err)
}

// RewritePets writes the breeds, colour codes and custom fields of pets.
func (s *Store) RewritePets(ctx context.Context, account uuid.UUID, changed []customerspets.Pet) error {
	if len(changed) == 0 {
		return nil
	}
	type row struct {
		ID            uuid.UUID                `json:"id"`
		BreedIDs      jsonb.Of[[]uuid.UUID]    `json:"breed_ids"`
		BreedNames    jsonb.Of[[]string]       `json:"breed_names"`
		Breed         *string                  `json:"breed"`
		ColourCodeIDs jsonb.Of[[]uuid.UUID]    `json:"colour_code_ids"`
		CustomFields  jsonb.Of[map[string]any] `json:"custom_fields"`
		UpdatedAt     time.Time                `json:"updated_at"`
		Version       int64                    `json:"version"`
	}
	rows := make([]row, len(changed))
	for i, p := range changed {
		rows[i] = row{p.ID, p.BreedIDs, p.BreedNames, p.Breed, p.ColourCodeIDs, p.CustomFields, p.UpdatedAt, p.Version}
	}
	return s.rewrite(ctx, "rewrite pets", `update customerspets.pets p
		set breed_ids = r.breed_ids, breed_names = r.breed_names, breed = r.breed, colour_code_ids = r.colour_code_ids,
			custom_fields = r.custom_fields, updated_at = r.updated_at, version = r.version
		from json_populate_recordset(null::customerspets.pets, $2::json) r
		where p.account_id = $1 and p.id = r.id`, account, rows)
}

// RewriteCustomers writes the colour codes and custom fields of customers.
func (s *Store) RewriteCustomers(ctx context.Context, account uuid.UUID, changed []customerspets.Customer) error {
	if len(changed) == 0 {
		return nil
	}
	type row struct {
		ID            uuid.UUID                `json:"id"`
		ColourCodeIDs jsonb.Of[[]uuid.UUID]    `json:"colour_code_ids"`
		CustomFields  jsonb.Of[map[string]any] `json:"custom_fields"`
		UpdatedAt     time.Time                `json:"updated_at"`
		Version       int64                    `json:"version"`
	}
	rows := make([]row, len(changed))
	for i, c := range changed {
		rows[i] = row{c.ID, c.ColourCodeIDs, c.CustomFields, c.UpdatedAt, c.Version}
	}
	err := s.rewrite(ctx, "rewrite customers", `update customerspets.customers c
		set colour_code_ids = r.colour_code_ids, custom_fields = r.custom_fields, updated_at = r.updated_at, version = r.version
		from json_populate_recordset(null::customerspets.customers, $2::json) r
		where c.account_id = $1 and c.id = r.id`, account, rows)
	if err != nil {
		return err
	}
	return s.markColours(ctx, account, changed, true)
}

// rewrite hands the new values over as one JSON text: one statement, whatever the number of rows.
func (s *Store) rewrite(ctx context.Context, doing, statement string, account uuid.UUID, rows any) error {
	text, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	_, err = s.db.Exec(ctx, statement, account, string(text))
	return failed(doing, err)
}
