package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
)

// Reactions is what auth does when other modules tell of changes, in their transactions.
type Reactions struct{ customers CustomerSessions }

// NewReactions makes Reactions.
func NewReactions(c CustomerSessions) *Reactions { return &Reactions{c} }

// LoginChanged ends all sessions of a customer whose password was set or cleared, or who was blocked; that of the caller goes on,
// when the customer changes the password itself. It waits for a
// login of the same customer that is being completed, and ends that one's session too.
func (r *Reactions) LoginChanged(ctx context.Context, account, customer uuid.UUID) error {
	if err := r.customers.LockCustomer(ctx, account, customer); err != nil {
		return err
	}
	return r.customers.EndSessions(ctx, account, customer, caller.From(ctx).Session)
}
