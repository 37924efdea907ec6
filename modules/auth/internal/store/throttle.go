package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// attempt admits an attempt if there were fewer than @limit since @from. The upsert locks the row, which serializes replicas. It returns
// no row if the attempt is refused; refused attempts are not counted. (GORM takes bytes behind a parenthesis for a list.)
const attempt = `
insert into auth.login_attempts as a (ends_at, source, times) values (@ends, @source, array[cast(@now as timestamptz)])
on conflict on constraint login_attempts_pk do update set
	times = case when cardinality(a.times) < @limit then a.times else a.times[2:] end || cast(@now as timestamptz),
	ends_at = @ends
where cardinality(a.times) < @limit or a.times[1] <= @from
returning true`

// Attempt implements auth.Throttle.
func (s *Store) Attempt(ctx context.Context, source []byte, now time.Time, limit int, span time.Duration) (time.Duration, error) {
	var passed bool
	err := s.db.In(ctx).Raw(attempt, map[string]any{
		"source": source, "now": now, "ends": now.Add(span), "limit": limit, "from": now.Add(-span),
	}).Scan(&passed).Error
	if err != nil || passed {
		return 0, postgres.Failed("count a login attempt", err)
	}
	var first time.Time
	err = s.db.In(ctx).Raw("select times[1] from auth.login_attempts where source = ?", source).Scan(&first).Error
	return atLeastASecond(first.Add(span).Sub(now)), postgres.Failed("read when the next login attempt is due", err)
}

const countFailure = `
insert into auth.login_failures as f (account_id, login, failures, ends_at) values (@account, @login, 1, @ends)
on conflict on constraint login_failures_pk do update set
	failures = case when f.ends_at <= @now or f.failures = 0 then 1 else f.failures + 1 end,
	ends_at = case when f.ends_at <= @now or f.failures = 0 then excluded.ends_at else f.ends_at end
where f.ends_at <= @now or f.failures < @limit
returning ends_at`

// CountFailure implements auth.Throttle.
func (s *Store) CountFailure(ctx context.Context, account uuid.UUID, login []byte, now time.Time, limit int, window time.Duration) (
	ends time.Time, wait time.Duration, err error,
) {
	done := s.db.In(ctx).Raw(countFailure, map[string]any{
		"account": account, "login": login, "ends": now.Add(window), "now": now, "limit": limit,
	}).Scan(&ends)
	if done.Error != nil || done.RowsAffected > 0 {
		return ends.UTC(), 0, postgres.Failed("count a failed login", done.Error)
	}
	err = s.db.In(ctx).Raw("select ends_at from auth.login_failures where account_id = ? and login = ?", account, login).Scan(&ends).Error
	return time.Time{}, atLeastASecond(ends.Sub(now)), postgres.Failed("read the end of the window of failed logins", err)
}

// TakeBackFailure implements auth.Throttle.
func (s *Store) TakeBackFailure(ctx context.Context, account uuid.UUID, login []byte, ends time.Time) error {
	return postgres.Failed("uncount a failed login", s.db.In(ctx).Exec(`
		update auth.login_failures set failures = failures - 1
		where account_id = ? and login = ? and ends_at = ? and failures > 0`, account, login, ends).Error)
}

// LastLoginFrom implements auth.Throttle.
func (s *Store) LastLoginFrom(ctx context.Context, account uuid.UUID, login []byte) ([]byte, error) {
	var last struct{ Address []byte }
	err := s.db.In(ctx).Table("auth.login_addresses").Where("account_id = ? and login = ?", account, login).Take(&last).Error
	if postgres.NoRow(err) {
		return nil, nil
	}
	return last.Address, postgres.Failed("read where a customer last logged in", err)
}

// addressTTL is how long the client address of a login is stored. After that, the customer shares a count with all other addresses.
const addressTTL = 400 * 24 * time.Hour

// NoteLogin implements auth.Throttle. It does not rewrite a row with the same address that was written today.
func (s *Store) NoteLogin(ctx context.Context, account uuid.UUID, login, address []byte, now time.Time) error {
	ends := now.Add(addressTTL)
	return postgres.Failed("record where a customer logged in", s.db.In(ctx).Exec(`
		insert into auth.login_addresses as a (account_id, login, address, ends_at) values (?, ?, ?, ?)
		on conflict on constraint login_addresses_pk do update set address = excluded.address, ends_at = excluded.ends_at
		where a.address <> excluded.address or a.ends_at < ?`, account, login, address, ends, ends.Add(-24*time.Hour)).Error)
}

// atLeastASecond is for a row that was swept between the two statements.
func atLeastASecond(d time.Duration) time.Duration { return max(d, time.Second) }
