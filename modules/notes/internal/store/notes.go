package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// Store implements notes.Store.
type Store struct{ db *postgres.DB }

// New makes a Store.
func New(db *postgres.DB) *Store { return &Store{db} }

var forUpdate = clause.Locking{Strength: clause.LockingStrengthUpdate}

// Lock reads a note and holds its row.
func (s *Store) Lock(ctx context.Context, account, id uuid.UUID) (notes.Note, error) {
	var row noteRow
	err := s.db.In(ctx).Clauses(forUpdate).Where("account_id = ? and id = ?", account, id).Take(&row).Error
	if postgres.NoRow(err) {
		return notes.Note{}, apperr.NewNotFound()
	}
	if err != nil {
		return notes.Note{}, fmt.Errorf("lock note: %w", err)
	}
	return notes.Note(row), nil
}

// LockAll reads several notes and holds their rows, locked by id.
func (s *Store) LockAll(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]notes.Note, error) {
	rows, err := postgres.LockAll[noteRow](s.db.In(ctx), account, of)
	if err != nil {
		return nil, fmt.Errorf("lock notes: %w", err)
	}
	found := make(map[uuid.UUID]notes.Note, len(rows))
	for _, r := range rows {
		found[r.ID] = notes.Note(r)
	}
	return found, nil
}

// IDs looks up external ids.
func (s *Store) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "notes.notes", account, externalIDs)
}

// Insert adds a note.
func (s *Store) Insert(ctx context.Context, n notes.Note) error {
	row := noteRow(n)
	return written("insert note", s.db.In(ctx).Create(&row).Error)
}

// Update writes all columns of a note.
func (s *Store) Update(ctx context.Context, n notes.Note) error {
	row := noteRow(n)
	return written("update note", s.db.In(ctx).Select("*").Updates(&row).Error)
}

// Delete removes a note.
func (s *Store) Delete(ctx context.Context, account, id uuid.UUID) error {
	if _, err := s.db.Exec(ctx, "delete from notes.notes where account_id = $1 and id = $2", account, id); err != nil {
		return fmt.Errorf("delete note: %w", err)
	}
	return nil
}

// Save inserts and updates a batch.
func (s *Store) Save(ctx context.Context, created, changed []notes.Note) error {
	rows := make([]noteRow, 0, len(created)+len(changed))
	for _, n := range created {
		rows = append(rows, noteRow(n))
	}
	for _, n := range changed {
		rows = append(rows, noteRow(n))
	}
	return written("save notes", postgres.SaveAll(s.db.In(ctx), rows))
}

func written(what string, err error) error {
	if postgres.Violates(err, "notes_external_key") {
		return notes.ErrExternalIDTaken
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
