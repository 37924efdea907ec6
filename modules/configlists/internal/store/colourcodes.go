package store

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

// ColourCodes lists by type and number.
func (s *Store) ColourCodes(ctx context.Context, account uuid.UUID, kind configlists.ColourCodeType, page paging.Request) (paging.Page[configlists.ColourCode], error) {
	q := s.db.In(ctx).Where("account_id = ?", account)
	if kind != "" {
		q = q.Where("type = ?", kind)
	}
	if page.After != nil {
		after, number, err := place(page.After)
		if err != nil {
			return paging.Page[configlists.ColourCode]{}, err
		}
		q = q.Where("(type, number) > (?, ?)", after, number)
	}
	var rows []colourCodeRow
	if err := q.Order("type, number").Limit(page.Fetch()).Find(&rows).Error; err != nil {
		return paging.Page[configlists.ColourCode]{}, fmt.Errorf("list colour codes: %w", err)
	}
	list := make([]configlists.ColourCode, len(rows))
	for i, r := range rows {
		list[i] = configlists.ColourCode(r)
	}
	return paging.Cut(page, list, func(c configlists.ColourCode) []string { return []string{string(c.Type), strconv.Itoa(c.Number)} }), nil
}

// place reads a position of a type and a number: the two are unique, so no id is needed.
func place(after []string) (string, int, error) {
	if len(after) != 2 {
		return "", 0, paging.BadCursor()
	}
	number, err := strconv.Atoi(after[1])
	if err != nil || number < 1 || number > configlists.LastNumber {
		return "", 0, paging.BadCursor()
	}
	return after[0], number, nil
}

// ColourCode reads one colour code.
func (s *Store) ColourCode(ctx context.Context, account, id uuid.UUID) (configlists.ColourCode, error) {
	return s.colourCode(ctx, account, id)
}

// LockColourCode reads one colour code for update.
func (s *Store) LockColourCode(ctx context.Context, account, id uuid.UUID) (configlists.ColourCode, error) {
	return s.colourCode(ctx, account, id, forUpdate())
}

func (s *Store) colourCode(ctx context.Context, account, id uuid.UUID, clauses ...clause.Expression) (configlists.ColourCode, error) {
	var row colourCodeRow
	err := s.db.In(ctx).Clauses(clauses...).Where("account_id = ? and id = ?", account, id).Take(&row).Error
	if postgres.NoRow(err) {
		return configlists.ColourCode{}, apperr.NewNotFound()
	}
	if err != nil {
		return configlists.ColourCode{}, fmt.Errorf("read colour code: %w", err)
	}
	return configlists.ColourCode(row), nil
}

// InsertColourCode adds a colour code.
func (s *Store) InsertColourCode(ctx context.Context, c configlists.ColourCode) error {
	row := colourCodeRow(c)
	return colourCodeError("insert", s.db.In(ctx).Create(&row).Error)
}

// UpdateColourCode writes a colour code.
func (s *Store) UpdateColourCode(ctx context.Context, c configlists.ColourCode) error {
	row := colourCodeRow(c)
	return colourCodeError("update", s.db.In(ctx).Select("*").Updates(&row).Error)
}

func colourCodeError(what string, err error) error {
	switch {
	case postgres.Violates(err, "colour_codes_number_key"):
		return configlists.ErrNumberTaken
	case err != nil:
		return fmt.Errorf("%s colour code: %w", what, err)
	}
	return nil
}

// DeleteColourCode deletes a colour code.
func (s *Store) DeleteColourCode(ctx context.Context, account, id uuid.UUID) error {
	if _, err := s.db.Exec(ctx, "delete from configlists.colour_codes where account_id = $1 and id = $2", account, id); err != nil {
		return fmt.Errorf("delete colour code: %w", err)
	}
	return nil
}
