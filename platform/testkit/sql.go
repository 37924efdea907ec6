package testkit

import "context"

// Exec runs a statement and returns how many rows it changed.
func (k *Kit) Exec(statement string, args ...any) int64 {
	k.Helper()
	n, err := k.DB.Exec(k.Context(), statement, args...)
	if err != nil {
		k.Fatalf("%s: %v", statement, err)
	}
	return n
}

// ExecOnDisk is Exec for rows that the next vacuum is to mark as seen by all: it leaves out those whose commit is not on disk yet.
func (k *Kit) ExecOnDisk(statement string, args ...any) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error {
		if _, err := k.DB.Exec(ctx, "set local synchronous_commit = on"); err != nil {
			return err
		}
		_, err := k.DB.Exec(ctx, statement, args...)
		return err
	}); err != nil {
		k.Fatalf("%s: %v", statement, err)
	}
}

// Count runs a query that returns one number.
func (k *Kit) Count(query string, args ...any) (n int) {
	k.Helper()
	if err := k.DB.Row(k.Context(), query, args...).Scan(&n); err != nil {
		k.Fatalf("%s: %v", query, err)
	}
	return n
}
