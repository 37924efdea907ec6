package store

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// records is what the stores of customers and pets have in common. Its Insert and Update also write the search texts; what else record.Life
// asks of a store are methods of the Repository. The other methods find the records that use an entry of a list or a field of a form.
type records[R any] struct {
	*postgres.Repository[R]
	kind  customerspets.Kind
	texts texts
	owner func(*R) uuid.UUID // a customer owns itself
}

// Get reads a record. Like Exists and Lock, it says where one is that was merged.
func (s records[R]) Get(ctx context.Context, account, id uuid.UUID) (R, error) {
	r, err := s.Repository.Get(ctx, account, id)
	return r, s.orMerged(ctx, account, id, err)
}

// Exists fails with apperr.NotFound when there is no such record.
func (s records[R]) Exists(ctx context.Context, account, id uuid.UUID) error {
	return s.orMerged(ctx, account, id, s.Repository.Exists(ctx, account, id))
}

// Lock implements record.Store.
func (s records[R]) Lock(ctx context.Context, account, id uuid.UUID) (R, error) {
	r, err := s.Repository.Lock(ctx, account, id)
	return r, s.orMerged(ctx, account, id, err)
}

// IDs finds records by their external ids, and by those of records that were merged into them.
func (s records[R]) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	live, err := s.Repository.IDs(ctx, account, externalIDs)
	if err != nil {
		return nil, err
	}
	return s.withMerged(ctx, account, externalIDs, live)
}

// Many reads records; ids that name nothing are not in the answer.
func (s records[R]) Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]R, error) {
	var list []R
	err := s.Of(ctx, account).Where("id = any(?)", postgres.Array(ids)).Find(&list).Error
	return record.ByID(list), s.Failed("read", err)
}

// Insert implements record.Store.
func (s records[R]) Insert(ctx context.Context, list ...R) error {
	if err := s.Repository.Insert(ctx, list...); err != nil || len(list) == 0 {
		return err
	}
	owners := make([]uuid.UUID, len(list))
	for i := range list {
		owners[i] = s.owner(&list[i])
	}
	return s.texts.write(ctx, record.MetaOf(&list[0]).AccountID, owners)
}

// searched are the columns of which search texts and duplicate keys are made. The service derives the first three; see search.go.
var searched = []string{"search", "known_by", "name_key", "customer_id", "address", "birth_date", "species"}

// Update implements record.Store.
func (s records[R]) Update(ctx context.Context, changes ...record.Change[R]) error {
	if err := s.Repository.Update(ctx, changes...); err != nil {
		return err
	}
	var owners []uuid.UUID
	for _, c := range changes {
		if slices.ContainsFunc(c.Columns, func(column string) bool { return slices.Contains(searched, column) }) {
			owners = append(owners, s.owner(&c.Before), s.owner(&c.After))
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return s.texts.write(ctx, record.MetaOf(&changes[0].After).AccountID, owners)
}

// Delete implements record.Store.
func (s records[R]) Delete(ctx context.Context, list ...R) error {
	if err := s.Repository.Delete(ctx, list...); err != nil || len(list) == 0 {
		return err
	}
	deleted, owners := make([]uuid.UUID, len(list)), make([]uuid.UUID, len(list))
	for i := range list {
		deleted[i], owners[i] = record.MetaOf(&list[i]).ID, s.owner(&list[i])
	}
	account := record.MetaOf(&list[0]).AccountID
	if err := s.texts.drop(ctx, account, deleted); err != nil {
		return err
	}
	return s.texts.write(ctx, account, owners)
}

const hasColourCode = "colour_code_ids @> jsonb_build_array(cast(? as uuid))"

// WithColourCode implements customerspets.listedBy.
func (s records[R]) WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(s.Of(ctx, account).Where(hasColourCode, code))
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
	if values == nil {
		return s.Of(ctx, account).Where("jsonb_exists(custom_fields, ?)", key)
	}
	// jsonb_exists_any sees the one text of a select as well as the texts of a multi_select.
	return s.Of(ctx, account).Where("jsonb_exists_any(custom_fields -> cast(? as text), ?)", key, postgres.Array(values))
}

// ids are in the order in which the records are locked.
func (s records[R]) ids(q *gorm.DB) (ids []uuid.UUID, err error) {
	err = q.Order("id").Pluck("id", &ids).Error
	return ids, s.Failed("look for list entries in", err)
}
