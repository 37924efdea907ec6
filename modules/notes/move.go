package notes

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Move gives the notes of a parent to another one, into which it is merged. It calls found with their number first.
func (s *Service) Move(ctx context.Context, account uuid.UUID, from, to Parent, found func(n int) error) error {
	of, err := s.store.OfParent(ctx, account, from, record.MaxReverted)
	if err != nil {
		return err
	}
	if err := found(len(of)); err != nil {
		return err
	}
	return s.notes.UpdateMany(ctx, account, of, func(n *Note) bool { n.Parent = to; return true })
}
