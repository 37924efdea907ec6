package e2e

import (
	"context"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/postgres"
)

// notOfAnAccount are the tables that hold no account's data: what they hold belongs to the installation, to an
// organization, or to a credential.
var notOfAnAccount = map[string]string{
	"accounts.organizations":  "businesses",
	"accounts.accounts":       "the accounts themselves",
	"auth.api_keys":           "belong to an organization",
	"auth.login_attempts":     "counts by client address and e-mail, before an account is known",
	"idempotency.answers":     "belong to a credential",
	"outbox.dropped":          "how many partitions of events have been dropped",
	"outbox.origin":           "which database this is",
	"outbox.timelines":        "how far each timeline of the server is known to go",
	"public.goose_db_version": "the history of migrations",
	"public.migration_owners": "whose migrations those are",
	"webhooks.replays":        "belong to a webhook",
	"webhooks.webhooks":       "belong to an organization",
	"webhooks.health":         "belongs to a webhook",
}

// Data can be spread over machines by account only when every key on it begins with the account.
func TestTablesOfAccountsAreKeyedByAccount(t *testing.T) {
	db, err := postgres.Open(postgres.Options{URL: kit.DatabaseURL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	tables := 0
	err = db.Rows(ctx, func(row postgres.Scanner) error {
		var table, first, all string
		if err := row.Scan(&table, &first, &all); err != nil {
			return err
		}
		tables++
		if _, exempt := notOfAnAccount[table]; !exempt && first != "account_id" {
			t.Errorf("%s: key %s does not begin with account_id", table, all)
		}
		return nil
	}, `
		select n.nspname || '.' || c.relname, a.attname, pg_get_indexdef(i.indexrelid)
		from pg_index i
		join pg_class c on c.oid = i.indrelid
		join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
		where i.indisunique and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
		union all
		select n.nspname || '.' || c.relname, a.attname, pg_get_constraintdef(k.oid)
		from pg_constraint k
		join pg_class c on c.oid = k.conrelid
		join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
		where k.contype = 'f'`)
	if err != nil {
		t.Fatal(err)
	}
	if tables < 10 {
		t.Errorf("only %d keys were looked at", tables)
	}
	err = db.Rows(ctx, func(row postgres.Scanner) error {
		var table string
		if err := row.Scan(&table); err != nil {
			return err
		}
		if _, exempt := notOfAnAccount[table]; !exempt {
			t.Errorf("%s has no primary key", table)
		}
		return nil
	}, `
		select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
		and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`)
	if err != nil {
		t.Fatal(err)
	}
}
