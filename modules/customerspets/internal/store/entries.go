package store

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// entries finds the records of a table that have an entry of a list or a value of a form field, and locks them.
type entries struct {
	db    *postgres.DB
	table string
}

// WithField finds the records with a value of a custom field; with values, one of these.
func (e entries) WithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error) {
	if values == nil {
		return e.lock(ctx, "select id from "+e.table+" where account_id = $1 and jsonb_exists(custom_fields, $2) order by id for update",
			account, key)
	}
	// jsonb_exists_any sees the one text of a select as well as the texts of a multi_select.
	return e.lock(ctx, "select id from "+e.table+
		" where account_id = $1 and jsonb_exists_any(custom_fields -> $2::text, $3) order by id for update",
		account, key, values)
}

func (e entries) lock(ctx context.Context, statement string, args ...any) ([]uuid.UUID, error) {
	ids, err := e.db.IDs(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("lock what has a list entry in %s: %w", e.table, err)
	}
	return ids, nil
}
