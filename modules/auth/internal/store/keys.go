package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/postgres"
)

const keyColumns = `id, organization_id, organization, name, prefix, hash, abilities, account_ids, created_at, updated_at, expires_at,
	revoked_at, last_used_at`

// InsertKey inserts a key.
func (s *Store) InsertKey(ctx context.Context, k auth.Key) error {
	_, err := s.db.Exec(ctx, "insert into auth.api_keys ("+keyColumns+") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
		k.ID, k.OrganizationID, k.Organization, k.Name, k.Prefix, k.Hash, k.Abilities, k.AccountIDs, k.CreatedAt, k.UpdatedAt, k.ExpiresAt,
		k.RevokedAt, k.LastUsedAt)
	if err != nil {
		return fmt.Errorf("insert API key: %w", err)
	}
	return nil
}

// ListKeys lists all keys, newest first.
func (s *Store) ListKeys(ctx context.Context) ([]auth.Key, error) {
	return s.keysThat(ctx, "true order by id desc")
}

// keysThat reads the keys that meet a condition. An order, a limit or a lock may follow the condition.
func (s *Store) keysThat(ctx context.Context, condition string, args ...any) ([]auth.Key, error) {
	list := []auth.Key{}
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var k auth.Key
		err := row.Scan(&k.ID, &k.OrganizationID, &k.Organization, &k.Name, &k.Prefix, &k.Hash, &k.Abilities, &k.AccountIDs,
			&k.CreatedAt, &k.UpdatedAt, &k.ExpiresAt, &k.RevokedAt, &k.LastUsedAt)
		list = append(list, k)
		return err
	}, "select "+keyColumns+" from auth.api_keys where "+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("read API keys: %w", err)
	}
	return list, nil
}

func (s *Store) key(ctx context.Context, condition string, arg any) (auth.Key, error) {
	list, err := s.keysThat(ctx, condition, arg)
	if err != nil {
		return auth.Key{}, err
	}
	if len(list) == 0 {
		return auth.Key{}, apperr.NewNotFound("API key")
	}
	return list[0], nil
}

// GetKeyByHash returns the key with a hash.
func (s *Store) GetKeyByHash(ctx context.Context, hash []byte) (auth.Key, error) {
	return s.key(ctx, "hash = $1", hash)
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
