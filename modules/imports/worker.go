package imports

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/panics"
)

const (
	poll      = time.Second      // how often a worker looks for steps
	renew     = time.Second      // how often it says that it is alive, and how far it has come
	claim     = 15 * time.Second // after which another worker takes the step of one that has died
	maxDeaths = 5                // after which it is the fault of the file that workers die
)

// errLost ends a step that is no longer the worker's: the import was cancelled, or another worker has it.
var errLost = errors.New("the step is no longer this worker's")

// awake lets the worker of this process look at once.
func (s *Service) awake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run does the steps of all accounts, one after the other, until ctx ends. Every replica does it. failed is told of errors that are not
// about a file.
func (s *Service) Run(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		more := false
		err := panics.Caught(func() (err error) { more, err = s.Work(ctx); return err })
		if err != nil && ctx.Err() == nil {
			failed(err)
		}
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.wake:
		}
	}
}

// Work does one step. It returns false if there is none.
func (s *Service) Work(ctx context.Context) (bool, error) {
	c, found, err := s.store.Claim(ctx, claim)
	if err != nil || !found {
		return false, err
	}
	if c.Deaths > maxDeaths {
		return true, s.end(ctx, c, func(i *Import) {
			i.Status = Failed
			i.Failure = jsonb.New(&Failure{"interrupted", "the program ended again and again while it worked on the file: nothing was imported"})
		})
	}
	step, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &turn{Service: s, Claimed: c}
	var alive sync.WaitGroup
	alive.Go(func() { t.renew(step, cancel) })
	if c.Step == StepCheck {
		err = t.check(step)
	} else {
		err = t.apply(step)
	}
	lost := errors.Is(context.Cause(step), errLost)
	cancel(nil)
	alive.Wait()
	switch {
	case err == nil, lost, errors.Is(err, errLost):
		return true, nil
	}
	refused, expected := errors.AsType[*apperr.Error](err)
	if !expected || refused.Kind == apperr.Unavailable {
		release, end := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer end()
		return true, errors.Join(err, s.store.Release(release, c)) // it is tried again
	}
	return true, s.end(ctx, c, func(i *Import) {
		i.Status, i.Failure = Failed, jsonb.New(&Failure{refused.Code, refused.Detail})
	})
}

// turn is a worker's step.
type turn struct {
	*Service
	Claimed
	mu  sync.Mutex
	now Progress
}

func (t *turn) progress() Progress {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.now
}

func (t *turn) show(phase string, lines, of, faults int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = Progress{t.Step, phase, lines, of, faults}
}

// renew keeps the claim, and ends the step if it is lost.
func (t *turn) renew(ctx context.Context, cancel context.CancelCauseFunc) {
	t.show("reading", 0, 0, 0)
	held := time.Now()
	for clock.Sleep(ctx, renew) {
		mine, err := t.store.Renew(ctx, t.Claimed, t.progress(), claim)
		switch {
		case err == nil && mine:
			held = time.Now()
		case err == nil, time.Since(held) > claim: // the database is away
			cancel(errLost)
			return
		}
	}
}

func (t *turn) check(ctx context.Context) error {
	position, err := t.position(ctx, t.AccountID)
	if err != nil {
		return err
	}
	result, err := t.run(ctx, Job{Import: t.Import, DryRun: true, Progress: t.show})
	if err != nil {
		return err
	}
	for n := range result.Faults {
		f := &result.Faults[n]
		f.AccountID, f.ImportID, f.Number = t.AccountID, t.ID, n
	}
	return t.tx.InTx(ctx, func(ctx context.Context) error {
		if err := t.store.ReplaceFaults(ctx, t.AccountID, t.ID, result.Faults); err != nil {
			return err
		}
		t.Position = position
		return t.finish(ctx, t.Claimed, func(i *Import) {
			i.Status, i.Faults = Checked, len(result.Faults)+result.More
			i.Counts, i.Alike = jsonb.New(result.Counts), jsonb.New(result.Alike)
		})
	})
}

// apply changes the account and the import in one transaction, so that it is applied once or not at all, and the import says which.
func (t *turn) apply(ctx context.Context) error {
	change := ids.New()
	result, err := t.run(ctx, Job{Import: t.Import, Change: change, Progress: t.show, Done: func(ctx context.Context, counts Counts) error {
		if err := compare(t.Counts.Get(), counts); err != nil {
			return err
		}
		return t.finish(ctx, t.Claimed, func(i *Import) { i.Status, i.ChangeID = Done, of(change, counts) })
	}})
	if err == nil && len(result.Faults) > 0 {
		return apperr.NewConflict(ErrChanged.Code, ErrChanged.Detail+" (there are faults that the check has not found)")
	}
	return err
}

// of is the change of an import; nil if it has changed nothing.
func of(change uuid.UUID, counts Counts) *uuid.UUID {
	for _, c := range counts {
		if c.Created+c.Changed > 0 {
			return &change
		}
	}
	return nil
}

func (t *turn) run(ctx context.Context, j Job) (Result, error) {
	content, err := t.store.Open(ctx, t.AccountID, t.ID)
	if err != nil {
		return Result{}, err
	}
	j.Content = content
	return t.importer.Run(ctx, j)
}

// end finishes a step in a transaction of its own.
func (s *Service) end(ctx context.Context, c Claimed, fn func(i *Import)) error {
	err := s.tx.InTx(ctx, func(ctx context.Context) error { return s.finish(ctx, c, fn) })
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

// finish writes the end of a step, unless it is no longer the worker's.
func (s *Service) finish(ctx context.Context, c Claimed, fn func(i *Import)) error {
	i, w, err := s.store.Lock(ctx, c.AccountID, c.ID)
	switch {
	case apperr.Is(err, apperr.NotFound):
		return errLost
	case err != nil:
		return err
	case w.Step != c.Step || w.Tries != c.Tries:
		return errLost
	}
	i.Progress = jsonb.New[*Progress](nil)
	fn(&i)
	i.UpdatedAt = clock.Cut(s.clock.Now())
	w.Step, w.Position = NoStep, c.Position
	return s.store.Save(ctx, i, w)
}
