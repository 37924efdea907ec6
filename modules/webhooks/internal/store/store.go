// Package store stores webhooks and deliveries in PostgreSQL. It is the only package of a module that reads outbox.events, for the
// bodies.
package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements webhooks.Store, webhooks.Queue and engine.Queue.
type Store struct{ db *postgres.DB }

// New returns a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

// Enter locks the organization against other transactions that add webhooks, and counts its webhooks.
func (s *Store) Enter(ctx context.Context, organization uuid.UUID) (int, error) {
	if err := s.db.Lock(ctx, "webhooks of "+organization.String()); err != nil {
		return 0, err
	}
	var n int
	err := s.db.Row(ctx, "select count(*) from webhooks.webhooks where organization_id = $1 and deleted_at is null", organization).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count webhooks: %w", err)
	}
	return n, nil
}

// Insert inserts a webhook.
func (s *Store) Insert(ctx context.Context, w webhooks.Webhook, sec webhooks.Secrets) error {
	_, err := s.db.Exec(ctx, `
		with w as (
			insert into webhooks.webhooks (id, organization_id, url, event_types, account_ids, description, active, secret_hint,
				secret, created_at, updated_at, version)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
			returning id)
		insert into webhooks.health (webhook_id) select id from w`,
		w.ID, w.OrganizationID, w.URL, w.EventTypes, w.AccountIDs, w.Description, w.Active, w.SecretHint, sec.Current, w.CreatedAt, w.Version)
	if err != nil {
		return fmt.Errorf("insert webhook: %w", err)
	}
	return nil
}

const columns = `
select w.id, w.organization_id, w.url, w.event_types, w.account_ids, w.description, w.active, w.secret_hint,
	h.last_success_at, h.last_failure_at, h.consecutive_failures, w.created_at, w.updated_at, w.version,
	w.secret, w.previous_secret, w.previous_until
from webhooks.webhooks w join webhooks.health h on h.webhook_id = w.id
where w.deleted_at is null and ` + inScope

// inScope takes the fields of a webhooks.Scope.
const inScope = `w.organization_id = $1 and ($2 or (w.account_ids <> '[]' and w.account_ids <@ to_jsonb($3::uuid[])))`

func scan(row postgres.Scanner) (w webhooks.Webhook, sec webhooks.Secrets, err error) {
	err = row.Scan(&w.ID, &w.OrganizationID, &w.URL, &w.EventTypes, &w.AccountIDs, &w.Description, &w.Active, &w.SecretHint,
		&w.Health.LastSuccessAt, &w.Health.LastFailureAt, &w.Health.ConsecutiveFailures, &w.CreatedAt, &w.UpdatedAt, &w.Version,
		&sec.Current, &sec.Previous, &sec.PreviousUntil)
	return w, sec, err
}

// EachSecret implements webhooks.Store.
func (s *Store) EachSecret(ctx context.Context, see func(uuid.UUID, []byte)) error {
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var id uuid.UUID
		var sealed []byte
		err := row.Scan(&id, &sealed)
		see(id, sealed)
		return err
	}, `select id, secret from webhooks.webhooks where deleted_at is null
		union all select id, previous_secret from webhooks.webhooks
		where deleted_at is null and previous_secret is not null and previous_until > now() order by id`)
	if err != nil {
		return fmt.Errorf("read the sealed secrets of webhooks: %w", err)
	}
	return nil
}

// List lists webhooks, newest first.
func (s *Store) List(ctx context.Context, of webhooks.Scope, page paging.Request) (paging.Page[webhooks.Webhook], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[webhooks.Webhook]{}, err
	}
	var list []webhooks.Webhook
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		w, _, err := scan(row)
		list = append(list, w)
		return err
	}, columns+` and ($4 or w.id < $5) order by w.id desc limit $6`,
		of.Organization, of.AllAccounts, of.Accounts, page.After == nil, after, page.Fetch())
	if err != nil {
		return paging.Page[webhooks.Webhook]{}, fmt.Errorf("list webhooks: %w", err)
	}
	return paging.Cut(page, list, func(w webhooks.Webhook) []string { return []string{w.ID.String()} }), nil
}

// Get returns a webhook.
func (s *Store) Get(ctx context.Context, of webhooks.Scope, id uuid.UUID) (webhooks.Webhook, error) {
	w, _, err := s.one(ctx, of, id, "")
	return w, err
}

// Lock returns a webhook with its secrets and locks it until the transaction ends.
func (s *Store) Lock(ctx context.Context, of webhooks.Scope, id uuid.UUID) (webhooks.Webhook, webhooks.Secrets, error) {
	return s.one(ctx, of, id, " for update of w")
}

func (s *Store) one(ctx context.Context, of webhooks.Scope, id uuid.UUID, lock string) (webhooks.Webhook, webhooks.Secrets, error) {
	w, sec, err := scan(s.db.Row(ctx, columns+" and w.id = $4"+lock, of.Organization, of.AllAccounts, of.Accounts, id))
	if postgres.NoRow(err) {
		return w, sec, apperr.NewNotFound("webhook")
	}
	if err != nil {
		return w, sec, fmt.Errorf("read webhook: %w", err)
	}
	return w, sec, nil
}

// Update stores a changed webhook. A paused one has missed nothing.
func (s *Store) Update(ctx context.Context, w webhooks.Webhook, sec webhooks.Secrets) error {
	_, err := s.db.Exec(ctx, `
		update webhooks.webhooks set url = $2, event_types = $3, account_ids = $4, description = $5, active = $6, secret_hint = $7,
			secret = $8, previous_secret = $9, previous_until = $10, updated_at = $11, version = $12,
			subscribed = case when $6 then subscribed end, awaited = case when $6 then awaited end
		where id = $1`,
		w.ID, w.URL, w.EventTypes, w.AccountIDs, w.Description, w.Active, w.SecretHint,
		sec.Current, sec.Previous, sec.PreviousUntil, w.UpdatedAt, w.Version)
	if err != nil {
		return fmt.Errorf("update webhook: %w", err)
	}
	return nil
}

// Delete marks a webhook as deleted and removes its secrets. Its row stays as long as it has deliveries.
func (s *Store) Delete(ctx context.Context, w webhooks.Webhook, at time.Time) error {
	_, err := s.db.Exec(ctx, `
		update webhooks.webhooks
		set deleted_at = $2, active = false, secret = '', previous_secret = null, previous_until = null
		where id = $1`, w.ID, at)
	if err != nil {
		return fmt.Errorf("delete webhook: %w", err)
	}
	return nil
}
