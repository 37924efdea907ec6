package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
)

// colourCodes implements configlists.ColourCodeStore.
type colourCodes struct {
	*postgres.Table[configlists.ColourCode]
	db *postgres.DB
}

// List implements configlists.ColourCodeStore. Type and number are unique, so no id is needed for the order.
func (s colourCodes) List(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, page paging.Request) (paging.Page[configlists.ColourCode], error) {
	q := s.Query(account).WhereIf(kind != "", "t.type = ?", kind).
		OrderBy(postgres.Order{By: "t.type", Type: "text"}, postgres.Order{By: "t.number", Type: "integer"})
	return s.Table.List(ctx, q, page)
}

// Numbered implements configlists.ColourCodeStore.
func (s colourCodes) Numbered(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, numbers []int) ([]configlists.ColourCode, error) {
	return s.All(ctx, s.Query(account).Where("t.type = ? and t.number = any(?)", kind, numbers))
}

// LastNumber implements configlists.ColourCodeStore.
func (s colourCodes) LastNumber(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType) (last int, err error) {
	err = s.db.Row(ctx, "select coalesce(max(number), 0) from configlists.colour_codes where account_id = $1 and type = $2", account, kind).Scan(&last)
	if err != nil {
		err = fmt.Errorf("read the last number: %w", err)
	}
	return last, err
}
