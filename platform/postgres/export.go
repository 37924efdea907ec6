package postgres

import (
	"context"

	"github.com/google/uuid"
)

// PageAfter implements record.Source.
func (r *Repository[R]) PageAfter(ctx context.Context, account, after uuid.UUID, n int) (list []R, err error) {
	err = r.Of(ctx, account).Clauses(r.Columns(account)).Where("id > ?", after).Order("id").Limit(n).Find(&list).Error
	return list, r.Failed("read", err)
}

// LineNames implements record.Source. The table needs the column external_id.
func (r *Repository[R]) LineNames(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	called := "id"
	if r.table.Called != "" {
		called = r.table.Called
	}
	named, err := Map[uuid.UUID, string](r.Of(ctx, account).Select("id as key, coalesce(external_id, cast("+called+" as text)) as value").
		Where("id = any(?)", Array(ids)))
	return named, r.Failed("look up names in", err)
}

// UsedIDs implements record.Source. No index has ids of all accounts first: it reads the table.
func (r *Repository[R]) UsedIDs(ctx context.Context, except uuid.UUID, ids []uuid.UUID) (used []uuid.UUID, err error) {
	err = r.db.In(ctx).Table(r.table.Name).Select("id").Where("id = any(?) and account_id <> ?", Array(ids), except).Find(&used).Error
	return used, r.Failed("look for ids in", err)
}
