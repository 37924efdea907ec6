package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/postgres"
)

type products struct{ table[catalog.RetailProduct] }

// SKUs implements catalog.Products.
func (s products) SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error) {
	return s.IDsBy(ctx, account, "sku", skus)
}

// InCategories implements catalog.Products. It reads all products of the account: categories change rarely.
func (s products) InCategories(ctx context.Context, account uuid.UUID, of []uuid.UUID) (found []uuid.UUID, err error) {
	const stands = "exists (select from json_array_elements(categories) c where cast(c->>'id' as uuid) = any(?))"
	err = s.Of(ctx, account).Where(stands, postgres.Array(of)).Order("id").Pluck("id", &found).Error
	if err != nil {
		return nil, fmt.Errorf("look up products of categories: %w", err)
	}
	return found, nil
}

type categories struct{ table[catalog.Category] }

// Parents implements catalog.Categories.
func (s categories) Parents(ctx context.Context, account uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	var list []struct{ ID, ParentID uuid.UUID }
	if err := s.Of(ctx, account).Where("parent_id is not null").Find(&list).Error; err != nil {
		return nil, fmt.Errorf("read the tree of categories: %w", err)
	}
	parents := make(map[uuid.UUID]uuid.UUID, len(list))
	for _, c := range list {
		parents[c.ID] = c.ParentID
	}
	return parents, nil
}
