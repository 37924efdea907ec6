// Package parents asks the modules that own the records which notes are about.
package parents

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/modules/orders"
)

// Parents implements notes.Parents.
type Parents struct {
	customers *customerspets.Service
	orders    *orders.Service
}

// New makes a Parents.
func New(c *customerspets.Service, o *orders.Service) *Parents { return &Parents{c, o} }

// Exists asks the owner of the record for it.
func (p *Parents) Exists(ctx context.Context, account uuid.UUID, scope notes.Scope) error {
	switch scope.Type {
	case notes.Customer:
		return p.customers.CustomerExists(ctx, account, scope.ID)
	case notes.Pet:
		if scope.Customer == uuid.Nil {
			_, err := p.customers.PetOwner(ctx, account, scope.ID)
			return err
		}
		return p.customers.PetExists(ctx, account, scope.Customer, scope.ID)
	case notes.Order:
		return p.orders.Exists(ctx, account, scope.ID)
	default:
		return fmt.Errorf("notes have no parents of type %q", scope.Type)
	}
}
