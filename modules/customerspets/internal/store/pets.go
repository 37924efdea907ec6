package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Pets implements customerspets.PetStore.
type Pets struct{ records[customerspets.Pet] }

// NewPets makes Pets.
func NewPets(db *postgres.DB) Pets {
	repository := postgres.NewRepository[customerspets.Pet](db, postgres.TableOptions{
		Name: "customerspets.pets",
		Violations: map[string]error{
			"pets_customer_fk":  apperr.NewNotFound("customer"),
			"pets_external_key": customerspets.ErrPetExternalIDTaken,
		},
	})
	return Pets{records[customerspets.Pet]{repository, customerspets.OfPets, texts{db},
		func(p *customerspets.Pet) uuid.UUID { return p.CustomerID }}}
}

const hasBreed = "breed_ids @> jsonb_build_array(cast(? as uuid))"

// plainMicrochip is an expression of the index pets_by_plain_microchip.
const plainMicrochip = "lower(regexp_replace(microchip, '[^[:alnum:]]', '', 'g'))"

// List implements customerspets.PetStore.
func (s Pets) List(ctx context.Context, account, customer uuid.UUID, f customerspets.PetFilter,
	page paging.Request) (paging.Page[customerspets.Pet], error) {
	q := s.Of(ctx, account).Omit("name_key", "search").Scopes(
		s.texts.with(ctx, account, "customerspets.pet_texts", f.Words),
		postgres.If(customer != uuid.Nil, "customer_id = ?", customer),
		postgres.If(len(f.Customers) > 0, "customer_id = any(?)", postgres.Array(f.Customers)),
		postgres.If(f.Status != "", "status = ?", f.Status),
		postgres.If(f.Species != "", "species = ?", f.Species),
		postgres.If(f.Breed != uuid.Nil, hasBreed, f.Breed),
		postgres.If(f.ColourCode != uuid.Nil, hasColourCode, f.ColourCode),
		postgres.If(f.Tag != "", "tags @> jsonb_build_array(cast(? as text))", f.Tag),
		postgres.If(f.SecondaryStatus != uuid.Nil, "secondary_pet_status_id = ?", f.SecondaryStatus),
		postgres.If(f.Microchip != "", plainMicrochip+" = lower(regexp_replace(?, '[^[:alnum:]]', '', 'g'))", f.Microchip),
		postgres.If(f.ExternalID != "", "external_id = ?", f.ExternalID),
		postgres.If(f.UpdatedSince != nil, "updated_at >= ?", f.UpdatedSince))
	if f.Ranked {
		return ranked[customerspets.Pet](q, s.Of(ctx, account).Omit("name_key", "search"), "name_key", f.Words)
	}
	return postgres.List(q, page, postgres.Newest[customerspets.Pet]())
}

// CountOf implements customerspets.PetStore.
func (s Pets) CountOf(ctx context.Context, account uuid.UUID, customers []uuid.UUID) (map[uuid.UUID]int, error) {
	counts, err := postgres.Map[uuid.UUID, int](s.Of(ctx, account).Where("customer_id = any(?)", postgres.Array(customers)).
		Group("customer_id").Select("customer_id as key, count(*) as value"))
	return counts, s.Failed("count", err)
}

// Owner implements customerspets.PetStore.
func (s Pets) Owner(ctx context.Context, account, id uuid.UUID) (uuid.UUID, error) {
	var p customerspets.Pet
	err := s.Kept(ctx, s.Of(ctx, account).Select("customer_id").Where("id = ?", id)).Take(&p).Error
	return p.CustomerID, s.orMerged(ctx, account, id, s.Failed("read the owner in", err))
}

// ExistsOf implements customerspets.PetStore.
func (s Pets) ExistsOf(ctx context.Context, account, customer, id uuid.UUID) error {
	return s.orMerged(ctx, account, id, s.Some(s.Kept(ctx, s.Of(ctx, account).Where("id = ? and customer_id = ?", id, customer))))
}

// Keep implements customerspets.PetStore.
func (s Pets) Keep(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	kept, err := postgres.Map[uuid.UUID, bool](s.Kept(ctx, s.Of(ctx, account).Where("id = any(?)", postgres.Array(ids))).
		Order("id").Select("id as key, true as value"))
	return kept, s.Failed("keep", err)
}

// WithBreed implements customerspets.PetStore.
func (s Pets) WithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(s.Of(ctx, account).Where(hasBreed, breed))
}

// WithPhoto implements customerspets.PetStore.
func (s Pets) WithPhoto(ctx context.Context, account, file uuid.UUID) ([]uuid.UUID, error) {
	return s.ids(s.Of(ctx, account).Where("photo_file_id = ?", file))
}

// Labels implements customerspets.PetStore.
func (s Pets) Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]customerspets.PetLabel, error) {
	var found []customerspets.Pet
	err := s.Of(ctx, account).Select("id", "account_id", "customer_id", "name", "species", "alert", "photo_file_id").
		Where("id = any(?)", postgres.Array(ids)).Find(&found).Error
	labels := make(map[uuid.UUID]customerspets.PetLabel, len(found))
	for _, p := range found {
		owner := customerspets.PetCustomer{ID: p.CustomerID}
		labels[p.ID] = customerspets.PetLabel{Name: p.Name, Species: p.Species, Alert: p.Alert, Photo: p.PhotoAt(), Customer: owner}
	}
	return labels, s.Failed("read names in", err)
}

const named = `
select asked.id as customer_id, p.id, p.name
from unnest(cast(@customers as uuid[])) as asked (id)
cross join lateral (
	select id, name from customerspets.pets
	where account_id = @account and customer_id = asked.id and name_key like any(@patterns)
	order by id limit 10
) as p`

// Named implements customerspets.PetStore.
func (s Pets) Named(ctx context.Context, account uuid.UUID, customers []uuid.UUID,
	words []customerspets.SearchWord) (map[uuid.UUID][]customerspets.PetName, error) {
	var patterns []string
	for _, word := range words {
		for _, form := range word.Forms() {
			patterns = append(patterns, postgres.Containing(form))
		}
	}
	var found []customerspets.Pet
	err := s.In(ctx).Raw(named, map[string]any{
		"account": account, "customers": postgres.Array(customers), "patterns": postgres.Array(patterns),
	}).Scan(&found).Error
	names := make(map[uuid.UUID][]customerspets.PetName, len(customers))
	for _, p := range found {
		names[p.CustomerID] = append(names[p.CustomerID], customerspets.PetName{ID: p.ID, Name: p.Name})
	}
	return names, s.Failed("look for names in", err)
}
