package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// GetKey returns a key.
func (s *Store) GetKey(ctx context.Context, id uuid.UUID) (auth.Key, error) {
	return s.key(ctx, "id = $1", id)
}

// GetKeyForShare returns a key and prevents its revocation until the transaction ends.
func (s *Store) GetKeyForShare(ctx context.Context, id uuid.UUID) (auth.Key, error) {
	return s.key(ctx, "id = $1 for share", id)
}

// EnterKeys locks the organization against other transactions that add keys, and counts its valid keys.
func (s *Store) EnterKeys(ctx context.Context, organization uuid.UUID, now time.Time) (int, error) {
	if err := s.db.Lock(ctx, "API keys of "+organization.String()); err != nil {
		return 0, err
	}
	var n int
	err := s.db.Row(ctx, `
		select count(*) from auth.api_keys
		where organization_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`, organization, now).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count API keys: %w", err)
	}
	return n, nil
}

// within is the condition for keys within a Reach, which is in $1 to $6.
const within = `
organization_id = $1 and revoked_at is null
and ($2 or (json_array_length(account_ids) > 0
	and not exists (select from json_array_elements_text(account_ids) as a (id) where a.id::uuid <> all($3::uuid[]))))
and ($4 or not exists (select from json_array_elements_text(abilities) as a (name) where a.name <> all($5::text[])))
and ($6::timestamptz is null or expires_at <= $6)`

func reach(of auth.Reach, more ...any) []any {
	return append([]any{of.Organization, of.AllAccounts, of.Accounts, of.Everything, of.Abilities, of.Until}, more...)
}

// ListKeysWithin lists the keys within a Reach, newest first.
func (s *Store) ListKeysWithin(ctx context.Context, of auth.Reach, page paging.Request) (paging.Page[auth.Key], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[auth.Key]{}, err
	}
	list, err := s.keysThat(ctx, within+" and ($7 or id < $8) order by id desc limit $9", reach(of, page.After == nil, after, page.Fetch())...)
	if err != nil {
		return paging.Page[auth.Key]{}, err
	}
	return paging.Cut(page, list, func(k auth.Key) []string { return []string{k.ID.String()} }), nil
}

// RevokeKeyWithin revokes a key within a Reach.
func (s *Store) RevokeKeyWithin(ctx context.Context, of auth.Reach, id uuid.UUID, at time.Time) error {
	n, err := s.db.Exec(ctx, "update auth.api_keys set revoked_at = $8, updated_at = $8 where "+within+" and id = $7", reach(of, id, at)...)
	if err != nil {
		return fmt.Errorf("revoke API key %s: %w", id, err)
	}
	if n == 0 {
		return apperr.NewNotFound("API key")
	}
	return nil
}
