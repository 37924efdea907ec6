// Package jsonl imports JSON Lines files: it validates the lines, resolves their references and hands them to the modules.
package jsonl

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// Importer imports files of the record types that modules offer.
type Importer struct {
	db    *postgres.DB
	clock clock.Clock
	kinds []kind // in the order in which they are applied
}

// New makes an Importer. It fails when the types do not fit together: two of one name, or an After that leads nowhere
// or in a circle.
func New(db *postgres.DB, types []importing.Type, c clock.Clock) (*Importer, error) {
	ordered, err := inOrder(types)
	if err != nil {
		return nil, err
	}
	return &Importer{db, c, kindsOf(ordered)}, nil
}

// Job is one import.
type Job struct {
	Account  uuid.UUID
	Name     string    // of the file, as faults show it
	Input    io.Reader // JSON Lines, gzip or not; read once, to its end
	Size     int64     // of Input in bytes, 0 when it is not known: then the time left while reading is not known either
	DryRun   bool      // check everything, change nothing
	Progress func(Progress)
}

// Result says what an import came to.
type Result struct {
	Types     []Count // those that the file has, in the order in which they were applied
	Alike     []Alike // the first of those that look alike
	MoreAlike int     // how many there are besides
}

// Count is what the file has of one type.
type Count struct {
	Type      string `json:"type"`
	Created   int    `json:"created"`   // were not in the account
	Changed   int    `json:"changed"`   // were there, and are now as the file says
	Unchanged int    `json:"unchanged"` // were there as the file says, or have been deleted there
}

// Records is the number of records of the type.
func (c Count) Records() int { return c.Created + c.Changed + c.Unchanged }

// Sum is what the file has of all types.
func (r Result) Sum() Count {
	var sum Count
	for _, c := range r.Types {
		sum.Created, sum.Changed, sum.Unchanged = sum.Created+c.Created, sum.Changed+c.Changed, sum.Unchanged+c.Unchanged
	}
	return sum
}

// errDry rolls a dry run back.
var errDry = errors.New("dry run")

// Run imports all of a file or nothing. It fails with *Faults when lines are wrong; then, and when ctx ends, nothing
// has changed. An import waits for another one into the same account to end. Memory does not grow with the file.
//
// Input is read in the background: when ctx ends while a Read hangs, Run returns and that Read is left to end by itself.
func (i *Importer) Run(ctx context.Context, job Job) (Result, error) {
	r := &run{Importer: i, job: job, meter: newMeter(i.clock, job), counts: make([]Count, len(i.kinds))}
	for k := range i.kinds {
		r.counts[k].Type = i.kinds[k].Name
	}
	err := i.db.InOuterTx(ctx, func(ctx context.Context) error { return final(r.all(ctx)) })
	var f *finalError
	if errors.As(err, &f) {
		err = f.cause
	}
	switch {
	case errors.Is(err, errDry):
		return r.result(), nil
	case err != nil && ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return Result{}, err
	}
	r.analyze(ctx)
	return r.result(), nil
}

// run is one import under way.
type run struct {
	*Importer
	job    Job
	meter  *meter
	faults faultList
	counts []Count

	alike     []Alike
	moreAlike int
}

func (r *run) all(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	if err := r.stageAll(ctx); err != nil {
		return err
	}
	// With more faults than are shown already, those of the next step would only be counted.
	if !r.faults.full() {
		if err := r.applyAll(ctx); err != nil {
			return err
		}
	}
	if err := r.faults.err(r.job.Name); err != nil {
		return err
	}
	if r.job.DryRun {
		return errDry
	}
	return nil
}

func (r *run) result() Result {
	result := Result{Alike: append([]Alike{}, r.alike...), MoreAlike: r.moreAlike}
	for _, c := range r.counts {
		if c.Records() > 0 {
			result.Types = append(result.Types, c)
		}
	}
	return result
}

// finalError hides from the transaction what it would run again for: the input cannot be read twice. Batches that the
// database ended for a deadlock are repeated one by one instead.
type finalError struct{ cause error }

func (f *finalError) Error() string { return f.cause.Error() }

func final(err error) error {
	if err == nil {
		return nil
	}
	return &finalError{err}
}

// lock makes imports into one account wait for each other: both would make the same new records.
func (r *run) lock(ctx context.Context) error {
	_, err := r.db.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('petcare import ' || $1, 0))", r.job.Account.String())
	if err != nil {
		return fmt.Errorf("wait for other imports into the account: %w", err)
	}
	return nil
}
