package postgres_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// A plan for an empty table takes any index, and is kept.
func TestStatementsArePlannedAnewForTablesThatHaveGrown(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	k.Exec(`create table bowls (owner int not null, name text not null, colour text not null, wide char(700)) with (autovacuum_enabled = off)`)
	k.Exec(`create index bowls_by_name on bowls (owner, name)`)
	k.Exec(`create index bowls_by_colour on bowls (owner, colour)`)
	find := func() int {
		t.Helper()
		var before, found, after int
		must(t, k.DB.InTx(t.Context(), func(ctx context.Context) error {
			for _, read := range []struct {
				into      *int
				statement string
				args      []any
			}{
				{&before, `select pg_stat_get_xact_blocks_fetched('bowls'::regclass)`, nil},
				{&found, `select count(*) from bowls where owner = $1 and name = $2`, []any{1, "7"}},
				{&after, `select pg_stat_get_xact_blocks_fetched('bowls'::regclass)`, nil},
			} {
				if err := testkit.One(ctx, k.DB, read.statement, read.args...).Scan(read.into); err != nil {
					return err
				}
			}
			return nil
		}))
		return after - before
	}
	for range 10 {
		find()
	}
	k.Exec(`insert into bowls select 1, i, 'red' from generate_series(1, 20000) as i`)
	if n := find(); n < 100 {
		t.Errorf("the plan for an empty table reads %d blocks", n)
	}
	must(t, k.DB.AnalyzeGrown(t.Context()))
	if n := find(); n > 3 {
		t.Errorf("one row of many takes %d blocks", n)
	}
	rows := func() int { return k.Count(`select reltuples from pg_class where oid = 'bowls'::regclass`) }
	known := rows()
	k.Exec(`insert into bowls select 1, i, 'red' from generate_series(1, 15000) as i`)
	if err := k.DB.AnalyzeGrown(t.Context()); err != nil || rows() != known {
		t.Errorf("a table that has not doubled is analysed, %v", err)
	}
}
