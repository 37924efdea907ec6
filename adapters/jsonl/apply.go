package jsonl

import (
	"cmp"
	"context"
	"fmt"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// A batch ends at the first of these limits.
const (
	batchLines = 1000
	batchBytes = 4 << 20
)

// analyzeFrom is the number of new records of a type at which the statistics of their tables are updated. The planner would take the
// account for one without rows, and read all of them to find one; how large tables have grown later, it sees from their files. What the
// check of a file has updated was rolled back with it, except for the sizes of the tables: they do not tell which tables need it.
const analyzeFrom = 1000

// applyAll passes the lines to the modules, type by type. It continues after faults to find all of them. It omits lines that refer to
// faulty ones, because their errors would only be consequences.
func (r *run) applyAll(ctx context.Context) error {
	var all int64
	if err := r.db.In(ctx).Model(staged{}).Where("not faulty").Count(&all).Error; err != nil {
		return fmt.Errorf("count the lines: %w", err)
	}
	r.progress = Progress{Phase: "applying", Of: int(all)}
	if err := r.announce(ctx); err != nil {
		return err
	}
	for k := range r.kinds {
		if err := r.applyKind(ctx, k); err != nil {
			return err
		}
	}
	if r.faults.any() {
		return nil
	}
	if err := r.checkDeferred(ctx); err != nil || r.faults.any() {
		return err
	}
	for k := range r.kinds {
		if err := r.findAlike(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// checkDeferred checks the constraints that wait for the last line. What lines can violate was reported before, as values that have to be
// unique or as clashes: this is about a type that does not declare one of them.
func (r *run) checkDeferred(ctx context.Context) error {
	err := r.db.In(ctx).Exec("set constraints all immediate").Error
	for _, f := range refusal(err) {
		r.faults.add(Fault{Line: 1, Field: wholeLine, Code: f.Code, Message: "or another one " + f.Message})
		err = nil
	}
	return postgres.Failed("check what waits for the last line", err)
}

// applyKind applies all lines of a type.
func (r *run) applyKind(ctx context.Context, k int) error {
	after, analyzed := 0, false
	for {
		batch, err := r.next(ctx, k, after)
		if err != nil {
			return err
		}
		if len(batch) == 0 {
			break
		}
		size := len(batch)
		after = batch[size-1].Line
		if err := r.apply(ctx, k, batch); err != nil {
			return err
		}
		r.advance(size)
		if !analyzed && r.counts[k].Created >= analyzeFrom {
			if err := r.db.Analyze(ctx, "pg_stat_get_xact_tuples_inserted(c.oid) >= ?", analyzeFrom); err != nil {
				return err
			}
			analyzed = true
		}
	}
	if after == 0 {
		return nil
	}
	return r.reportClashes(ctx, k)
}

// decoded is a decoded line.
type decoded struct {
	staged
	value    any
	mentions []mention
	taken    bool // its unique value is that of another record, which has been reported
}

// next reads and decodes the batch after a line.
func (r *run) next(ctx context.Context, k, after int) (batch []decoded, err error) {
	size := 0
	q := r.db.In(ctx).Model(staged{}).Where("kind = ? and line > ? and not faulty", k, after).Order("line").Limit(batchLines)
	failed := eachRow(q, func(s staged) bool {
		l := decoded{staged: s, value: r.kinds[k].New()}
		if err = schema.Decode([]byte(s.Body), l.value); err == nil {
			l.mentions, err = r.mentions(r.kinds[k], l.value)
		}
		size += len(s.Body)
		l.Body = ""
		batch = append(batch, l)
		return err == nil && size < batchBytes
	})
	if err = cmp.Or(failed, err); err != nil {
		return nil, fmt.Errorf("read back lines of type %s: %w", r.kinds[k].Name, err)
	}
	return batch, nil
}

// apply resolves the references of a batch and passes it to its module.
func (r *run) apply(ctx context.Context, k int, batch []decoded) error {
	if err := r.reportTaken(ctx, k, batch); err != nil {
		return err
	}
	targets, err := r.resolve(ctx, batch)
	if err != nil {
		return err
	}
	lines, faulty := r.valid(batch, targets)
	records, err := r.applyLines(ctx, k, lines, targets)
	if err != nil {
		return err
	}
	for i, rec := range records {
		found := *rec.Errors
		if lines[i].taken {
			found = found[1:]
		}
		for _, f := range found {
			r.faults.add(Fault{Line: lines[i].Line, Field: cmp.Or(f.Field, wholeLine), Code: f.Code, Message: f.Message,
				Type: r.kinds[k].Name})
		}
		for _, key := range *rec.Cleared {
			if r.counts[k].Cleared == nil {
				r.counts[k].Cleared = map[string]int{}
			}
			r.counts[k].Cleared[key]++
		}
		switch {
		case len(*rec.Errors) > 0:
			faulty = append(faulty, lines[i].Line)
		case *rec.Outcome == importing.Created:
			r.counts[k].Created++
		case *rec.Outcome == importing.Changed:
			r.counts[k].Changed++
		default:
			r.counts[k].Unchanged++
		}
	}
	if len(faulty) == 0 {
		return nil
	}
	// Lines of other batches that refer to these are not applied.
	err = r.db.In(ctx).Model(staged{}).Where("kind = ? and line = any(?)", k, postgres.Array(faulty)).Update("faulty", true).Error
	return postgres.Failed("mark faulty lines", err)
}
