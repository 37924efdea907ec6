package store

import (
	"context"
	"fmt"
	"time"
)

// Each statement removes a batch and skips locked rows.
const (
	sweepSessions = `
delete from auth.sessions where (account_id, id) in (
	select account_id, id from auth.sessions where refresh_until <= $1 order by refresh_until limit 1000 for update skip locked)`
	sweepFailures = `
delete from auth.login_failures where (account_id, login) in (
	select account_id, login from auth.login_failures where ends_at <= $1 order by ends_at limit 1000 for update skip locked)`
	sweepAttempts = `
delete from auth.login_attempts where source in (
	select source from auth.login_attempts where ends_at <= $1 order by ends_at limit 1000 for update skip locked)`
	sweepAddresses = `
delete from auth.login_addresses where (account_id, login) in (
	select account_id, login from auth.login_addresses where ends_at <= $1 order by ends_at limit 1000 for update skip locked)`
	sweepResets = `
delete from auth.password_resets where (account_id, customer_id) in (
	select account_id, customer_id from auth.password_resets where expires_at <= $1 order by expires_at limit 1000 for update skip locked)`
)

// Sweep removes up to 1,000 expired rows of each kind: sessions, failure counts, attempt counts, login addresses and password resets.
func (s *Store) Sweep(ctx context.Context, now time.Time) (int64, error) {
	var total int64
	for _, statement := range []string{sweepSessions, sweepFailures, sweepAttempts, sweepAddresses, sweepResets} {
		n, err := s.db.Exec(ctx, statement, now)
		if err != nil {
			return total, fmt.Errorf("sweep logins: %w", err)
		}
		total += n
	}
	return total, nil
}
