package jsonl

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/postgres"
)

// A batch ends at the first of these limits.
const (
	batchLines = 1000
	batchBytes = 4 << 20
)

// applyAll passes the lines to the modules, type by type. It continues after faults to find all of them. It omits lines that refer to
// faulty ones, because their errors would only be consequences.
func (r *run) applyAll(ctx context.Context) error {
	var all int
	if err := r.db.In(ctx).Raw("select count(*) from import_lines where not faulty").Scan(&all).Error; err != nil {
		return fmt.Errorf("count the lines: %w", err)
	}
	r.meter.enter(Applying, all)
	if err := r.announce(ctx); err != nil {
		return err
	}
	for k := range r.kinds {
		if err := r.applyKind(ctx, k); err != nil {
			return err
		}
		if r.counts[k].Created >= analyzeFrom {
			if err := r.analyzeGrown(ctx); err != nil {
				return err
			}
		}
	}
	r.meter.advance(0, r.faults.count(), true)
	if r.faults.any() {
		return nil
	}
	if err := r.execute(ctx, "check what has to be unique", "set constraints all immediate"); err != nil {
		return err
	}
	for k := range r.kinds {
		if err := r.findAlike(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// applyKind applies all lines of a type. It decodes the next batch while the database works on one.
func (r *run) applyKind(ctx context.Context, k int) error {
	ahead, err := r.ahead(ctx, k, 0)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		batch := <-ahead
		switch {
		case batch.panicked != nil:
			return batch.panicked
		case batch.size == 0 && n == 0:
			return nil
		case batch.size == 0:
			return r.reportClashes(ctx, k)
		}
		if ahead, err = r.ahead(ctx, k, batch.last); err != nil {
			return err
		}
		if err := r.apply(ctx, k, batch); err != nil {
			return err
		}
		r.meter.advance(batch.size, r.faults.count(), false)
	}
}

// ahead reads and decodes the lines after a line in the background.
func (r *run) ahead(ctx context.Context, k, after int) (<-chan batch, error) {
	lines, err := r.next(ctx, k, after)
	if err != nil {
		return nil, err
	}
	ahead := make(chan batch, 1) // buffered, so that the goroutine ends even if nobody receives
	go func() {
		var b batch
		b.panicked = panics.Caught(func() error { b = r.decode(k, lines); return nil })
		ahead <- b
	}()
	return ahead, nil
}

// staged is a row of import_lines.
type staged struct {
	Kind, Line int
	ExternalID string
	ID         uuid.UUID
	Known      bool
	Faulty     bool
	Body       []byte
}

const nextLines = `
select line, external_id, id, known, body
from (
	select *, sum(octet_length(body)) over (order by line) - octet_length(body) as before
	from (select * from import_lines where kind = ? and line > ? and not faulty order by line limit ?) as next
) as next
where before < ?
order by line`

func (r *run) next(ctx context.Context, k, after int) ([]staged, error) {
	var batch []staged
	if err := r.db.In(ctx).Raw(nextLines, k, after, batchLines, batchBytes).Scan(&batch).Error; err != nil {
		return nil, fmt.Errorf("read back lines of type %s: %w", r.kinds[k].Name, err)
	}
	return batch, nil
}

// apply resolves the references of a batch and passes it to its module.
func (r *run) apply(ctx context.Context, k int, b batch) error {
	r.faults.add(b.faults...)
	wanted, err := r.wanted(b.lines)
	if err != nil {
		return err
	}
	targets, err := r.resolve(ctx, wanted)
	if err != nil {
		return err
	}
	for _, s := range b.faulty {
		invalidate(targets, reference{k, s.ExternalID})
	}
	if err := r.claim(ctx, k, b.lines); err != nil {
		return err
	}
	lines, left := r.valid(k, b.lines, targets)
	faulty := append(b.faulty, left...)
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
			r.faults.add(Fault{Line: lines[i].Line, Field: cmp.Or(f.Field, wholeLine), Message: f.Message})
		}
		switch {
		case len(*rec.Errors) > 0:
			faulty = append(faulty, lines[i].staged)
		case *rec.Outcome == importing.Created:
			r.counts[k].Created++
		case *rec.Outcome == importing.Changed:
			r.counts[k].Changed++
		default:
			r.counts[k].Unchanged++
		}
	}
	return r.markFaulty(ctx, k, faulty)
}

// markFaulty prevents lines of other batches that refer to these from being applied.
func (r *run) markFaulty(ctx context.Context, k int, faulty []staged) error {
	if len(faulty) == 0 {
		return nil
	}
	lines := make([]int32, len(faulty))
	for i, s := range faulty {
		lines[i] = int32(s.Line)
	}
	if err := r.lines(ctx, k).Where("line = any(?)", postgres.Array(lines)).Update("faulty", true).Error; err != nil {
		return fmt.Errorf("mark faulty lines: %w", err)
	}
	return nil
}
