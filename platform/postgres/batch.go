package postgres

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Array is a list of ids as one parameter, for "id = any(?)" in gorm conditions: gorm would spread a slice into one
// parameter each, and every length would become a prepared statement of its own.
func Array(list []uuid.UUID) driver.Valuer { return idArray(list) }

type idArray []uuid.UUID

// Value implements driver.Valuer: the text form of a uuid[].
func (a idArray) Value() (driver.Value, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, id := range a {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(id.String())
	}
	b.WriteByte('}')
	return b.String(), nil
}

// SaveAll inserts rows, or updates all columns of those whose primary key is there, in statements of bounded size.
func SaveAll[R any](db *gorm.DB, rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	return db.Clauses(clause.OnConflict{UpdateAll: true}).CreateInBatches(rows, 500).Error
}

// IDsByExternalID looks up which external ids a table of an account's data has. The table needs the columns
// account_id, id and external_id, and a unique index on (account_id, external_id).
func (d *DB) IDsByExternalID(ctx context.Context, table string, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(externalIDs))
	err := d.Rows(ctx, func(row Scanner) error {
		var external string
		var id uuid.UUID
		if err := row.Scan(&external, &id); err != nil {
			return err
		}
		found[external] = id
		return nil
	}, "select external_id, id from "+table+" where account_id = $1 and external_id = any($2)", account, externalIDs)
	if err != nil {
		return nil, fmt.Errorf("look up external ids in %s: %w", table, err)
	}
	return found, nil
}
