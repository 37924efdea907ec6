package testkit

import (
	"context"

	"github.com/petcare/petcare/platform/postgres"
)

// PlannedEachTime names the prepared statements that the database plans anew for the values of each of ten calls of read.
func (k *Kit) PlannedEachTime(read func(context.Context)) (statements []string) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error { // with one connection
		for range 10 {
			read(ctx)
		}
		return k.DB.Rows(ctx, func(row postgres.Scanner) error {
			statements = append(statements, "")
			return row.Scan(&statements[len(statements)-1])
		}, "select statement from pg_prepared_statements where generic_plans = 0 and custom_plans >= 10")
	}); err != nil {
		k.Fatal(err)
	}
	return statements
}
