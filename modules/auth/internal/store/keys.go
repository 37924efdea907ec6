package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

// keyRow is an auth.Key to GORM, which asks a type for the name of its table.
type keyRow auth.Key

func (keyRow) TableName() string { return "auth.api_keys" }

// InsertKey inserts a key.
func (s *Store) InsertKey(ctx context.Context, k auth.Key) error {
	row := keyRow(k)
	if err := s.db.In(ctx).Create(&row).Error; err != nil {
		return fmt.Errorf("insert API key: %w", err)
	}
	return nil
}

// ListKeys lists all keys, newest first.
func (s *Store) ListKeys(ctx context.Context) ([]auth.Key, error) {
	var rows []keyRow
	if err := s.db.In(ctx).Order("id desc").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list API keys: %w", err)
	}
	list := make([]auth.Key, len(rows))
	for i, r := range rows {
		list[i] = auth.Key(r)
	}
	return list, nil
}

// GetKeyByHash returns the key with a hash.
func (s *Store) GetKeyByHash(ctx context.Context, hash []byte) (auth.Key, error) {
	var row keyRow
	err := s.db.In(ctx).Where("hash = ?", hash).Take(&row).Error
	if postgres.NoRow(err) {
		return auth.Key{}, apperr.NewNotFound()
	}
	if err != nil {
		return auth.Key{}, fmt.Errorf("look up an API key: %w", err)
	}
	return auth.Key(row), nil
}

// RevokeKey revokes a key. A key that is already revoked keeps its time of revocation.
func (s *Store) RevokeKey(ctx context.Context, id uuid.UUID, at time.Time) error {
	n, err := s.db.Exec(ctx, `update auth.api_keys set revoked_at = coalesce(revoked_at, $2), updated_at = coalesce(revoked_at, $2)
		where id = $1`, id, at)
	if err != nil {
		return fmt.Errorf("revoke API key %s: %w", id, err)
	}
	if n == 0 {
		return apperr.NewNotFound()
	}
	return nil
}

// keysUsed skips locked rows, because another replica is writing the same value.
const keysUsed = `
with due as (
	select k.id, u.at
	from auth.api_keys k join unnest($1::uuid[], $2::timestamptz[]) as u (id, at) on u.id = k.id
	where k.last_used_at is null or k.last_used_at <= u.at - interval '1 minute'
	for update of k skip locked
)
update auth.api_keys k set last_used_at = due.at from due where k.id = due.id`

// NoteKeyUses records when keys were last used, at most once a minute per key for all replicas together.
func (s *Store) NoteKeyUses(ctx context.Context, uses map[uuid.UUID]time.Time) error {
	keys := make([]uuid.UUID, 0, len(uses))
	times := make([]time.Time, 0, len(uses))
	for key, at := range uses {
		keys, times = append(keys, key), append(times, at)
	}
	if _, err := s.db.Exec(ctx, keysUsed, keys, times); err != nil {
		return fmt.Errorf("record the use of %d API keys: %w", len(keys), err)
	}
	return nil
}
