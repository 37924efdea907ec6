package store

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Merges implements customerspets.MergeStore.
type Merges struct{ db *postgres.DB }

// NewMerges makes Merges.
func NewMerges(db *postgres.DB) Merges { return Merges{db} }

func (s Merges) of(ctx context.Context, account uuid.UUID) *gorm.DB {
	return s.db.In(ctx).Table("customerspets.merges").Where("account_id = ?", account)
}

// Hold implements customerspets.MergeStore. Whoever adds a record that refers to one of these holds it for key share.
func (s Merges) Hold(ctx context.Context, account uuid.UUID, kind customerspets.Kind, of ...uuid.UUID) error {
	const rows = " where account_id = ? and id = any(?) order by id for update"
	err := s.db.In(ctx).Exec("select from customerspets."+string(kind)+"s"+rows, account, postgres.Array(of)).Error
	return postgres.Failed("lock records of a merge", err)
}

// PetsOf implements customerspets.MergeStore.
func (s Merges) PetsOf(ctx context.Context, account, customer uuid.UUID, limit int) (ids []uuid.UUID, err error) {
	err = s.db.In(ctx).Table("customerspets.pets").Where("account_id = ? and customer_id = ?", account, customer).
		Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, postgres.Failed("list the pets of a customer", err)
}

// merged are records with those that were merged into them.
const merged = `
with recursive chain as (
	select id from unnest(cast(@ids as uuid[])) as given (id)
	union
	select m.source_id from chain c join customerspets.merges m on m.account_id = @account and m.target_id = c.id and m.undone_by is null
)
select id from chain order by id`

// Subject implements customerspets.MergeStore.
func (s Merges) Subject(ctx context.Context, account, customer uuid.UUID) (found privacy.Subject, err error) {
	found.Account = account
	named := func(ids []uuid.UUID) map[string]any {
		return map[string]any{"account": account, "ids": postgres.Array(ids)}
	}
	var pets []uuid.UUID
	err = s.db.In(ctx).Raw(merged, named([]uuid.UUID{customer})).Scan(&found.Customers).Error
	if err == nil {
		err = s.db.In(ctx).Table("customerspets.pets").Where("account_id = ? and customer_id = any(?)", account, postgres.Array(found.Customers)).
			Order("id").Pluck("id", &pets).Error
	}
	if err == nil {
		err = s.db.In(ctx).Raw(merged, named(pets)).Scan(&found.Pets).Error
	}
	return found, postgres.Failed("find what belongs to a person", err)
}

// Erased implements customerspets.MergeStore.
func (s Merges) Erased(ctx context.Context, account, customer uuid.UUID, reason customerspets.ErasureReason) error {
	err := s.db.In(ctx).Exec("update customerspets.customers set erased_reason = ? where account_id = ? and id = ?",
		string(reason), account, customer).Error
	return postgres.Failed("note why a customer was erased", err)
}

// Add implements customerspets.MergeStore.
func (s Merges) Add(ctx context.Context, m customerspets.Merge) error {
	err := s.db.In(ctx).Table("customerspets.merges").Clauses(clause.OnConflict{UpdateAll: true}).Create(&m).Error
	return postgres.Failed("note a merge", err)
}

// Get implements customerspets.MergeStore.
func (s Merges) Get(ctx context.Context, account, source uuid.UUID) (m customerspets.Merge, err error) {
	err = s.of(ctx, account).Where("source_id = ? and undone_by is null", source).Take(&m).Error
	if postgres.NoRow(err) {
		return m, apperr.NewNotFound("merge")
	}
	return m, postgres.Failed("read a merge", err)
}

// Undo implements customerspets.MergeStore. What the source has again is not kept twice.
func (s Merges) Undo(ctx context.Context, account, source, by uuid.UUID) error {
	err := s.of(ctx, account).Where("source_id = ? and undone_by is null", source).UpdateColumns(map[string]any{"undone_by": by,
		"external_id": nil, "source_password_hash": nil, "source_last_login_at": nil, "target_last_login_at": nil}).Error
	return postgres.Failed("note that a merge is undone", err)
}

// Undone implements customerspets.MergeStore.
func (s Merges) Undone(ctx context.Context, account, source, by uuid.UUID) (found []customerspets.Merge, err error) {
	err = s.of(ctx, account).Where("source_id = ? and undone_by = ?", source, by).Find(&found).Error
	return found, postgres.Failed("look for a merge that is undone", err)
}

// SetLogin implements customerspets.MergeStore.
func (s Merges) SetLogin(ctx context.Context, account, customer uuid.UUID, hash *string, lastLogin *time.Time) error {
	err := s.db.In(ctx).Table("customerspets.customers").Where("account_id = ? and id = ?", account, customer).UpdateColumns(map[string]any{
		"password_hash": hash, "login_enabled": hash != nil, "login_last_login_at": lastLogin,
	}).Error
	return postgres.Failed("set a login", err)
}

// survivor follows a chain of merges to its end.
const survivor = `
with recursive chain as (
	select target_id, 1 as step from customerspets.merges where account_id = @account and source_id = @id and undone_by is null
	union all
	select m.target_id, c.step + 1
	from chain c join customerspets.merges m on m.account_id = @account and m.source_id = c.target_id and m.undone_by is null
)
select target_id from chain order by step desc limit 1`

// orMerged says of a record that is not there whether it was merged into another one.
func (s records[R]) orMerged(ctx context.Context, account, id uuid.UUID, err error) error {
	if !apperr.Is(err, apperr.NotFound) {
		return err
	}
	var found []uuid.UUID
	if wrong := s.In(ctx).Raw(survivor, map[string]any{"account": account, "id": id}).Scan(&found).Error; wrong != nil {
		return fmt.Errorf("look for a merge: %w", wrong)
	}
	if len(found) == 0 {
		return err
	}
	return apperr.NewMerged(id, found[0])
}

const ofMerged = `
with recursive chain as (
	select external_id, target_id, 1 as step from customerspets.merges
	where account_id = @account and kind = @kind and external_id = any(@external) and undone_by is null
	union all
	select c.external_id, m.target_id, c.step + 1
	from chain c join customerspets.merges m on m.account_id = @account and m.source_id = c.target_id and m.undone_by is null
)
select distinct on (external_id) external_id, target_id from chain order by external_id, step desc`

// withMerged adds the external ids of records that were merged: they lead to those into which they went.
func (s records[R]) withMerged(ctx context.Context, account uuid.UUID, externalIDs []string,
	live map[string]uuid.UUID) (map[string]uuid.UUID, error) {
	var rows []customerspets.Merge
	these := map[string]any{"account": account, "kind": s.kind, "external": postgres.Array(externalIDs)}
	err := s.In(ctx).Raw(ofMerged, these).Scan(&rows).Error
	found := make(map[string]uuid.UUID, len(live)+len(rows))
	for _, m := range rows {
		found[*m.ExternalID] = m.TargetID
	}
	maps.Copy(found, live)
	return found, s.Failed("look up external ids of merged", err)
}
