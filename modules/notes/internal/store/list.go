package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// List lists the notes of a parent: pinned ones first, then newest first.
func (s *Store) List(ctx context.Context, account uuid.UUID, parent notes.Parent, f notes.Filter, page paging.Request) (paging.Page[notes.Note], error) {
	var q strings.Builder
	args := []any{account, parent.ID, parent.Type}
	add := func(condition string, values ...any) {
		places := make([]any, len(values))
		for i := range values {
			places[i] = len(args) + 1 + i
		}
		fmt.Fprintf(&q, " and "+condition, places...)
		args = append(args, values...)
	}
	q.WriteString(`select id, account_id, parent_type, parent_id, title, body, category, pinned, visibility, author, external_id,
		created_at, updated_at, version from notes.notes where account_id = $1 and parent_id = $2 and parent_type = $3`)
	if f.Category != "" {
		add("category = $%d", f.Category)
	}
	if f.Visibility != "" {
		add("visibility = $%d", f.Visibility)
	}
	pinned, id, err := page.NumberID()
	if err != nil {
		return paging.Page[notes.Note]{}, err
	}
	if page.After != nil {
		add("(pinned, id) < ($%d, $%d)", pinned == 1, id)
	}
	fmt.Fprintf(&q, " order by pinned desc, id desc limit %d", page.Fetch())

	list := make([]notes.Note, 0, page.Fetch())
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		n, err := scan(row)
		list = append(list, n)
		return err
	}, q.String(), args...)
	if err != nil {
		return paging.Page[notes.Note]{}, fmt.Errorf("list notes: %w", err)
	}
	return paging.Cut(page, list, position), nil
}

func position(n notes.Note) []string {
	if n.Pinned {
		return []string{"1", n.ID.String()}
	}
	return []string{"0", n.ID.String()}
}

func scan(row postgres.Scanner) (notes.Note, error) {
	var n notes.Note
	var author jsonb.Of[*notes.Author]
	err := row.Scan(&n.ID, &n.AccountID, &n.Parent.Type, &n.Parent.ID, &n.Title, &n.Body, &n.Category, &n.Pinned, &n.Visibility,
		&author, &n.ExternalID, &n.CreatedAt, &n.UpdatedAt, &n.Version)
	n.Author = author.Get()
	return n, err
}
