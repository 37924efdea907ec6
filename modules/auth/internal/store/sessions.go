package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

func (s *Store) sessions(ctx context.Context, account uuid.UUID) *gorm.DB {
	return s.db.In(ctx).Table("auth.sessions").Where("account_id = ?", account)
}

// InsertSession inserts a session.
func (s *Store) InsertSession(ctx context.Context, of auth.Session) error {
	return postgres.Failed("insert a session", s.db.In(ctx).Table("auth.sessions").Create(&of).Error)
}

// GetSession returns a session.
func (s *Store) GetSession(ctx context.Context, account, id uuid.UUID) (of auth.Session, err error) {
	err = some("read a session", s.sessions(ctx, account).Where("id = ?", id).Take(&of))
	return of, err
}

// LockSession returns a session and locks it until the transaction ends.
func (s *Store) LockSession(ctx context.Context, account, id uuid.UUID) (of auth.Session, err error) {
	err = some("lock a session", s.sessions(ctx, account).Where("id = ?", id).Clauses(clause.Locking{Strength: "UPDATE"}).Take(&of))
	return of, err
}

// RenewSession stores what a refresh changes.
func (s *Store) RenewSession(ctx context.Context, of auth.Session) error {
	return postgres.Failed("renew a session", s.sessions(ctx, of.AccountID).Where("id = ?", of.ID).
		Select("token_id", "replaced_token_id", "refreshed_at").Updates(&of).Error)
}

// EndSession removes a session, if it exists.
func (s *Store) EndSession(ctx context.Context, account, id uuid.UUID) error {
	return postgres.Failed("end a session", s.sessions(ctx, account).Where("id = ?", id).Delete(nil).Error)
}

// EndSessions removes all sessions of a customer except one.
func (s *Store) EndSessions(ctx context.Context, account, customer, but uuid.UUID) error {
	return postgres.Failed("end the sessions of a customer",
		s.sessions(ctx, account).Where("customer_id = ? and id <> ?", customer, but).Delete(nil).Error)
}

// LockCustomer takes an advisory lock, because the customer's row belongs to another module.
func (s *Store) LockCustomer(ctx context.Context, account, customer uuid.UUID) error {
	return s.db.Lock(ctx, "sessions of "+account.String()+" "+customer.String())
}

func (s *Store) resets(ctx context.Context) *gorm.DB {
	return s.db.In(ctx).Table("auth.password_resets")
}

// PutReset replaces the reset of a customer.
func (s *Store) PutReset(ctx context.Context, r auth.PasswordReset) error {
	return postgres.Failed("store a password reset", s.resets(ctx).Clauses(clause.OnConflict{
		OnConstraint: "password_resets_pk", DoUpdates: clause.AssignmentColumns([]string{"hash", "expires_at"}),
	}).Create(&r).Error)
}

// GetReset returns the reset with a hash.
func (s *Store) GetReset(ctx context.Context, account uuid.UUID, hash []byte) (r auth.PasswordReset, err error) {
	err = some("read a password reset", s.resets(ctx).Where("account_id = ? and hash = ?", account, hash).Take(&r))
	return r, err
}

// VoidReset removes the reset of a customer.
func (s *Store) VoidReset(ctx context.Context, account, customer uuid.UUID) error {
	return postgres.Failed("void a password reset",
		s.resets(ctx).Where("account_id = ? and customer_id = ?", account, customer).Delete(nil).Error)
}

// TakeReset removes a reset unless it was used or replaced.
func (s *Store) TakeReset(ctx context.Context, r auth.PasswordReset) error {
	return some("use a password reset",
		s.resets(ctx).Where("account_id = ? and customer_id = ? and hash = ?", r.AccountID, r.CustomerID, r.Hash).Delete(nil))
}
