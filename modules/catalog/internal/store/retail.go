package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/record"
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
	return found, s.Failed("look up those of categories in", err)
}

type categories struct {
	*postgres.Repository[catalog.RetailCategory]
}

func newCategories(db *postgres.DB) categories {
	return categories{postgres.NewRepository[catalog.RetailCategory](db,
		postgres.TableOptions{Name: "catalog.retail_categories", Noun: "retail category"})}
}

// Removable implements record.Remover: products hold the categories in which they stand, and categories the one above, as no other record
// refers to others.
func (s categories) Removable(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID][]record.RevertDependent, error) {
	var rows []struct {
		Category, ID uuid.UUID
		Resource     string
	}
	err := s.In(ctx).Raw(`
		select parent_id as category, id, 'retail_category' as resource from catalog.retail_categories
		where account_id = @account and parent_id = any(@ids)
		union all
		select of.id, p.id, 'retail_product' from catalog.retail_products p
		cross join lateral (select cast(c->>'id' as uuid) as id from json_array_elements(p.categories) c) of
		where p.account_id = @account and of.id = any(@ids)`, map[string]any{"account": account, "ids": postgres.Array(ids)}).Scan(&rows).Error
	found := map[uuid.UUID][]record.RevertDependent{}
	for _, r := range rows {
		found[r.Category] = append(found[r.Category], record.RevertDependent{Resource: r.Resource, ID: r.ID})
	}
	return found, s.Failed("look for references to", err)
}

// Parents implements catalog.Categories.
func (s categories) Parents(ctx context.Context, account uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	parents, err := postgres.Map[uuid.UUID, uuid.UUID](s.Of(ctx, account).Where("parent_id is not null").
		Select("id as key, parent_id as value"))
	return parents, s.Failed("read the tree of", err)
}
