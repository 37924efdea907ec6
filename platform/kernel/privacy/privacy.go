// Package privacy is what modules say of the personal data in their tables, so that what is held on a person can be exported and erased.
package privacy

import (
	"context"
	"maps"

	"github.com/google/uuid"
)

// Personal is what a module declares. A start fails if a column of the module with text or JSON is declared nowhere.
type Personal struct {
	Module string
	Tables []Table
	// Erase does what no statement can; nil for nothing.
	Erase func(ctx context.Context, s Subject) error
}

// Table says what of a table is about a person. Statements may use @account, @customers, @pets, @records and @mentioned; see Subject.
type Table struct {
	Name string // with its schema
	// Rows is the SQL condition for the rows about a person; "" for none.
	Rows string
	// Late has Rows use @records, the ids of the rows of tables that are not late.
	Late bool
	// Blank are the columns that erasing changes, with SQL expressions of what stays of them.
	Blank map[string]string
	// Plain are the other columns with text or JSON: they say nothing of a person.
	Plain []string
	// Hidden are columns that an export leaves out: secrets, and what follows from other columns.
	Hidden []string
	// Delete has erasing remove the rows.
	Delete bool
	// Erase is the statement that erases, instead of the one that follows from the rest. All columns are declared then.
	Erase string
}

// Subject is a person: a customer, with those that were merged into it, and their pets.
type Subject struct {
	Account         uuid.UUID
	Customers, Pets []uuid.UUID
	// Records are the ids of all rows about the person, Mentioned those of records whose events name one of the customers and pets, too.
	Records, Mentioned []uuid.UUID
}

// Export is what is held on a person: by module and table, the rows.
type Export map[string]map[string][]map[string]any

// Keeper knows what all modules hold on a person.
type Keeper interface {
	Export(ctx context.Context, s Subject) (Export, error)
	// Erase removes what identifies the person, in the transaction of ctx.
	Erase(ctx context.Context, s Subject) error
}

// Record adds to the columns that erasing changes those by which a client sees that a record has changed.
func Record(blank map[string]string) map[string]string {
	all := maps.Clone(blank)
	all["version"], all["updated_at"] = "version + 1", "now()"
	return all
}
