package modulekit

import (
	"slices"
	"strings"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// notOfAnAccount are petcare's tables without an account's data: they belong to the installation, an organization or a credential.
var notOfAnAccount = map[string]string{
	"accounts.organizations":  "businesses",
	"accounts.closures":       "belong to an organization",
	"accounts.accounts":       "the accounts themselves",
	"auth.api_keys":           "belong to an organization",
	"auth.login_attempts":     "counts by client address and e-mail, before an account is known",
	"auth.roles":              "belong to an organization",
	"auth.staff":              "belong to an organization",
	"auth.staff_sessions":     "belong to an organization",
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

// checkTables checks the module's tables. Data can only be distributed by account if every key begins with the account.
func (c *checker) checkTables(t *testing.T) {
	found, err := c.service.DB.TableKeys(t.Context())
	if err != nil {
		t.Error(err)
	}
	for _, k := range found {
		if _, exempt := notOfAnAccount[k.Table]; !exempt && k.First != "account_id" && c.owns(k.Table) {
			c.fault(Tables, k.Table, "a key does not begin with account_id: %s", k.Definition)
		}
	}
}

// checkColumns checks that the module says what is personal, and moves what it holds when records are merged.
func (c *checker) checkColumns(t *testing.T) {
	faults, err := c.tables.Faults(t.Context(), c.service.DB, c.service.Parts.Migrations)
	if err != nil {
		t.Error(err)
	}
	for _, f := range faults {
		if f.Module == c.module {
			c.fault(Tables, f.Column, "%s", f.What)
		}
	}
}

// checkSchemas checks that the migrations of a module from elsewhere make tables in its own schema only: others' tables are not its to
// change, and whoever takes the module out drops that schema.
func (c *checker) checkSchemas(t *testing.T) {
	others := slices.DeleteFunc(slices.Clone(c.service.Parts.Migrations), func(m fxgroups.Migrations) bool { return m.Module == c.module })
	if house, err := petcarecmd.Names(); err != nil || slices.Contains(house, c.module) || len(others) == len(c.service.Parts.Migrations) {
		return
	}
	without := c.tableNames(t, testkit.New(t, others...).DB)
	for _, table := range c.tableNames(t, c.service.DB) {
		if schema, _, _ := strings.Cut(table, "."); schema != c.module && !slices.Contains(without, table) {
			c.fault(Tables, table, "it is not in the schema %s", c.module)
		}
	}
}

func (c *checker) tableNames(t *testing.T, db *postgres.DB) []string {
	var names []string
	err := db.In(t.Context()).Raw(`
		select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`).Scan(&names).Error
	if err != nil {
		t.Error(err)
	}
	return names
}

// owns reports whether a table belongs to the module: it is in its schema or, for a module from elsewhere, in none of petcare's
// schemas.
func (c *checker) owns(table string) bool {
	schema, _, _ := strings.Cut(table, ".")
	if schema == c.module {
		return true
	}
	others := []string{"public", "outbox", "idempotency"}
	for _, m := range c.service.Parts.Migrations {
		if m.Module != c.module {
			others = append(others, m.Module)
		}
	}
	return !slices.Contains(others, schema)
}
