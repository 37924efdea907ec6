package postgres

import (
	"context"

	"github.com/petcare/petcare/platform/kernel/paging"
)

// Explain runs a list and returns the lines of its plan with actual row counts, for tests and for analysing slow lists.
func (t *Relation) Explain(ctx context.Context, q *Query, page paging.Request) (plan []string, err error) {
	statement, err := q.statement(t.list, t.keys(q), page)
	if err != nil {
		return nil, err
	}
	plan, err = Column[string](ctx, t.db, "explain (analyze, buffers) "+statement, q.Args()...)
	return plan, t.failed("explain a list of", err)
}
