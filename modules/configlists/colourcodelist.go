package configlists

import (
	"context"

	"github.com/google/uuid"
)

// ColourCodesForShare reads those of the colour codes that exist and are of the type, and keeps them from changing until
// the transaction of ctx ends.
func (s *Service) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind ColourCodeType, of []uuid.UUID) (map[uuid.UUID]ColourCode, error) {
	if len(of) == 0 {
		return map[uuid.UUID]ColourCode{}, nil
	}
	return s.store.ColourCodesForShare(ctx, account, kind, of)
}

// ColourCodesByNumber finds colour codes of a type by number.
func (s *Service) ColourCodesByNumber(ctx context.Context, account uuid.UUID, kind ColourCodeType, numbers []int) (map[int]ColourCode, error) {
	if len(numbers) == 0 {
		return map[int]ColourCode{}, nil
	}
	return s.store.ColourCodesNumbered(ctx, account, kind, numbers)
}
