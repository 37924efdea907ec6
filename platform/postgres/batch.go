package postgres

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"
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

// LockAll reads the rows of an account with these ids and holds them for update, in the order of the ids: whoever holds
// several takes them in the same order. Each row is looked up by itself: where the statistics of the table are old or
// missing, as during an import, the database takes "id = any" for cheaper when it reads the whole account. It may still take
// another index of the account than the primary key, until it has analyzed the table: a large import ends with that.
func LockAll[R schema.Tabler](db *gorm.DB, account uuid.UUID, ids []uuid.UUID) ([]R, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	var none R
	var rows []R
	err := db.Raw("select r.* from unnest(?::uuid[]) as wanted (id) cross join lateral (select * from "+none.TableName()+
		" where account_id = ? and id = wanted.id for update) as r", Array(slices.Compact(sorted)), account).Find(&rows).Error
	return rows, err
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
