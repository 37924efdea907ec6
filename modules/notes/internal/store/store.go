// Package store keeps notes in PostgreSQL.
package store

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements notes.Store. What record.Life asks of it, such as Lock and Update, are methods of the Repository.
type Store struct {
	*postgres.Repository[notes.Note]
}

// New returns a Store.
func New(db *postgres.DB) Store {
	return Store{postgres.NewRepository[notes.Note](db, postgres.TableOptions{
		Name: "notes.notes", Violations: map[string]error{"notes_external_key": notes.ErrExternalIDTaken},
	})}
}

var pinnedFirst = postgres.Key[notes.Note]{
	Column: "pinned", Type: "boolean", Of: func(n *notes.Note) string { return strconv.FormatBool(n.Pinned) }, Desc: true,
}

// List implements notes.Store. GORM leaves out what is not asked for.
func (s Store) List(ctx context.Context, account uuid.UUID, parent notes.Parent, f notes.Filter,
	page paging.Request) (paging.Page[notes.Note], error) {
	q := s.Of(ctx, account).Where(&notes.Note{Parent: parent, Category: f.Category, Visibility: f.Visibility})
	return postgres.List(q, page, pinnedFirst, postgres.Newest[notes.Note]())
}

// OfParent implements notes.Store.
func (s Store) OfParent(ctx context.Context, account uuid.UUID, parent notes.Parent, limit int) (ids []uuid.UUID, err error) {
	err = s.Of(ctx, account).Where(&notes.Note{Parent: parent}).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, s.Failed("list those of a parent in", err)
}

// deletedID is the external id of a deleted note, which an import does not make anew.
type deletedID struct {
	AccountID  uuid.UUID `gorm:"primaryKey"`
	ExternalID string    `gorm:"primaryKey"`
	NoteID     uuid.UUID
}

// TableName implements GORM's Tabler.
func (deletedID) TableName() string { return "notes.deleted_external_ids" }

// Delete implements notes.Store. The external id stays known; see IDs.
func (s Store) Delete(ctx context.Context, list ...notes.Note) error {
	var kept []deletedID
	for _, n := range list {
		if n.ExternalID != nil {
			kept = append(kept, deletedID{n.AccountID, *n.ExternalID, n.ID})
		}
	}
	if len(kept) > 0 {
		if err := s.In(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&kept).Error; err != nil {
			return fmt.Errorf("keep the external ids of deleted notes: %w", err)
		}
	}
	return s.Repository.Delete(ctx, list...)
}

// Insert implements record.Store. A deleted note that is back has its external id again.
func (s Store) Insert(ctx context.Context, list ...notes.Note) error {
	var back []uuid.UUID
	for _, n := range list {
		if n.Version > 1 && n.ExternalID != nil {
			back = append(back, n.ID)
		}
	}
	if len(back) > 0 {
		err := s.In(ctx).Where("account_id = ? and note_id = any(?)", list[0].AccountID, postgres.Array(back)).Delete(&deletedID{}).Error
		if err != nil {
			return fmt.Errorf("forget that notes were deleted: %w", err)
		}
	}
	return s.Repository.Insert(ctx, list...)
}

// IDs implements notes.Store.
func (s Store) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	var deleted []deletedID
	err := s.In(ctx).Where("account_id = ? and external_id = any(?)", account, postgres.Array(externalIDs)).Find(&deleted).Error
	if err != nil {
		return nil, fmt.Errorf("look up external ids of deleted notes: %w", err)
	}
	found := make(map[string]uuid.UUID, len(externalIDs))
	for _, d := range deleted {
		found[d.ExternalID] = d.NoteID
	}
	live, err := s.Repository.IDs(ctx, account, externalIDs)
	maps.Copy(found, live)
	return found, err
}
