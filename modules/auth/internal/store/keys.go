// Package store stores API keys, sessions and login counts in PostgreSQL.
package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// Store implements the store ports of package auth.
type Store struct{ db *postgres.DB }

// New returns a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

// some is failed, or apperr.NotFound for a statement that has found no row.
func some(doing string, done *gorm.DB, noun ...string) error {
	if postgres.NoRow(done.Error) || done.Error == nil && done.RowsAffected == 0 {
		return apperr.NewNotFound(noun...)
	}
	return postgres.Failed(doing, done.Error)
}

func (s *Store) keys(ctx context.Context) *gorm.DB { return s.db.In(ctx).Table("auth.api_keys") }

// InsertKey inserts a key.
func (s *Store) InsertKey(ctx context.Context, k auth.Key) error {
	return postgres.Failed("insert API key", s.keys(ctx).Create(&k).Error)
}

// ListKeys lists all keys, newest first.
func (s *Store) ListKeys(ctx context.Context) ([]auth.Key, error) {
	list := []auth.Key{}
	err := s.keys(ctx).Order("id desc").Find(&list).Error
	return list, postgres.Failed("list API keys", err)
}

func take(q *gorm.DB) (k auth.Key, err error) {
	err = some("read an API key", q.Take(&k), "API key")
	return k, err
}

// GetKeyByHash returns the key with a hash.
func (s *Store) GetKeyByHash(ctx context.Context, hash []byte) (auth.Key, error) {
	return take(s.keys(ctx).Where("hash = ?", hash))
}

// GetKey returns a key.
func (s *Store) GetKey(ctx context.Context, id uuid.UUID) (auth.Key, error) {
	return take(s.keys(ctx).Where("id = ?", id))
}

// made walks through revoked keys as well: what they made may still work.
const made = `
with recursive made as (
	select id, revoked_at from auth.api_keys where maker_id = ?
	union
	select k.id, k.revoked_at from made m join auth.api_keys k on k.maker_id = m.id
)
select id from made where revoked_at is null order by id`

// ListDescendants returns the keys that a key made, and those made, without revoked ones.
func (s *Store) ListDescendants(ctx context.Context, id uuid.UUID) ([]uuid.UUID, error) {
	list := []uuid.UUID{}
	err := s.db.In(ctx).Raw(made, id).Scan(&list).Error
	return list, postgres.Failed("list the keys that an API key made", err)
}

// RevokeKeys revokes the keys that are not revoked yet, and returns them.
func (s *Store) RevokeKeys(ctx context.Context, ids []uuid.UUID, at time.Time) ([]auth.Key, error) {
	list := []auth.Key{}
	err := s.db.In(ctx).Raw("update auth.api_keys set revoked_at = ?, updated_at = ? where id = any(?) and revoked_at is null returning *",
		at, at, postgres.Array(ids)).Scan(&list).Error
	return list, postgres.Failed("revoke API keys", err)
}

// EnterKeys locks the organization against other transactions that add or revoke keys, and counts its valid keys.
func (s *Store) EnterKeys(ctx context.Context, organization uuid.UUID, now time.Time) (int, error) {
	if err := s.db.Lock(ctx, "API keys of "+organization.String()); err != nil {
		return 0, err
	}
	var n int64
	err := s.keys(ctx).Where("organization_id = ? and revoked_at is null and (expires_at is null or expires_at > ?)", organization, now).
		Count(&n).Error
	return int(n), postgres.Failed("count API keys", err)
}

// within is the condition for keys within a Reach.
func within(of auth.Reach) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		return q.Where("organization_id = ? and revoked_at is null", of.Organization).Scopes(
			postgres.If(!of.AllAccounts, `json_array_length(account_ids) > 0
				and not exists (select from json_array_elements_text(account_ids) as a (id) where a.id::uuid <> all(?))`, postgres.Array(of.Accounts)),
			postgres.If(!of.Everything, `not exists (select from json_array_elements_text(abilities) as a (name) where a.name <> all(?))`,
				postgres.Array(of.Abilities)),
			postgres.If(of.Until != nil, "expires_at <= ?", of.Until))
	}
}

var newest = postgres.Key[auth.Key]{Column: "id", Type: "uuid", Of: func(k *auth.Key) string { return k.ID.String() }, Desc: true}

// ListKeysWithin lists the keys within a Reach, newest first.
func (s *Store) ListKeysWithin(ctx context.Context, of auth.Reach, page paging.Request) (paging.Page[auth.Key], error) {
	return postgres.List(within(of)(s.keys(ctx)), page, newest)
}

// RequireKeyWithin fails if a key is not within a Reach.
func (s *Store) RequireKeyWithin(ctx context.Context, of auth.Reach, id uuid.UUID) error {
	_, err := take(s.keys(ctx).Where("id = ?", id).Scopes(within(of)))
	return err
}

// NoteKeyUse records when a key was last used, at most once in auth.UseInterval for all replicas together.
func (s *Store) NoteKeyUse(ctx context.Context, id uuid.UUID, at time.Time) error {
	return postgres.Failed("record the use of an API key", s.keys(ctx).
		Where("id = ? and (last_used_at is null or last_used_at <= ?)", id, at.Add(-auth.UseInterval)).Update("last_used_at", at).Error)
}
