// Package customers asks customerspets on behalf of orders.
package customers

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/orders"
)

// Customers implements orders.Customers.
type Customers struct{ customers *customerspets.Service }

// New makes Customers.
func New(c *customerspets.Service) *Customers { return &Customers{c} }

// Exists is apperr.NotFound when the account has no such customer.
func (c *Customers) Exists(ctx context.Context, account, customer uuid.UUID) error {
	return c.customers.CustomerExists(ctx, account, customer)
}

// Customers are the summaries of customers.
func (c *Customers) Customers(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]orders.CustomerSummary, error) {
	found, err := c.customers.CustomerSummaries(ctx, account, ids)
	summaries := make(map[uuid.UUID]orders.CustomerSummary, len(found))
	for id, s := range found {
		summaries[id] = orders.CustomerSummary(s)
	}
	return summaries, err
}

// Pets are the summaries of pets.
func (c *Customers) Pets(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]orders.PetSummary, error) {
	found, err := c.customers.PetSummaries(ctx, account, ids)
	summaries := make(map[uuid.UUID]orders.PetSummary, len(found))
	for id, s := range found {
		summaries[id] = orders.PetSummary{ID: s.ID, Name: s.Name, Species: s.Species, Alert: s.Alert, Photo: (*orders.PetSummaryPhoto)(s.Photo)}
	}
	return summaries, err
}
