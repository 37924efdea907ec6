package jsonl

import (
	"context"

	"github.com/petcare/petcare/platform/postgres"
)

// analyzeFrom is how many new records make the database's statistics of a module's tables worth a look.
const analyzeFrom = 1000

// analyze has the database look at the tables that a large import has filled. By itself it would within minutes; until then
// it plans for tables without this account's rows, and looks single records up by reading all of the account. The
// import has been committed by then, so nothing fails with it.
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
	var statements []string
	err := r.db.Rows(ctx, func(row postgres.Scanner) error {
		statements = append(statements, "")
		return row.Scan(&statements[len(statements)-1])
	}, `select format('analyze %I.%I', schemaname, tablename) from pg_tables where schemaname = any($1) or schemaname = 'outbox'`, schemas)
	if err != nil {
		return
	}
	for _, statement := range statements {
		_, _ = r.db.Exec(ctx, statement) // the database will do it later
	}
}
