// Package store keeps customers and pets in PostgreSQL.
package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Customers implements customerspets.CustomerStore.
type Customers struct {
	records[customerspets.Customer]
}

// NewCustomers makes Customers.
func NewCustomers(db *postgres.DB) Customers {
	repository := postgres.NewRepository[customerspets.Customer](db, postgres.TableOptions{
		Name: "customerspets.customers",
		Violations: map[string]error{
			"customers_login_email_key": customerspets.ErrEmailTaken,
			"customers_external_key":    customerspets.ErrCustomerExternalIDTaken,
		},
	})
	return Customers{records[customerspets.Customer]{repository, customerspets.OfCustomers, texts{db},
		func(c *customerspets.Customer) uuid.UUID { return c.ID }}}
}

// Lock implements record.Store. Nothing changes a customer that was erased.
func (s Customers) Lock(ctx context.Context, account, id uuid.UUID) (customerspets.Customer, error) {
	c, err := s.records.Lock(ctx, account, id)
	if err == nil && c.ErasedAt != nil {
		err = apperr.NewConflict("erased", "the customer was erased")
	}
	return c, err
}

// hasNumber is an expression of the index customers_by_phone.
const hasNumber = "jsonb_path_query_array(phones, '$[*].number') @> jsonb_build_array(cast(? as text))"

// List implements customerspets.CustomerStore.
func (s Customers) List(ctx context.Context, account uuid.UUID, f customerspets.CustomerFilter,
	page paging.Request) (paging.Page[customerspets.Customer], error) {
	unread := []string{"password_hash", "known_by"}
	if len(f.Words) == 0 {
		unread = append(unread, "search")
	}
	q := s.Of(ctx, account).Omit(unread...).Scopes(
		s.texts.with(ctx, account, "customerspets.customer_texts", f.Words),
		postgres.If(f.Email != "", "lower(email) = lower(?)", f.Email),
		postgres.If(f.Phone != "", hasNumber, f.Phone),
		postgres.If(f.Status != "", "status = ?", f.Status),
		postgres.If(f.ColourCode != uuid.Nil, hasColourCode, f.ColourCode),
		postgres.If(f.ExternalID != "", "external_id = ?", f.ExternalID),
		postgres.If(f.UpdatedSince != nil, "updated_at >= ?", f.UpdatedSince),
		postgres.If(f.Only != uuid.Nil, "id = ?", f.Only))
	if f.Ranked {
		return ranked[customerspets.Customer](q, s.Of(ctx, account).Omit(unread...), "known_by", f.Words)
	}
	return postgres.List(q, page, postgres.Newest[customerspets.Customer]())
}

// Login implements customerspets.CustomerStore.
func (s Customers) Login(ctx context.Context, account uuid.UUID, email string) (l customerspets.Login, err error) {
	err = s.Of(ctx, account).Select("id as customer, password_hash, status").
		Where("lower(email) = lower(?) and login_enabled", email).Take(&l).Error
	return l, s.Failed("find a login in", err)
}

// SharedLogins implements customerspets.CustomerStore.
func (s Customers) SharedLogins(ctx context.Context, account uuid.UUID) ([][]uuid.UUID, error) {
	var found []jsonb.Of[[]uuid.UUID]
	err := s.Of(ctx, account).Where("login_enabled").Group("lower(email)").Having("count(*) > 1").Pluck("jsonb_agg(id)", &found).Error
	return lists.Map(found, jsonb.Of[[]uuid.UUID].Get), s.Failed("look for logins with one e-mail in", err)
}

// LoggedIn implements customerspets.CustomerStore.
func (s Customers) LoggedIn(ctx context.Context, account, customer uuid.UUID, at time.Time) error {
	return s.Failed("note a login in", s.Of(ctx, account).Where("id = ?", customer).UpdateColumn("login_last_login_at", at).Error)
}

// Labels implements customerspets.CustomerStore.
func (s Customers) Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]customerspets.CustomerLabel, error) {
	var found []customerspets.Customer
	err := s.Of(ctx, account).Select("id", "first_name", "last_name", "phones", "alert").
		Where("id = any(?)", postgres.Array(ids)).Find(&found).Error
	labels := make(map[uuid.UUID]customerspets.CustomerLabel, len(found))
	for _, c := range found {
		labels[c.ID] = c.Label()
	}
	return labels, s.Failed("read names in", err)
}
