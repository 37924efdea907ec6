package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// entries finds the records of a table that have an entry of a list or a value of a form field, in the order in which they are locked.
type entries struct {
	db    *postgres.DB
	table string
}

// WithField finds the records with a value of a custom field; with values, one of these.
func (e entries) WithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	from, args := e.withField(account, key, values)
	return e.ids(ctx, "select id"+from+" order by id", args...)
}

// CountWithField counts what WithField finds.
func (e entries) CountWithField(ctx context.Context, account uuid.UUID, key string, values []string) (n int, err error) {
	from, args := e.withField(account, key, values)
	if err := e.db.Row(ctx, "select count(*)"+from, args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count what has a value of a field in %s: %w", e.table, err)
	}
	return n, nil
}

func (e entries) withField(account uuid.UUID, key string, values []string) (from string, args []any) {
	from = " from " + e.table + " where account_id = $1 and "
	if values == nil {
		return from + "jsonb_exists(custom_fields, $2)", []any{account, key}
	}
	// jsonb_exists_any sees the one text of a select as well as the texts of a multi_select.
	return from + "jsonb_exists_any(custom_fields -> $2::text, $3)", []any{account, key, values}
}

func (e entries) ids(ctx context.Context, statement string, args ...any) ([]uuid.UUID, error) {
	found, err := e.db.IDs(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("find what has a list entry in %s: %w", e.table, err)
	}
	return found, nil
}
