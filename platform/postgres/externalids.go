package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// IDsByExternalID returns the ids of an account's rows that have one of the external ids. The table needs the columns
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
