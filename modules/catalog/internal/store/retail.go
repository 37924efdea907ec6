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
	return s.IDsBy(ctx, account, "sku", skus)
}

// InCategories implements catalog.Products. It reads all products of the account: categories change rarely.
func (s products) InCategories(ctx context.Context, account uuid.UUID, of []uuid.UUID) ([]uuid.UUID, error) {
	found, err := s.db.IDs(ctx, `select id from catalog.retail_products where account_id = $1 and exists (
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

// Walking up ends by itself: "union" drops what was reached before. From a category in a circle it reaches the circle alone.
const circles = `
with recursive up (start, id) as (
	select id, parent_id from catalog.retail_categories where account_id = $1 and parent_id is not null
	union
	select up.start, c.parent_id
	from up join catalog.retail_categories c on c.account_id = $1 and c.id = up.id
	where c.parent_id is not null
), members as (
	select start as id, min(id::text) as circle from up group by start having bool_or(id = start)
)
select array_agg(c.id order by c.updated_at, c.id)
from members m join catalog.retail_categories c on c.account_id = $1 and c.id = m.id
group by m.circle`

// Circles implements catalog.Categories.
func (s categories) Circles(ctx context.Context, account uuid.UUID) ([][]uuid.UUID, error) {
	var found [][]uuid.UUID
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var circle []uuid.UUID
		err := row.Scan(&circle)
		found = append(found, circle)
		return err
	}, circles, account)
	if err != nil {
		return nil, fmt.Errorf("look for circles of categories: %w", err)
	}
	return found, nil
}
