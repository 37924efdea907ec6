package store

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// attempt admits an attempt if there were fewer than $4 since $5. The upsert locks the row, which serializes
// replicas. It returns no row if the attempt is refused; refused attempts are not counted.
const attempt = `
insert into auth.login_attempts as a (source, times, ends_at) values ($1, array[$2::timestamptz], $3)
on conflict on constraint login_attempts_pk do update set
	times = case when cardinality(a.times) < $4 then a.times else a.times[2:] end || $2::timestamptz,
	ends_at = $3
where cardinality(a.times) < $4 or a.times[1] <= $5
returning true`

// Attempt implements auth.Throttle.
func (s *Store) Attempt(ctx context.Context, source []byte, now time.Time, limit int, span time.Duration) (time.Duration, error) {
	var passed bool
	err := s.db.Row(ctx, attempt, source, now, now.Add(span), limit, now.Add(-span)).Scan(&passed)
	if err == nil {
		return 0, nil
	}
	if !postgres.NoRow(err) {
		return 0, fmt.Errorf("count a login attempt: %w", err)
	}
	var first time.Time
	err = s.db.Row(ctx, `select times[1] from auth.login_attempts where source = $1`, source).Scan(&first)
	if err != nil && !postgres.NoRow(err) {
		return 0, fmt.Errorf("read when the next login attempt is due: %w", err)
	}
	return atLeastASecond(first.Add(span).Sub(now)), nil
}

const countFailure = `
insert into auth.login_failures as f (account_id, login, failures, ends_at) values ($1, $2, 1, $3)
on conflict on constraint login_failures_pk do update set
	failures = case when f.ends_at <= $4 or f.failures = 0 then 1 else f.failures + 1 end,
	ends_at = case when f.ends_at <= $4 or f.failures = 0 then excluded.ends_at else f.ends_at end
where f.ends_at <= $4 or f.failures < $5
returning ends_at`

// CountFailure implements auth.Throttle.
func (s *Store) CountFailure(ctx context.Context, account uuid.UUID, login []byte, now time.Time, limit int, window time.Duration) (
	time.Time, time.Duration, error,
) {
	var ends time.Time
	err := s.db.Row(ctx, countFailure, account, login, now.Add(window), now, limit).Scan(&ends)
	if err == nil {
		return ends.UTC(), 0, nil
	}
	if !postgres.NoRow(err) {
		return time.Time{}, 0, fmt.Errorf("count a failed login: %w", err)
	}
	err = s.db.Row(ctx, `select ends_at from auth.login_failures where account_id = $1 and login = $2`, account, login).Scan(&ends)
	if err != nil && !postgres.NoRow(err) {
		return time.Time{}, 0, fmt.Errorf("read the end of the window of failed logins: %w", err)
	}
	return time.Time{}, atLeastASecond(ends.Sub(now)), nil
}

// TakeBackFailure implements auth.Throttle.
func (s *Store) TakeBackFailure(ctx context.Context, account uuid.UUID, login []byte, ends time.Time) error {
	_, err := s.db.Exec(ctx, `
		update auth.login_failures set failures = failures - 1
		where account_id = $1 and login = $2 and ends_at = $3 and failures > 0`, account, login, ends)
	if err != nil {
		return fmt.Errorf("uncount a failed login: %w", err)
	}
	return nil
}

// LastLoginFrom implements auth.Throttle.
func (s *Store) LastLoginFrom(ctx context.Context, account uuid.UUID, login []byte) (address []byte, err error) {
	err = s.db.Row(ctx, `select address from auth.login_addresses where account_id = $1 and login = $2`, account, login).Scan(&address)
	if err != nil && !postgres.NoRow(err) {
		return nil, fmt.Errorf("read where a customer last logged in: %w", err)
	}
	return address, nil
}

// addressTTL is how long the client address of a login is stored. After that, the customer shares a count with all other addresses.
const addressTTL = 400 * 24 * time.Hour

// NoteLogin implements auth.Throttle. It does not rewrite a row with the same address that was written today.
func (s *Store) NoteLogin(ctx context.Context, account uuid.UUID, login, address []byte, now time.Time) error {
	ends := now.Add(addressTTL)
	_, err := s.db.Exec(ctx, `
		insert into auth.login_addresses as a (account_id, login, address, ends_at) values ($1, $2, $3, $4)
		on conflict on constraint login_addresses_pk do update set address = excluded.address, ends_at = excluded.ends_at
		where a.address <> excluded.address or a.ends_at < $5`, account, login, address, ends, ends.Add(-24*time.Hour))
	if err != nil {
		return fmt.Errorf("record where a customer logged in: %w", err)
	}
	return nil
}

// atLeastASecond is for a row that was swept between the two statements.
func atLeastASecond(d time.Duration) time.Duration { return max(d, time.Second) }
