package postgres_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/petcare/petcare/platform/postgres"
)

// A statement that was refused because of its values is not prepared and planned anew, and neither are those sent with it: that
// would cost more than all of them.
func TestStatementsStayPreparedWhenTheirValuesAreRefused(t *testing.T) {
	t.Parallel()
	db := openOne(t, nil)
	for name, refused := range map[string]func(context.Context) error{
		"a check": func(ctx context.Context) error {
			return db.Require(ctx, func(err error) error { return err }, "select 1 / count(*) from counters where name = $1", "nobody")
		},
		"a key": func(ctx context.Context) error {
			return db.Queue(ctx, nil, "insert into counters (name, n) values ($1, 7)", "taken")
		},
	} {
		use := func(further func(context.Context) error) error {
			return db.InTx(t.Context(), func(ctx context.Context) error {
				return errors.Join(db.Queue(ctx, nil, "insert into counters (name, n) values ($1, 3) on conflict do nothing", "taken"), further(ctx))
			})
		}
		if err := use(func(context.Context) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := use(refused); err == nil {
			t.Errorf("%s was not refused", name)
		}
		before := prepared(t, db)
		if err := use(refused); err == nil {
			t.Errorf("%s was not refused", name)
		}
		if now := prepared(t, db); !maps.Equal(before, now) {
			t.Errorf("%s: prepared %v, then %v", name, before, now)
		}
	}
}

// prepared are the prepared statements of the only connection and when they were prepared.
func prepared(t *testing.T, db *postgres.DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := db.Rows(t.Context(), func(row postgres.Scanner) error {
		var statement, at string
		err := row.Scan(&statement, &at)
		all[statement] = at
		return err
	}, "select statement, prepare_time::text from pg_prepared_statements where statement ~ '^(select 1|insert)'")
	if err != nil || len(all) == 0 {
		t.Fatalf("prepared: %v, %v", all, err)
	}
	return all
}
