// Package store keeps notes in PostgreSQL.
package store

import (
	"context"
	"fmt"
	"maps"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// Store implements notes.Store.
type Store struct {
	*postgres.Table[notes.Note]
	db *postgres.DB
}

// New makes a Store.
func New(db *postgres.DB) *Store {
	return &Store{postgres.NewTable[notes.Note](db, postgres.TableOptions{
		Name: "notes.notes", Violations: map[string]error{"notes_external_key": notes.ErrExternalIDTaken},
	}), db}
}

// Delete implements notes.Store. The external id stays known; see IDs.
func (s *Store) Delete(ctx context.Context, n notes.Note) error {
	if n.ExternalID != nil {
		err := s.db.Queue(ctx, nil, `insert into notes.deleted_external_ids (account_id, external_id, note_id) values ($1, $2, $3)
			on conflict do nothing`, n.AccountID, *n.ExternalID, n.ID)
		if err != nil {
			return fmt.Errorf("keep the external id of a deleted note: %w", err)
		}
	}
	return s.Table.Delete(ctx, n)
}

// IDs implements notes.Store.
func (s *Store) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	found, err := postgres.Map[string, uuid.UUID](ctx, s.db,
		`select external_id, note_id from notes.deleted_external_ids where account_id = $1 and external_id = any($2)`, account, externalIDs)
	if err != nil {
		return nil, fmt.Errorf("look up external ids of deleted notes: %w", err)
	}
	live, err := s.Table.IDs(ctx, account, externalIDs)
	maps.Copy(found, live)
	return found, err
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
