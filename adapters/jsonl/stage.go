package jsonl

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm"
)

// staged is a line in a temporary table, where the lines wait until the whole file is known. Then all references can be resolved,
// whatever the order of the lines. In memory, they would grow with the file.
type staged struct {
	Line       int
	Kind       int // index of the record type in the order of application
	ExternalID string
	ID         uuid.UUID // of the record, whether it is there yet or not
	Known      bool      // it is there already
	Faulty     bool      // of the lines that refer to it, nothing is said
	Value      string    // the unique value; "" if the line has none
	Earlier    int       // the first line with the same unique value; 0 if this is the first
	Kept       string    // as JSON, of a line whose record keeps its id; "" for another
	Given      string    // the keys of a partial line, separated by spaces; "" for a whole line
	Body       string    // as JSON; "" if the line is faulty
}

// TableName implements gorm's Tabler.
func (staged) TableName() string { return "import_lines" }

// patience is more than a request has: an import waits for other writers, and the passwords of a batch take minutes to hash.
var patience = []string{"set local lock_timeout = 0", "set local idle_in_transaction_session_timeout = '5min'"}

// beginning is run before the file is read. The end of the transaction drops the table in any case.
var beginning = []string{
	"set local plan_cache_mode = force_custom_plan", // a plan of the first batch would read all rows of the account for each later one
	`
create temp table import_lines (
	line        integer not null,
	kind        integer not null,
	external_id text    not null collate "C",
	id          uuid    not null,
	known       boolean not null,
	faulty      boolean not null,
	value       text    not null collate "C",
	earlier     integer not null,
	kept        text    not null,
	given       text    not null,
	body        text    not null
) on commit drop`,
	"alter table import_lines alter column body set storage external", // compressing what is read once is not worth the time
	"set constraints all deferred",                                    // a line may take a value that a later one gives up
}

// ending is run after the file is read.
var ending = []string{
	"create unique index on import_lines (kind, external_id)",
	"create index on import_lines (kind, id)",
	"create index on import_lines (kind, line)",
	`update import_lines l set earlier = v.first
		from (select line, min(line) over (partition by kind, value) as first from import_lines where value <> '' and not faulty) v
		where l.line = v.line and v.first < v.line`,
	"analyze import_lines", // the planner would assume a small table
}

// duplicates removes the lines whose external id an earlier line of the type has.
const duplicates = `
delete from import_lines l
using (select kind, external_id, min(line) as first from import_lines group by kind, external_id having count(*) > 1) d
where l.kind = d.kind and l.external_id = d.external_id and l.line > d.first
returning l.line, l.kind, l.external_id, d.first as earlier`

// stageAll reads the file into the table.
func (r *run) stageAll(ctx context.Context) error {
	r.progress = Progress{Phase: "reading"}
	if err := r.execute(ctx, beginning); err != nil {
		return err
	}
	err := r.each(ctx, func(lines []line) error {
		if err := r.stage(ctx, lines); err != nil {
			return err
		}
		r.advance(len(lines))
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.reportDuplicates(ctx); err != nil {
		return err
	}
	r.requireEnd()
	return r.execute(ctx, ending)
}

func (r *run) execute(ctx context.Context, statements []string) error {
	for _, statement := range statements {
		if err := r.db.In(ctx).Exec(statement).Error; err != nil {
			return fmt.Errorf("prepare the lines: %w", err)
		}
	}
	return nil
}

// stage inserts the valid lines of a chunk into the table, with the ids of the records that exist.
func (r *run) stage(ctx context.Context, lines []line) error {
	var list []staged
	wanted, known := make([][]string, len(r.kinds)), map[reference]target{}
	for _, l := range lines {
		if s, ok := r.check(l); ok {
			list = append(list, s)
			wanted[s.Kind] = append(wanted[s.Kind], s.ExternalID)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := r.find(ctx, wanted, known); err != nil {
		return err
	}
	for i := range list {
		s := &list[i]
		if to, exists := known[s.reference()]; exists {
			r.requireID(s, to.id)
			s.ID, s.Known = to.id, true
		}
	}
	if err := r.requireFree(ctx, list); err != nil {
		return err
	}
	if err := r.db.In(ctx).Create(&list).Error; err != nil {
		return fmt.Errorf("keep lines from %d on: %w", lines[0].number, err)
	}
	return nil
}

func (r *run) reportDuplicates(ctx context.Context) error {
	err := eachRow(r.db.In(ctx).Raw(duplicates), func(s staged) bool {
		r.faults.add(Fault{Line: s.Line, Field: externalIDKey, Code: "not_unique", Earlier: s.Earlier,
			Message: fmt.Sprintf("%s is the %s", quoted(s.ExternalID), r.kinds[s.Kind].Name), Type: r.kinds[s.Kind].Name})
		return true
	})
	return postgres.Failed("look for lines that come twice", err)
}

// eachRow calls fn for the lines that a query finds, until it returns false.
func eachRow(q *gorm.DB, fn func(staged) bool) error {
	rows, err := q.Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for more := true; more && rows.Next(); {
		var s staged
		if err := q.ScanRows(rows, &s); err != nil {
			return err
		}
		more = fn(s)
	}
	return rows.Err()
}

// byID returns the lines of records of a type by their ids, without their bodies.
func (r *run) byID(ctx context.Context, k int, records []uuid.UUID) (map[uuid.UUID]staged, error) {
	if len(records) == 0 {
		return nil, nil
	}
	var list []staged
	err := r.db.In(ctx).Omit("body").Where("kind = ? and id = any(?)", k, postgres.Array(records)).Find(&list).Error
	return lists.KeyBy(list, func(s staged) uuid.UUID { return s.ID }), postgres.Failed("look up the lines of records", err)
}
