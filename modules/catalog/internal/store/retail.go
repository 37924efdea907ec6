package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/postgres"
)

type retail struct {
	shelf[catalog.RetailProduct, retailRow]
}

// SKUs implements catalog.RetailShelf.
func (s retail) SKUs(ctx context.Context, account uuid.UUID, skus []string) (map[string]uuid.UUID, error) {
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

// LockInCategories implements catalog.RetailShelf. It reads all products of the account: categories change rarely.
func (s retail) LockInCategories(ctx context.Context, account uuid.UUID, of []uuid.UUID) ([]catalog.RetailProduct, error) {
	rows, err := s.locked(s.db.In(ctx).Where(`account_id = ? and exists (
		select from json_array_elements(categories) c where (c->>'id')::uuid = any(?))`, account, postgres.Array(of)))
	if err != nil {
		return nil, err
	}
	list := make([]catalog.RetailProduct, len(rows))
	for i, r := range rows {
		list[i] = s.out(r)
	}
	return list, nil
}

type categories struct {
	shelf[catalog.Category, categoryRow]
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
