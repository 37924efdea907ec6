// Package jsonl imports JSON Lines files. It validates the lines, resolves their references and passes them to the modules.
package jsonl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// Importer imports files with the record types of the modules.
type Importer struct {
	db    *postgres.DB
	clock clock.Clock
	kinds []kind // in the order of their application
}

// New returns an Importer. It fails if an After is unknown or part of a cycle. The names of the types are distinct.
func New(db *postgres.DB, types []importing.Type, c clock.Clock) (*Importer, error) {
	ordered, err := sorted(types)
	if err != nil {
		return nil, err
	}
	return &Importer{db: db, clock: c, kinds: kindsOf(ordered)}, nil
}

// Job describes an import.
type Job struct {
	Account  uuid.UUID
	Name     string         // of the file, for faults
	Input    io.Reader      // JSON Lines, optionally gzipped; read once to the end
	KeepIDs  bool           // new records keep what an export says of them: id, version and times
	DryRun   bool           // validate everything, but change nothing except for what Begin of a type makes
	Progress func(Progress) // is called after each batch of lines; may be nil
	// Within returns the context of the transaction. It may be nil.
	Within  func(ctx context.Context) context.Context
	Serving bool // the transactions of the program have the time limits of requests, which are too short for an import
	// Change is the id of the change that the import makes; by default a new one.
	Change uuid.UUID
	// Done is called in the transaction with the result before Last, not in a dry run. If it fails, nothing is imported. It may be nil.
	Done func(ctx context.Context, result Result) error
	// Alike is called with each group of possible duplicates, of which Result has the first ones. It may be nil.
	Alike func(Alike) error
	// Last is called in the transaction after everything else. If it fails, nothing is imported. It may be nil.
	Last func(ctx context.Context) error
}

// Progress describes the progress of an import.
type Progress struct {
	Phase  string // "reading" while lines are read and validated, "applying" while records are written
	Lines  int    // done in this phase
	Of     int    // all lines; 0 while reading
	Faults int    // so far
}

// Result is the result of an import.
type Result struct {
	Types     []Count // the types in the file, in the order of their application
	Alike     []Alike // the first groups of possible duplicates
	MoreAlike int     // how many groups are not in Alike
}

// Count counts the file's records of one type.
type Count struct {
	Type      string `json:"type"`
	Created   int    `json:"created"`   // new in the account
	Changed   int    `json:"changed"`   // existing, and changed by the import
	Unchanged int    `json:"unchanged"` // existing and equal, or deleted in the account
	// Cleared counts, by key, the existing records that had a value and have none afterwards.
	Cleared map[string]int `json:"cleared,omitempty"`
}

// Records returns the number of records of the type.
func (c Count) Records() int { return c.Created + c.Changed + c.Unchanged }

// Sum returns the counts of all types together.
func (r Result) Sum() Count {
	var sum Count
	for _, c := range r.Types {
		sum.Created, sum.Changed, sum.Unchanged = sum.Created+c.Created, sum.Changed+c.Changed, sum.Unchanged+c.Unchanged
	}
	return sum
}

// errRollBack rolls back an import. Its cause is kept from the transaction, which would otherwise be retried after a deadlock, although the
// input cannot be read twice; only batches are retried.
var errRollBack = errors.New("roll back the import")

// Run imports all of a file or nothing. It fails with *Faults if lines are faulty. If it fails or ctx ends, nothing has changed but
// what Begin of a type has made. It waits for other imports into the account. Memory use does not depend on the size of the file. The
// transaction is open while it reads Input, which should not have to wait for anybody.
func (i *Importer) Run(ctx context.Context, job Job) (Result, error) {
	r := &run{Importer: i, job: job, counts: make([]Count, len(i.kinds))}
	for k := range i.kinds {
		r.counts[k].Type = i.kinds[k].Name
	}
	failed := r.begin(ctx)
	if failed == nil {
		err := i.db.InOuterTx(ctx, func(ctx context.Context) error {
			if failed = r.all(ctx); failed != nil || job.DryRun {
				return errRollBack
			}
			return nil
		})
		if !errors.Is(err, errRollBack) {
			failed = err
		}
	}
	switch {
	case failed != nil && ctx.Err() != nil:
		return Result{}, ctx.Err()
	case failed != nil:
		return Result{}, failed
	}
	if !job.DryRun && r.result().Sum().Created >= analyzeFrom {
		// If it fails, autovacuum will do it, but for partitioned tables, whose size is that of their partitions. These go first, because
		// that is about their partitions, too.
		_ = errors.Join(i.db.Analyze(ctx, "c.relkind = 'p' and not c.relispartition"), i.db.AnalyzeGrown(ctx))
	}
	return r.result(), nil
}

// run is the state of an import.
type run struct {
	*Importer
	job      Job
	progress Progress
	faults   faultList
	counts   []Count
	export   exportLines

	alike     []Alike
	moreAlike int
}

func (r *run) begin(ctx context.Context) error {
	if r.job.KeepIDs {
		return nil // the file has what the account would be given, with other ids
	}
	for _, k := range r.kinds {
		if k.Begin == nil {
			continue
		}
		if err := k.Begin(ctx, r.job.Account); err != nil {
			return fmt.Errorf("begin to import %s: %w", k.Name, err)
		}
	}
	return nil
}

func (r *run) all(ctx context.Context) error {
	if r.job.Within != nil {
		ctx = r.job.Within(ctx)
	}
	// One change, although each batch is a use case of its own.
	ctx = events.WithOrigin(ctx, events.Origin{Source: events.FromImport, RequestID: events.OriginOf(ctx).RequestID,
		Change: cmp.Or(r.job.Change, ids.New())})
	if r.job.Serving {
		if err := r.execute(ctx, patience); err != nil {
			return err
		}
	}
	// Concurrent imports into the account would create the same new records.
	if err := r.db.Lock(ctx, "petcare import "+r.job.Account.String()); err != nil {
		return err
	}
	if err := r.stageAll(ctx); err != nil {
		return err
	}
	// If there are already more faults than can be shown, further ones would only be counted.
	if !r.faults.full() {
		if err := r.applyAll(ctx); err != nil {
			return err
		}
	}
	if r.faults.any() {
		return r.faults.all(r.job.Name, r.result().Types)
	}
	if r.job.DryRun {
		return nil
	}
	if r.job.Done != nil {
		if err := r.db.InTx(ctx, func(ctx context.Context) error { return r.job.Done(ctx, r.result()) }); err != nil {
			return err
		}
	}
	if r.job.Last == nil {
		return nil
	}
	return r.db.InTx(ctx, r.job.Last)
}

// advance reports that lines of a phase are done.
func (r *run) advance(lines int) {
	r.progress.Lines += lines
	r.progress.Faults = r.faults.count()
	if r.job.Progress != nil {
		r.job.Progress(r.progress)
	}
}

func (r *run) result() Result {
	result := Result{Types: []Count{}, Alike: append([]Alike{}, r.alike...), MoreAlike: r.moreAlike}
	for _, c := range r.counts {
		if c.Records() > 0 {
			result.Types = append(result.Types, c)
		}
	}
	return result
}
