package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// records finds, in the order in which they are locked, customers or pets by what lists and forms gave them.
type records[R any] struct{ *postgres.Repository[R] }

// WithColourCode implements customerspets.listedBy.
func (s records[R]) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(s.Of(ctx, account).Where("colour_code_ids @> jsonb_build_array(cast(? as uuid))", code))
}

// WithField implements customerspets.listedBy.
func (s records[R]) WithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	return s.ids(s.withField(ctx, account, key, values))
}

// CountWithField implements customerspets.listedBy.
func (s records[R]) CountWithField(ctx context.Context, account uuid.UUID, key string, values []string) (int, error) {
	var n int64
	err := s.withField(ctx, account, key, values).Count(&n).Error
	return int(n), s.Failed("count values of a field in", err)
}

func (s records[R]) withField(ctx context.Context, account uuid.UUID, key string, values []string) *gorm.DB {
	q := s.Of(ctx, account)
	if values == nil {
		return q.Where("jsonb_exists(custom_fields, ?)", key)
	}
	// jsonb_exists_any sees the one text of a select as well as the texts of a multi_select.
	return q.Where("jsonb_exists_any(custom_fields -> cast(? as text), ?)", key, postgres.Array(values))
}

func (s records[R]) ids(q *gorm.DB) (ids []uuid.UUID, err error) {
	err = q.Order("id").Pluck("id", &ids).Error
	return ids, s.Failed("look for list entries in", err)
}
