package jsonl

import "context"

// analyzeFrom is the number of new records from which the statistics of a module's tables are updated.
const analyzeFrom = 1000

// analyze updates the statistics of the tables that a large import has filled. Autovacuum would do so within minutes. Until then,
// plans would ignore the account's rows, and read all of them to find a single one. The import has already been committed, so errors
// do not matter.
func (r *run) analyze(ctx context.Context) {
	fresh := map[string]int{}
	for k, c := range r.counts {
		fresh[r.kinds[k].Module] += c.Created
	}
	schemas := []string{}
	for module, n := range fresh {
		if n >= analyzeFrom {
			schemas = append(schemas, module)
		}
	}
	if len(schemas) == 0 {
		return
	}
	_ = r.db.Analyze(ctx, "(n.nspname = any($1) or n.nspname = 'outbox') and not c.relispartition", schemas) // autovacuum will do it
}
