package testkit

// Exec runs a statement and returns how many rows it changed.
func (k *Kit) Exec(statement string, args ...any) int64 {
	k.Helper()
	n, err := Exec(k.Context(), k.DB, statement, args...)
	if err != nil {
		k.Fatalf("%s: %v", statement, err)
	}
	return n
}

// Count runs a query that returns one number.
func (k *Kit) Count(query string, args ...any) (n int) {
	k.Helper()
	if err := One(k.Context(), k.DB, query, args...).Scan(&n); err != nil {
		k.Fatalf("%s: %v", query, err)
	}
	return n
}
