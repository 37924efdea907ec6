package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/postgres"
)

type products struct {
	table[catalog.RetailProduct]
	db *postgres.DB
}

// SKUs implements catalog.Products.
func (s products) SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error) {
	found := map[string]uuid.UUID{}
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		var sku string
		var id uuid.UUID
		err := r.Scan(&sku, &id)
		found[sku] = id
		return err
	}, "select sku, id from catalog.retail_products where account_id = $1 and sku = any($2)", account, skus)
	if err != nil {
		return nil, fmt.Errorf("look up who has SKUs: %w", err)
	}
	return found, nil
}

// InCategories implements catalog.Products. It reads all products of the account: categories change rarely.
func (s products) InCategories(ctx context.Context, account uuid.UUID, of []uuid.UUID) ([]uuid.UUID, error) {
	var found []uuid.UUID
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		var id uuid.UUID
		err := r.Scan(&id)
		found = append(found, id)
		return err
	}, `select id from catalog.retail_products where account_id = $1 and exists (
		select from json_array_elements(categories) c where (c->>'id')::uuid = any($2)) order by id`, account, of)
	if err != nil {
		return nil, fmt.Errorf("look up products of categories: %w", err)
	}
	return found, nil
}

type categories struct {
	table[catalog.Category]
	db *postgres.DB
}

// Walking up ends by itself: "union" drops what was reached before.
const belowThemselves = `
with recursive up (start, id) as (
	select id, parent_id from catalog.retail_categories where account_id = $1 and id = any($2) and parent_id is not null
	union
	select up.start, c.parent_id
	from up join catalog.retail_categories c on c.account_id = $1 and c.id = up.id
	where c.parent_id is not null
)
select start from up where id = start`

// BelowThemselves implements catalog.Categories: those of the ids that are reached by going up from them.
func (s categories) BelowThemselves(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]bool, error) {
	found := map[uuid.UUID]bool{}
	if len(of) == 0 {
		return found, nil
	}
	err := s.db.Rows(ctx, func(r postgres.Scanner) error {
		var id uuid.UUID
		err := r.Scan(&id)
		found[id] = true
		return err
	}, belowThemselves, account, of)
	if err != nil {
		return nil, fmt.Errorf("look for circles of categories: %w", err)
	}
	return found, nil
}
