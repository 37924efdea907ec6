package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// List implements healthrecords.VaccinationStore: newest first.
func (s vaccinations) List(ctx context.Context, account uuid.UUID, f healthrecords.VaccinationQuery,
	page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	q := s.Of(ctx, account).Clauses(s.Columns(account)).Where("pet_id = ?", f.Pet).Scopes(
		postgres.If(f.Type != nil, "vaccination_type_id = ?", f.Type),
		currentIs(account, f.Current),
		expiring(f.Expires))
	return postgres.List(q, page, postgres.Newest[healthrecords.Vaccination]())
}

// ListAccount implements healthrecords.VaccinationStore. What is on the page is found by indexes alone: a filter may pass over many rows.
func (s vaccinations) ListAccount(ctx context.Context, account uuid.UUID, f healthrecords.AccountFilter, spans []healthrecords.Span,
	page paging.Request) (paging.Page[healthrecords.Vaccination], error) {
	q := s.Of(ctx, account).Select("id, expires_on").Scopes(
		expiring(healthrecords.Span{First: f.From, Last: f.To}),
		expiring(spans...),
		postgres.If(f.Type != nil, "vaccination_type_id = ?", f.Type),
		currentIs(account, f.Current),
		postgres.If(f.Verified != nil && *f.Verified, "verified"),
		postgres.If(f.Verified != nil && !*f.Verified, "not verified"),
		postgres.If(f.HasProof != nil && *f.HasProof, "proof_file_id is not null"),
		postgres.If(f.HasProof != nil && !*f.HasProof, "proof_file_id is null"),
		postgres.If(f.UpdatedSince != nil, "updated_at >= ?", f.UpdatedSince))
	if f.Pet != (healthrecords.PetFilter{}) {
		q = q.Where("pet_id in (?)", petsOf(s.In(ctx), account, f.Pet).Select("id"))
	}
	byExpiry := postgres.Key[healthrecords.Vaccination]{
		Column: "expires_on", Type: "date", Of: func(v *healthrecords.Vaccination) string { return v.ExpiresOn.String() },
	}
	found, err := postgres.List(q, page, byExpiry, postgres.ByID[healthrecords.Vaccination]())
	if err != nil || len(found.Items) == 0 {
		return found, err
	}
	ids := lists.Map(found.Items, func(v healthrecords.Vaccination) uuid.UUID { return v.ID })
	err = s.Of(ctx, account).Clauses(s.Columns(account)).Where("id = any(?)", postgres.Array(ids)).Order("expires_on, id").
		Find(&found.Items).Error
	return found, s.Failed("list", err)
}

// unnamed is the condition that no vaccination names the proof.
const unnamed = `not exists (
	select 1 from healthrecords.vaccinations v where v.account_id = ? and v.proof_file_id = pet_proofs.id and v.deleted_at is null
)`

// UnrecordedProofs implements healthrecords.VaccinationStore. It joins the view that files publishes.
func (s vaccinations) UnrecordedProofs(ctx context.Context, account uuid.UUID,
	page paging.Request) (paging.Page[healthrecords.UnrecordedProof], error) {
	q := s.In(ctx).Table("files.pet_proofs").Where("account_id = ?", account).Where(unnamed, account)
	return postgres.List(q, page, postgres.Key[healthrecords.UnrecordedProof]{
		Column: "id", Type: "uuid", Of: func(p *healthrecords.UnrecordedProof) string { return p.ID.String() }, Desc: true,
	})
}

// expiring is the condition that a vaccination expires in one of some spans; without one there is none.
func expiring(spans ...healthrecords.Span) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		either := q.Session(&gorm.Session{NewDB: true})
		for _, span := range spans {
			either = either.Or("expires_on between coalesce(cast(? as date), '-infinity') and coalesce(cast(? as date), 'infinity')",
				span.First, span.Last)
		}
		return q.Where(either)
	}
}
