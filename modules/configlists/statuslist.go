package configlists

import (
	"context"

	"github.com/google/uuid"
)

// SecondaryPetStatuses reads those of the statuses that exist.
func (s *Service) SecondaryPetStatuses(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error) {
	if len(of) == 0 {
		return map[uuid.UUID]SecondaryPetStatus{}, nil
	}
	return s.store.StatusesByID(ctx, account, of)
}

// SecondaryPetStatusesForShare reads those of the statuses that exist and keeps them from changing until the transaction
// of ctx ends.
func (s *Service) SecondaryPetStatusesForShare(ctx context.Context, account uuid.UUID, of []uuid.UUID) (map[uuid.UUID]SecondaryPetStatus, error) {
	if len(of) == 0 {
		return map[uuid.UUID]SecondaryPetStatus{}, nil
	}
	return s.store.StatusesForShare(ctx, account, of)
}

// SecondaryPetStatusesByName finds statuses by name, whatever the case; where no name fits so, accents do not count
// either. The result is keyed by text.Fold of the names.
func (s *Service) SecondaryPetStatusesByName(ctx context.Context, account uuid.UUID, names []string) (map[string]SecondaryPetStatus, error) {
	if len(names) == 0 {
		return map[string]SecondaryPetStatus{}, nil
	}
	return s.store.StatusesNamed(ctx, account, names)
}
