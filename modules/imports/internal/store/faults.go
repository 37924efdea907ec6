package store

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

var inOrder = postgres.Key[imports.Fault]{Column: "number", Type: "integer",
	Of: func(f *imports.Fault) string { return strconv.Itoa(f.Number) }}

// ListFaults implements imports.Store.
func (s *Store) ListFaults(ctx context.Context, account, id uuid.UUID, page paging.Request) (paging.Page[imports.Fault], error) {
	q := s.In(ctx).Table("imports.faults").Where("account_id = ? and import_id = ?", account, id)
	return postgres.List(q, page, inOrder)
}

// ReplaceFaults implements imports.Store.
func (s *Store) ReplaceFaults(ctx context.Context, account, id uuid.UUID, faults []imports.Fault) error {
	err := s.In(ctx).Exec("delete from imports.faults where account_id = ? and import_id = ?", account, id).Error
	if err == nil && len(faults) > 0 {
		err = s.In(ctx).Table("imports.faults").CreateInBatches(faults, 1000).Error
	}
	return failed("keep the faults of an import", err)
}

const keptFor = 7 * 24 * time.Hour

// sweep removes some imports that are too old, and their files. What works on one goes on, and is the turn of a later sweep.
const sweep = `
with old as (
	delete from imports.imports where (account_id, id) in (
		select account_id, id from imports.imports where created_at < ? and step is null order by created_at limit 20 for update skip locked)
	returning account_id, id)
delete from imports.chunks c using old where c.account_id = old.account_id and c.blob_id = old.id`

// Sweep removes imports after 7 days, and files that no import names, such as those of uploads that broke off.
func (s *Store) Sweep(ctx context.Context) (int64, error) {
	now := time.Now()
	result := s.In(ctx).Exec(sweep, now.Add(-keptFor))
	if result.Error != nil {
		return 0, failed("sweep imports", result.Error)
	}
	unnamed, err := s.files.Sweep(ctx, now.Add(-time.Hour))
	return min(result.RowsAffected, 20) + unnamed, err
}
