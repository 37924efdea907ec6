package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
	"gorm.io/gorm"
)

// Key is a sort key of a list. All keys of a list have the same direction; the last one is unique in the account.
type Key[R any] struct {
	Column string          // or an expression that is never null
	Type   string          // of PostgreSQL: "uuid", "text", "integer"
	Of     func(*R) string // its value in a record, for the cursor
	Desc   bool
}

// Newest sorts by id, newest first. R has a record.Meta, or the method RecordID.
func Newest[R any]() Key[R] {
	key := ByID[R]()
	key.Desc = true
	return key
}

// ByID sorts by id, oldest first.
func ByID[R any]() Key[R] {
	return Key[R]{Column: "id", Type: "uuid", Of: func(r *R) string {
		return any(r).(interface{ RecordID() uuid.UUID }).RecordID().String()
	}}
}

// List reads a page of a query by keyset paging. It fails with paging.BadCursor for the cursor of another list.
func List[R any](q *gorm.DB, page paging.Request, keys ...Key[R]) (paging.Page[R], error) {
	rows := make([]R, 0, min(page.Fetch(), paging.MaxLimit+1))
	q, err := behind(q, page, keys)
	if err != nil {
		return paging.Page[R]{}, err
	}
	err = q.Limit(page.Fetch()).Find(&rows).Error
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && page.After != nil && strings.HasPrefix(e.Code, "22") {
		return paging.Page[R]{}, paging.BadCursor() // a value in the cursor does not fit its column
	}
	if err != nil {
		return paging.Page[R]{}, fmt.Errorf("list %s: %w", q.Statement.Table, err)
	}
	return paging.Cut(page, rows, func(r R) []string {
		return lists.Map(keys, func(k Key[R]) string { return k.Of(&r) })
	}), nil
}

// behind adds the order of the keys and, unless it is the first page, the condition for the rows behind its position.
func behind[R any](q *gorm.DB, page paging.Request, keys []Key[R]) (*gorm.DB, error) {
	columns, places, values := make([]string, len(keys)), make([]string, len(keys)), make([]any, len(keys))
	sign, direction := ">", ""
	if keys[0].Desc {
		sign, direction = "<", " desc"
	}
	for i, k := range keys {
		columns[i], places[i] = k.Column, "cast(cast(? as text) as "+k.Type+")"
		q = q.Order(k.Column + direction)
	}
	if page.After == nil {
		return q, nil
	}
	if len(page.After) != len(keys) {
		return nil, paging.BadCursor()
	}
	for i, v := range page.After {
		if keys[i].Type == "uuid" && uuid.Validate(v) != nil { // where an earlier key decides, the database does not look at an id
			return nil, paging.BadCursor()
		}
		values[i] = v
	}
	return q.Where("("+strings.Join(columns, ", ")+") "+sign+" ("+strings.Join(places, ", ")+")", values...), nil
}

// If is the scope of a condition that a list has only if it was asked for.
func If(asked bool, condition string, values ...any) func(*gorm.DB) *gorm.DB {
	return func(q *gorm.DB) *gorm.DB {
		if !asked {
			return q
		}
		return q.Where(condition, values...)
	}
}
