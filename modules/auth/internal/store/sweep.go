package store

import (
	"context"
	"fmt"

	"github.com/petcare/petcare/platform/postgres"
)

// Sweep removes up to 1,000 expired rows of each kind: sessions, failure counts, attempt counts, login addresses and password resets.
// It skips locked rows. They have expired by the clock of the database: a replica whose clock is ahead must not end others' sessions.
func (s *Store) Sweep(ctx context.Context) (total int64, err error) {
	for _, of := range []struct{ table, key, end string }{
		{"sessions", "account_id, id", "refresh_until"},
		{"login_failures", "account_id, login", "ends_at"},
		{"login_attempts", "source", "ends_at"},
		{"login_addresses", "account_id, login", "ends_at"},
		{"staff_sessions", "organization_id, id", "ends_at"},
		{"password_resets", "account_id, customer_id", "expires_at"},
	} {
		done := s.db.In(ctx).Exec(fmt.Sprintf(`
			with old as materialized (
				select %[2]s from auth.%[1]s where %[3]s <= now() order by %[3]s limit 1000 for update skip locked
			)
			delete from auth.%[1]s where (%[2]s) in (select %[2]s from old)`, of.table, of.key, of.end))
		if done.Error != nil {
			return total, postgres.Failed("sweep auth."+of.table, done.Error)
		}
		total += done.RowsAffected
	}
	return total, nil
}
