package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/petcare/petcare/modules/imports"
)

// claim takes the step that has waited longest. Others skip the row, so that no two workers take the same one.
const claim = `
update imports.imports set tries = tries + 1, deaths = deaths + (claimed_until is not null)::integer,
	claimed_until = now() + make_interval(secs => ?)
where (account_id, id) = (
	select account_id, id from imports.imports
	where step is not null and (claimed_until is null or claimed_until < now())
	order by updated_at limit 1 for update skip locked)
returning *`

// Claim implements imports.Store.
func (s *Store) Claim(ctx context.Context, until time.Duration) (imports.Claimed, bool, error) {
	var rows []row
	if err := s.In(ctx).Raw(claim, until.Seconds()).Scan(&rows).Error; err != nil || len(rows) == 0 {
		return imports.Claimed{}, false, failed("claim an import", err)
	}
	return imports.Claimed{Import: rows[0].Import, Work: rows[0].work()}, true, nil
}

// renew does not wait for the transaction that finishes the step, whose lock it would need.
const renew = `
update imports.imports set claimed_until = now() + make_interval(secs => ?), progress = cast(? as jsonb), updated_at = now()
where (account_id, id) = (
	select account_id, id from imports.imports where account_id = ? and id = ? and step = ? and tries = ? for update skip locked)`

// Renew implements imports.Store.
func (s *Store) Renew(ctx context.Context, c imports.Claimed, p imports.Progress, until time.Duration) (bool, error) {
	shown, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	result := s.In(ctx).Exec(renew, until.Seconds(), string(shown), c.AccountID, c.ID, string(c.Step), c.Tries)
	if result.Error != nil || result.RowsAffected > 0 {
		return result.RowsAffected > 0, failed("renew a claim", result.Error)
	}
	// The row is locked, or is somebody else's now.
	var mine int64
	err = s.of(ctx, c.AccountID, c.ID).Model(&row{}).Where("step = ? and tries = ?", string(c.Step), c.Tries).Count(&mine).Error
	return mine > 0, failed("look for a claim", err)
}

// Release implements imports.Store.
func (s *Store) Release(ctx context.Context, c imports.Claimed) error {
	err := s.of(ctx, c.AccountID, c.ID).Model(&row{}).Where("step = ? and tries = ?", string(c.Step), c.Tries).
		UpdateColumn("claimed_until", nil).Error
	return failed("release a claim", err)
}
