package jsonl

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// tries is how often a batch is attempted in case of deadlocks.
const tries = 5

// applyLines passes lines to their module as records, which it returns. If the module or the database refuses them, it applies each half
// on its own, until it knows the lines that are refused.
func (r *run) applyLines(ctx context.Context, k int, lines []decoded, targets map[reference]target) ([]importing.Record[any], error) {
	if len(lines) == 0 {
		return nil, nil
	}
	records, err := r.attempt(ctx, k, lines, targets)
	refused := refusal(err)
	switch {
	case refused == nil:
		return records, err
	case len(lines) == 1:
		*records[0].Errors = append(*records[0].Errors, refused...)
		return records, nil
	}
	half := len(lines) / 2
	first, err := r.applyLines(ctx, k, lines[:half], targets)
	if err != nil {
		return nil, err
	}
	second, err := r.applyLines(ctx, k, lines[half:], targets)
	return slices.Concat(first, second), err
}

// attempt passes lines to their module. It retries after a deadlock; each attempt has its own savepoint.
func (r *run) attempt(ctx context.Context, k int, lines []decoded, targets map[reference]target) ([]importing.Record[any], error) {
	lookUp := func(recordType, externalID string) uuid.UUID {
		return targets[reference{r.kindIndex(recordType), externalID}].id
	}
	for try := 1; ; try++ {
		records := r.recordsOf(k, lines)
		err := r.db.InTx(ctx, func(ctx context.Context) error {
			return r.kinds[k].Apply(ctx, r.job.Account, records, lookUp)
		})
		if err == nil || try == tries || !postgres.Raised(err, "40P01") {
			return records, err
		}
	}
}

func (r *run) recordsOf(k int, lines []decoded) []importing.Record[any] {
	records, outcomes := make([]importing.Record[any], len(lines)), make([]importing.Outcome, len(lines))
	cleared := make([][]string, len(lines))
	for i, l := range lines {
		records[i] = importing.Record[any]{ID: l.ID, Exists: l.Known, ExternalID: l.ExternalID, Line: l.value,
			Errors: &apperr.FieldErrors{}, Outcome: &outcomes[i], Cleared: &cleared[i]}
		if l.Kept != "" && !l.Known {
			records[i].Kept = keptOf(l.Kept)
		}
		if l.Given != "" {
			records[i].Given = strings.Fields(l.Given)
		}
		if l.taken {
			records[i].Errors.Add(r.kinds[k].Unique.Field, "duplicate", r.kinds[k].Unique.Taken)
		}
		if !l.Known {
			outcomes[i] = importing.Created
		}
	}
	return records
}

// refusal returns the faults of a line with which its module or the database has refused it, or nil if err is not about its content.
func refusal(err error) apperr.FieldErrors {
	var known *apperr.Error
	var database *pgconn.PgError
	switch {
	case errors.As(err, &known) && (known.Kind == apperr.Invalid || known.Kind == apperr.Conflict):
		if len(known.Errors) > 0 {
			return known.Errors
		}
		return apperr.FieldErrors{{Code: known.Code, Message: known.Detail}}
	case errors.As(err, &database) && (strings.HasPrefix(database.Code, "22") || strings.HasPrefix(database.Code, "23")):
		// Data exceptions and violated constraints.
		return apperr.FieldErrors{{Code: "refused", Message: "is refused by the database: " + database.Message}}
	}
	return nil
}
