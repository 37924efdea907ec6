package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/postgres"
)

// LockNumbers keeps others from setting a number of the type until the transaction ends.
func (s *Store) LockNumbers(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) error {
	return s.lock(ctx, account, string(kind)+" colour codes")
}

// LastNumber is the highest number of the type.
func (s *Store) LastNumber(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) (int, error) {
	var last int
	err := s.db.Row(ctx, "select coalesce(max(number), 0) from configlists.colour_codes where account_id = $1 and type = $2", account, kind).Scan(&last)
	if err != nil {
		return 0, fmt.Errorf("read the last number: %w", err)
	}
	return last, nil
}

// ColourCodesForShare reads colour codes of the type for share, in the order of their ids.
func (s *Store) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, of []uuid.UUID) (map[uuid.UUID]configlists.ColourCode, error) {
	var rows []colourCodeRow
	err := s.db.In(ctx).Clauses(forShare()).Where("account_id = ? and type = ? and id = any(?)", account, kind, postgres.Array(of)).
		Order("id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("hold colour codes: %w", err)
	}
	found := make(map[uuid.UUID]configlists.ColourCode, len(rows))
	for _, r := range rows {
		found[r.ID] = configlists.ColourCode(r)
	}
	return found, nil
}

// ColourCodesNumbered finds colour codes of the type by number.
func (s *Store) ColourCodesNumbered(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, numbers []int) (map[int]configlists.ColourCode, error) {
	found := make(map[int]configlists.ColourCode, len(numbers))
	err := s.db.Rows(ctx, func(row postgres.Scanner) error {
		var c configlists.ColourCode
		if err := row.Scan(&c.ID, &c.AccountID, &c.Type, &c.Number, &c.Name, &c.Colour, &c.Description, &c.CreatedAt, &c.UpdatedAt, &c.Version); err != nil {
			return err
		}
		found[c.Number] = c
		return nil
	}, `select id, account_id, type, number, name, colour, description, created_at, updated_at, version
		from configlists.colour_codes where account_id = $1 and type = $2 and number = any($3)`, account, kind, numbers)
	if err != nil {
		return nil, fmt.Errorf("find colour codes by number: %w", err)
	}
	return found, nil
}
