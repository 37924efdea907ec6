// Package store keeps incidents in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"

	"example.com/custom/incidents"
)

// Store implements incidents.Store.
type Store struct {
	*postgres.Repository[incidents.Incident]
}

// New makes a Store.
func New(db *postgres.DB) Store {
	return Store{postgres.NewRepository[incidents.Incident](db, postgres.TableOptions{
		Name: "incidents.incidents", Violations: map[string]error{"incidents_external_key": incidents.ErrExternalIDTaken},
	})}
}

// List implements incidents.Store.
func (s Store) List(ctx context.Context, account uuid.UUID, f incidents.Filter, page paging.Request) (
	paging.Page[incidents.Incident], error,
) {
	q := s.Of(ctx, account).Scopes(
		postgres.If(f.Pet != uuid.Nil, "pet_id = ?", f.Pet),
		postgres.If(f.Kind != "", "kind = ?", f.Kind),
		postgres.If(f.Status != "", "status = ?", f.Status))
	return postgres.List(q, page, postgres.Newest[incidents.Incident]())
}

// OfPets implements incidents.Store.
func (s Store) OfPets(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (found []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where("pet_id = any(?)", postgres.Array(pets)).Order("id").Pluck("id", &found).Error
	return found, s.Failed("look up those of pets in", err)
}

// Open implements incidents.Store.
func (s Store) Open(ctx context.Context, account uuid.UUID) (map[incidents.Kind]int, error) {
	var rows []struct {
		Kind incidents.Kind
		Open int
	}
	err := s.Of(ctx, account).Where("status = ?", incidents.Open).Select("kind, count(*) as open").Group("kind").Find(&rows).Error
	found := make(map[incidents.Kind]int, len(rows))
	for _, row := range rows {
		found[row.Kind] = row.Open
	}
	return found, s.Failed("count open ones in", err)
}
