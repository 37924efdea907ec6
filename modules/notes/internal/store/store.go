// Package store keeps notes in PostgreSQL.
package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements notes.Store.
type Store struct{ *postgres.Table[notes.Note] }

// New makes a Store.
func New(db *postgres.DB) *Store {
	return &Store{postgres.NewTable[notes.Note](db, postgres.TableOptions{
		Name: "notes.notes", Violations: map[string]error{"notes_external_key": notes.ErrExternalIDTaken},
	})}
}

// List implements notes.Store.
func (s *Store) List(ctx context.Context, account uuid.UUID, parent notes.Parent, f notes.Filter, page paging.Request) (
	paging.Page[notes.Note], error,
) {
	q := s.Query(account).
		Where("t.parent_id = ? and t.parent_type = ?", parent.ID, parent.Type).Short().
		WhereIf(f.Category != "", "t.category = ?", f.Category).
		WhereIf(f.Visibility != "", "t.visibility = ?", f.Visibility).
		OrderBy(postgres.Order{By: "t.pinned", Type: "boolean", Desc: true}, postgres.Order{By: "t.id", Type: "uuid", Desc: true})
	return s.Table.List(ctx, q, page)
}
