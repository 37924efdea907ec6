package postgres

import (
	"context"

	"github.com/google/uuid"
)

// Exists fails with apperr.NotFound when the record does not exist.
func (t *Relation) Exists(ctx context.Context, account, id uuid.UUID) error {
	var one int
	err := t.db.Row(ctx, "select 1 from "+t.options.Name+" t where t.account_id = $1 and t.id = $2"+t.live, account, id).Scan(&one)
	return t.failed("look for", err)
}

// Require is Exists without waiting for the result. Its error is returned by the next statement with a result, or by the commit.
func (t *Relation) Require(ctx context.Context, account, id uuid.UUID) error {
	return t.RequireAny(ctx, t.Query(account).Where("t.id = ?", id))
}

// RequireAny is Require for a list: it fails when the list is empty.
func (t *Relation) RequireAny(ctx context.Context, q *Query) error {
	return t.db.Require(ctx, func(err error) error {
		if DividesByZero(err) {
			return t.Missing()
		}
		return t.failed("look for", err)
	}, "select 1 / count(*)"+q.rows(), q.args...)
}

// IDs returns the ids of the account's records with one of the external ids. The table needs the column external_id and a unique
// index on (account_id, external_id).
func (t *Relation) IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return t.IDsBy(ctx, account, "external_id", externalIDs)
}

// ExternalIDs returns the external ids of those of the account's records that have one.
func (t *Relation) ExternalIDs(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found, err := Map[uuid.UUID, string](ctx, t.db,
		"select id, external_id from "+t.options.Name+" where account_id = $1 and id = any($2) and external_id is not null", account, ids)
	return found, t.failed("look up external ids in", err)
}

// IDsBy is IDs by another column with text.
func (t *Relation) IDsBy(ctx context.Context, account uuid.UUID, column string, values []string) (map[string]uuid.UUID, error) {
	found, err := Map[string, uuid.UUID](ctx, t.db,
		"select "+column+", id from "+t.options.Name+" where account_id = $1 and "+column+" = any($2)", account, values)
	return found, t.failed("look up ids in", err)
}
