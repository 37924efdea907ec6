// Package store stores webhooks and deliveries in PostgreSQL. It is the only package of a module that reads outbox.events, for the
// bodies.
package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Store implements webhooks.Store, webhooks.Queue and engine.Queue. Webhooks belong to organizations and not to accounts, so that they
// lead no record.Life.
type Store struct {
	*postgres.Repository[webhooks.Webhook]
	db         *postgres.DB
	deliveries clause.Select
}

// New returns a Store.
func New(db *postgres.DB) *Store {
	return &Store{
		Repository: postgres.NewRepository[webhooks.Webhook](db, postgres.TableOptions{Name: "webhooks.webhooks", Computed: map[string]string{
			"last_success_at": health("last_success_at"), "last_failure_at": health("last_failure_at"),
			"consecutive_failures": health("consecutive_failures"),
		}}),
		db: db,
		deliveries: postgres.NewRepository[webhooks.Delivery](db, postgres.TableOptions{
			Name: "webhooks.deliveries", Computed: map[string]string{"request_body": body, "history": history},
		}).Columns(),
	}
}

func health(column string) string {
	return "(select h." + column + " from webhooks.health h where h.webhook_id = webhooks.id)"
}

func (s *Store) webhooks(ctx context.Context) *gorm.DB {
	return s.In(ctx).Table("webhooks.webhooks").Clauses(s.Columns())
}

// in is a query for the webhooks, deleted ones included, that a caller may manage.
func (s *Store) in(ctx context.Context, of webhooks.Scope) *gorm.DB {
	return s.webhooks(ctx).Where("organization_id = ?", of.Organization).Scopes(postgres.If(!of.AllAccounts,
		"account_ids <> '[]' and account_ids <@ to_jsonb(?::uuid[])", postgres.Array(of.Accounts)))
}

// Enter locks the organization against other transactions that add webhooks, and counts its webhooks.
func (s *Store) Enter(ctx context.Context, organization uuid.UUID) (int, error) {
	if err := s.db.Lock(ctx, "webhooks of "+organization.String()); err != nil {
		return 0, err
	}
	var n int64
	err := s.In(ctx).Table("webhooks.webhooks").Where("organization_id = ? and deleted_at is null", organization).Count(&n).Error
	return int(n), s.Failed("count", err)
}

// Insert inserts a webhook.
func (s *Store) Insert(ctx context.Context, w webhooks.Webhook) error {
	if err := s.In(ctx).Table("webhooks.webhooks").Create(&w).Error; err != nil {
		return s.Failed("insert into", err)
	}
	return s.Failed("insert the health in", s.In(ctx).Exec("insert into webhooks.health (webhook_id) values (?)", w.ID).Error)
}

// EachSecret implements webhooks.Store.
func (s *Store) EachSecret(ctx context.Context, see func(uuid.UUID, []byte)) error {
	var list []struct {
		ID     uuid.UUID
		Secret []byte
	}
	err := s.In(ctx).Raw(`select id, secret from webhooks.webhooks where deleted_at is null
		union all select id, previous_secret from webhooks.webhooks
		where deleted_at is null and previous_secret is not null and previous_until > now() order by id`).Scan(&list).Error
	for _, w := range list {
		see(w.ID, w.Secret)
	}
	return s.Failed("read the sealed secrets in", err)
}

// List lists webhooks, newest first.
func (s *Store) List(ctx context.Context, of webhooks.Scope, page paging.Request) (paging.Page[webhooks.Webhook], error) {
	return postgres.List(s.in(ctx, of).Where("deleted_at is null"), page, postgres.Newest[webhooks.Webhook]())
}

// Get returns a webhook.
func (s *Store) Get(ctx context.Context, of webhooks.Scope, id uuid.UUID) (w webhooks.Webhook, err error) {
	err = s.in(ctx, of).Where("id = ? and deleted_at is null", id).Take(&w).Error
	return w, s.Failed("read", err)
}

// Lock returns a webhook and locks it until the transaction ends.
func (s *Store) Lock(ctx context.Context, of webhooks.Scope, id uuid.UUID) (w webhooks.Webhook, err error) {
	err = s.in(ctx, of).Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and deleted_at is null", id).Take(&w).Error
	return w, s.Failed("lock", err)
}

// Update stores a changed webhook. A paused one has missed nothing.
func (s *Store) Update(ctx context.Context, w webhooks.Webhook) error {
	err := s.In(ctx).Table("webhooks.webhooks").Where("id = ?", w.ID).Select("*").Omit("id", "organization_id", "created_at").Updates(&w).Error
	if err == nil && !w.Active {
		err = s.In(ctx).Table("webhooks.webhooks").Where("id = ?", w.ID).Updates(map[string]any{"subscribed": nil, "awaited": nil}).Error
	}
	return s.Failed("update", err)
}

// Delete marks a webhook as deleted and removes its secrets. Its row stays as long as it has deliveries.
func (s *Store) Delete(ctx context.Context, w webhooks.Webhook, at time.Time) error {
	return s.Failed("delete from", s.In(ctx).Table("webhooks.webhooks").Where("id = ?", w.ID).Updates(map[string]any{
		"deleted_at": at, "active": false, "secret": []byte{}, "previous_secret": nil, "previous_until": nil,
	}).Error)
}
