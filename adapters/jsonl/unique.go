package jsonl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
)

// createValues creates a temporary table for the unique values of the lines that have been passed to their modules. In memory, they
// would grow with the file.
const createValues = `
create temp table import_values (
	kind  integer not null,
	value text    not null,
	line  integer not null,
	constraint import_values_pk primary key (kind, value)
) on commit drop`

// claim reports lines of a batch whose unique value an earlier line or a record outside the file has. It does not matter whether the
// record of another line has it still: that line gives it up, or claims it, too.
func (r *run) claim(ctx context.Context, k int, lines []decoded) error {
	unique := r.kinds[k].Unique
	if unique == nil {
		return nil
	}
	of, at := make([]int, 0, len(lines)), make([]int32, 0, len(lines))
	values := make([]string, 0, len(lines))
	for i, l := range lines {
		if v := unique.Of(l.value); v != "" {
			of, at, values = append(of, i), append(at, int32(l.Line)), append(values, v)
		}
	}
	if len(values) == 0 {
		return nil
	}
	earlier, err := r.earlier(ctx, k, values, at)
	if err != nil {
		return fmt.Errorf("look for lines with the same %s: %w", unique.Field, err)
	}
	outside, err := r.heldOutside(ctx, k, lines, values)
	if err != nil {
		return fmt.Errorf("look for records with the same %s: %w", unique.Field, err)
	}
	for n, i := range of {
		l := &lines[i]
		switch {
		case earlier[l.Line] > 0:
			r.faults.add(Fault{l.Line, unique.Field, "is that", earlier[l.Line]})
		case outside[values[n]]:
			r.faults.add(Fault{Line: l.Line, Field: unique.Field, Message: unique.Taken})
		default:
			continue
		}
		l.taken = true
	}
	return nil
}

// earlier stores the values of lines. It returns the earlier lines with the same values, by line.
func (r *run) earlier(ctx context.Context, k int, values []string, lines []int32) (map[int]int, error) {
	inserted := r.db.In(ctx).Exec(`insert into import_values (kind, value, line)
		select ?, value, line from unnest(?::text[], ?::integer[]) as v (value, line) order by line
		on conflict do nothing`, k, &values, &lines)
	if inserted.Error != nil || inserted.RowsAffected == int64(len(values)) {
		return nil, inserted.Error
	}
	var rows []struct{ Line, Earlier int }
	err := r.db.In(ctx).Raw(`select v.line, e.line as earlier from unnest(?::text[], ?::integer[]) as v (value, line)
		join import_values e on e.kind = ? and e.value = v.value and e.line <> v.line`, &values, &lines, k).Scan(&rows).Error
	found := make(map[int]int, len(rows))
	for _, row := range rows {
		found[row.Line] = row.Earlier
	}
	return found, err
}

// heldOutside returns those of the values that records of the account have which are not in the file.
func (r *run) heldOutside(ctx context.Context, k int, lines []decoded, values []string) (map[string]bool, error) {
	if r.kinds[k].Unique.Holders == nil {
		return nil, nil
	}
	holders, err := r.kinds[k].Unique.Holders(ctx, r.job.Account, values)
	if err != nil {
		return nil, err
	}
	held := make(map[uuid.UUID]string, len(holders))
	for value, id := range holders {
		held[id] = value
	}
	for _, l := range lines { // most have their values already
		delete(held, l.ID)
	}
	if len(held) == 0 {
		return nil, nil
	}
	if err := r.indexIDs(ctx); err != nil {
		return nil, err
	}
	inFile, err := r.linesWith(ctx, k, slices.Collect(maps.Keys(held)))
	for _, l := range inFile {
		delete(held, l.ID)
	}
	outside := make(map[string]bool, len(held))
	for _, value := range held {
		outside[value] = true
	}
	return outside, err
}

// indexIDs creates an index that few files need.
func (r *run) indexIDs(ctx context.Context) error {
	if r.idsIndexed {
		return nil
	}
	r.idsIndexed = true
	return r.execute(ctx, "index the lines by id", "create index import_lines_by_id on import_lines (kind, id)")
}
