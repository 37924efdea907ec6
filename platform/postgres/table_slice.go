package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Slice limits a list by id to so many of its rows, from an offset behind a position on (uuid.Nil: the first). Conditions that are added
// later are looked for among these.
func (t *Relation) Slice(ctx context.Context, q *Query, after uuid.UUID, offset, limit int) error {
	if !q.since.IsZero() {
		if err := t.updatedSince(ctx, q); err != nil {
			return err
		}
		q.since = time.Time{}
	}
	if after != uuid.Nil {
		q.Where(q.behind([]string{after.String()}))
	}
	q.from = fmt.Sprintf("(select t.*%s%s limit %d offset %d) as t", q.rows(), q.sorted(), limit, offset)
	q.conditions, q.order = []string{"true"}, byID
	return nil
}
