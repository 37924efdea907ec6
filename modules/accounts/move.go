package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// ErrClosed is the answer to a write in an organization that is closed. As it says nothing about the request, the answer is not kept for an
// Idempotency-Key: the request may succeed at the other installation.
var ErrClosed = &apperr.Error{Kind: apperr.Unavailable, Code: "unavailable", RetryAfter: time.Minute,
	Detail: "the organization is moving to another installation: here it can be read, but not changed"}

// Closure says that an organization is moving to another installation, or has moved.
type Closure struct {
	OrganizationID uuid.UUID
	MoveID         uuid.UUID
	ClosedAt       time.Time
	MovedTo        *string // nil: it has not arrived
}

// Close refuses all writes in an organization with ErrClosed, until Open. It does nothing if the organization is closed. Transactions that
// had begun before may still write.
func (s *Service) Close(ctx context.Context, organization uuid.UUID) (Closure, error) {
	return s.store.EnsureClosure(ctx, Closure{OrganizationID: organization, MoveID: ids.New(), ClosedAt: s.env.Clock.Now()})
}

// GetClosure returns the closure of an organization. It fails with apperr.NotFound if that is open.
func (s *Service) GetClosure(ctx context.Context, organization uuid.UUID) (Closure, error) {
	return s.store.GetClosure(ctx, organization)
}

// Open takes writes in an organization again.
func (s *Service) Open(ctx context.Context, organization uuid.UUID) error {
	return s.store.DeleteClosure(ctx, organization)
}

// Moved notes where a closed organization is now.
func (s *Service) Moved(ctx context.Context, c Closure, to string) error {
	c.MovedTo = &to
	return s.store.UpdateClosure(ctx, c)
}

// RequireOpen fails with ErrClosed if the organization is closed. It belongs in the transaction that writes.
func (s *Service) RequireOpen(ctx context.Context, organization uuid.UUID) error {
	_, err := s.store.GetClosure(ctx, organization)
	switch {
	case err == nil:
		return ErrClosed
	case apperr.Is(err, apperr.NotFound):
		return nil
	}
	return err
}
