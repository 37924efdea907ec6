package jsonl

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// createLines creates a temporary table for the lines until the whole file is known. Then all references can be resolved, whatever
// the order of the lines. The end of the transaction drops the table in any case.
const createLines = `
create temp table import_lines (
	kind        integer not null, -- index of the record type in the order of application
	external_id text    not null collate "C",
	line        integer not null,
	id          uuid    not null, -- of the record, whether it is there yet or not
	known       boolean not null, -- it is there already
	faulty      boolean not null,
	body        text    not null,
	constraint import_lines_pk primary key (kind, external_id)
) on commit drop`

// prepare waits for other imports into the account, because concurrent ones would create the same new records, and creates the
// temporary tables.
func (r *run) prepare(ctx context.Context) error {
	if err := r.db.Lock(ctx, "petcare import "+r.job.Account.String()); err != nil {
		return err
	}
	return r.execute(ctx, "prepare the import",
		createLines,
		"alter table import_lines alter column body set storage external", // compressing what is read once is not worth the time
		createValues,
		"set constraints all deferred") // a line may take a value that a later one gives up
}

// execute runs statements without arguments.
func (r *run) execute(ctx context.Context, doing string, statements ...string) error {
	for _, sql := range statements {
		if err := r.db.In(ctx).Exec(sql).Error; err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return nil
}

// stageAll reads the file into the table.
func (r *run) stageAll(ctx context.Context) error {
	r.meter.enter(Reading, 0)
	err := r.each(ctx, func(part *chunk) error {
		r.faults.add(part.faults...)
		if err := r.stage(ctx, part.records); err != nil {
			return err
		}
		r.meter.advance(len(part.lines), r.faults.count(), false)
		return nil
	})
	if err != nil {
		return err
	}
	r.meter.advance(0, r.faults.count(), true)
	return r.execute(ctx, "index the table of lines",
		"create index import_lines_by_line on import_lines (kind, line)",
		"analyze import_lines") // the planner would assume a small table
}

const insertLines = `
insert into import_lines (kind, external_id, line, id, known, faulty, body)
select kind, external_id, line, id, known, faulty, body
from unnest(?::integer[], ?::text[], ?::integer[], ?::uuid[], ?::boolean[], ?::boolean[], ?::text[])
	as l (kind, external_id, line, id, known, faulty, body)
order by line
on conflict do nothing
returning line`

// stage assigns ids to the records of a chunk and inserts them into the table.
func (r *run) stage(ctx context.Context, records []record) error {
	if len(records) == 0 {
		return nil
	}
	n := len(records)
	wanted, known := make([][]string, len(r.kinds)), make(map[reference]target, n)
	for _, rec := range records {
		wanted[rec.kind] = append(wanted[rec.kind], rec.externalID)
	}
	if err := r.find(ctx, wanted, known); err != nil {
		return err
	}
	var (
		kinds, lines  = make([]int32, n), make([]int32, n)
		externals     = make([]string, n)
		recordIDs     = make([]uuid.UUID, n)
		there, faulty = make([]bool, n), make([]bool, n)
		bodies        = make([]string, n)
	)
	for i, rec := range records {
		to, exists := known[reference{rec.kind, rec.externalID}]
		id := to.id
		switch {
		case exists:
		case rec.made.IsZero():
			id = ids.New()
		default:
			id = ids.At(rec.made)
		}
		kinds[i], lines[i], externals[i], recordIDs[i] = int32(rec.kind), int32(rec.line), rec.externalID, id
		there[i], faulty[i], bodies[i] = exists, rec.body == nil, string(rec.body)
	}
	var staged []int
	err := r.db.In(ctx).Raw(insertLines, &kinds, &externals, &lines, &recordIDs, &there, &faulty, &bodies).Scan(&staged).Error
	if err != nil {
		return fmt.Errorf("keep lines from %d on: %w", records[0].line, err)
	}
	if len(staged) < n {
		return r.reportDuplicates(ctx, records, staged)
	}
	return nil
}

// lines is a query for the lines of a type.
func (r *run) lines(ctx context.Context, k int) *gorm.DB {
	return r.db.In(ctx).Table("import_lines").Where("kind = ?", k)
}

// linesWith returns the lines of records, without their bodies.
func (r *run) linesWith(ctx context.Context, k int, records []uuid.UUID) (list []staged, err error) {
	err = r.lines(ctx, k).Where("id = any(?)", postgres.Array(records)).Select("id", "external_id", "line", "faulty").Find(&list).Error
	return list, err
}

// linesCalled returns the lines with types and external ids, without their bodies.
func (r *run) linesCalled(ctx context.Context, kinds []int32, externals []string) (list []staged, err error) {
	err = r.db.In(ctx).Raw(`
		select l.kind, l.external_id, l.line, l.id, l.faulty from unnest(?::integer[], ?::text[]) as d (kind, external_id)
		join import_lines l on l.kind = d.kind and l.external_id = d.external_id`, &kinds, &externals).Scan(&list).Error
	return list, err
}

// reportDuplicates adds a fault to every record whose external id an earlier line of its type has.
func (r *run) reportDuplicates(ctx context.Context, records []record, staged []int) error {
	var kinds []int32
	var externals []string
	var twice []record
	for _, rec := range records {
		if !slices.Contains(staged, rec.line) {
			kinds, externals, twice = append(kinds, int32(rec.kind)), append(externals, rec.externalID), append(twice, rec)
		}
	}
	first := map[reference]int{}
	lines, err := r.linesCalled(ctx, kinds, externals)
	if err != nil {
		return fmt.Errorf("look up lines that come twice: %w", err)
	}
	for _, l := range lines {
		first[reference{l.Kind, l.ExternalID}] = l.Line
	}
	for _, rec := range twice {
		line := first[reference{rec.kind, rec.externalID}]
		r.faults.add(Fault{rec.line, externalIDKey, fmt.Sprintf("%s is the %s", quoted(rec.externalID), r.kinds[rec.kind].Name), line})
	}
	return nil
}
