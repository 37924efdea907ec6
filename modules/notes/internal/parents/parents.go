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

// Check asks the owner of the record for it.
func (p *Parents) Check(ctx context.Context, account uuid.UUID, place notes.Place) error {
	var err error
	switch place.Type {
	case notes.Customer:
		_, err = p.customers.GetCustomer(ctx, account, place.ID)
	case notes.Pet:
		_, err = p.customers.GetPet(ctx, account, place.Customer, place.ID)
	case notes.Order:
		_, err = p.orders.Get(ctx, account, place.ID)
	default:
		err = fmt.Errorf("notes have no parents of type %q", place.Type)
	}
	return err
}
