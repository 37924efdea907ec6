// Package customers asks customerspets on behalf of orders.
package customers

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
)

// Customers implements orders.Customers.
type Customers struct{ customers *customerspets.Service }

// New makes Customers.
func New(c *customerspets.Service) *Customers { return &Customers{c} }

// Exists is apperr.NotFound when the account has no such customer.
func (c *Customers) Exists(ctx context.Context, account, customer uuid.UUID) error {
	return c.customers.CustomerExists(ctx, account, customer)
}
