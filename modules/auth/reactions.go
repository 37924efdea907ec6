package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

// Reactions are the reactions of auth to events of other modules, in their transactions.
type Reactions struct{ customers CustomerSessions }

// NewReactions returns Reactions.
func NewReactions(c CustomerSessions) *Reactions { return &Reactions{c} }

// EmailChanged voids the reset token of a customer: whoever reads the former address may hold it.
func (r *Reactions) EmailChanged(ctx context.Context, account, customer uuid.UUID) error {
	if err := r.customers.LockCustomer(ctx, account, customer); err != nil {
		return err
	}
	return r.customers.VoidReset(ctx, account, customer)
}

// LoginChanged ends all sessions of a customer whose password was set or cleared, or who was blocked, and voids the reset token. If the
// customer changes the password, the session of that request continues. LoginChanged waits for a concurrent login of the customer and
// ends its session, too; likewise for a reset token that is being created.
func (r *Reactions) LoginChanged(ctx context.Context, account, customer uuid.UUID) error {
	if err := r.EmailChanged(ctx, account, customer); err != nil {
		return err
	}
	return r.customers.EndSessions(ctx, account, customer, caller.From(ctx).Session)
}
