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

// Parents implements catalog.Categories.
func (s categories) Parents(ctx context.Context, account uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	parents, err := postgres.Map[uuid.UUID, uuid.UUID](ctx, s.db,
		"select id, parent_id from catalog.retail_categories where account_id = $1 and parent_id is not null", account)
	if err != nil {
		return nil, fmt.Errorf("read the tree of categories: %w", err)
	}
	return parents, nil
}
