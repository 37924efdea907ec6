package imports

import (
	"context"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// MaxSize is the maximum size of a file in bytes, unpacked.
const MaxSize = 100 << 20

// Service offers imports.
type Service struct {
	store    Store
	importer Importer
	feed     events.Feed
	tx       tx.Runner
	clock    clock.Clock
	wake     chan struct{}

	exporting chan struct{}
}

// NewService returns a Service.
func NewService(s Store, i Importer, f events.Feed, run tx.Runner, c clock.Clock) *Service {
	return &Service{s, i, f, run, c, make(chan struct{}, 1), make(chan struct{}, maxExports)}
}

// ErrTooLarge is returned for a file that is larger than MaxSize when it is unpacked.
var ErrTooLarge = apperr.NewInvalid("file", "too_large",
	"is larger than 100 MiB when it is unpacked: import it with the command line, or in parts")

// Receive stores a file before an import of it is created. Whatever comes of it, a file that no import names is removed later.
func (s *Service) Receive(ctx context.Context, account uuid.UUID, body io.Reader) (file uuid.UUID, err error) {
	file = ids.New()
	text, err := s.importer.Unpack(body, MaxSize)
	if err == nil {
		err = s.store.Receive(ctx, account, file, text, MaxSize)
	}
	return file, err
}

// ImportCreate is what a new import is made of.
type ImportCreate struct {
	Name    string
	Format  Format
	As      []string // of a table that no profile knows
	KeepIDs bool
}

// Create makes an import of a file that was received, whose id becomes that of the import. It fails with apperr.Invalid if the file cannot
// be read, and with ErrTooMany.
func (s *Service) Create(ctx context.Context, account, file uuid.UUID, c ImportCreate) (Import, error) {
	content, err := s.store.Open(ctx, account, file)
	if err != nil {
		return Import{}, err
	}
	found, err := s.importer.Inspect(ctx, content, c.Format, c.As)
	if err != nil {
		return Import{}, err
	}
	now := clock.Cut(s.clock.Now())
	i := Import{ID: file, AccountID: account, CreatedAt: now, UpdatedAt: now, Name: c.Name, Format: c.Format,
		Size: content.Size(), Status: Read, KeepIDs: c.KeepIDs,
		As: jsonb.New([]string{}), Map: jsonb.New(found.Map), Columns: jsonb.New([]Column{})}
	if found.Map != nil {
		i.As, i.Columns = jsonb.New(found.Map.types()), jsonb.New(mapped(found.Columns, *found.Map))
	}
	if found.Profile != "" {
		i.Profile = &found.Profile
	}
	i.forget()
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		kept, err := s.store.Count(ctx, account)
		switch {
		case err != nil:
			return err
		case kept >= maxKept:
			return ErrTooMany
		}
		if err := s.store.Hold(ctx, account, file); err != nil {
			return err
		}
		return s.store.Insert(ctx, i)
	})
	return i, err
}

// forget removes what a check has found.
func (i *Import) forget() {
	i.Counts, i.Alike, i.Faults = jsonb.New(Counts{}), jsonb.New(LookAlike{Groups: []Alike{}}), 0
	i.Progress, i.Failure = jsonb.New[*Progress](nil), jsonb.New[*Failure](nil)
}

// List lists the imports of an account, newest first.
func (s *Service) List(ctx context.Context, account uuid.UUID, page paging.Request) (paging.Page[Import], error) {
	return s.store.List(ctx, account, page)
}

// Get fails with apperr.NotFound.
func (s *Service) Get(ctx context.Context, account, id uuid.UUID) (Import, error) {
	return s.store.Get(ctx, account, id)
}

// ListFaults lists what the last check has found, in the order of the file.
func (s *Service) ListFaults(ctx context.Context, account, id uuid.UUID, page paging.Request) (paging.Page[Fault], error) {
	if _, err := s.store.Get(ctx, account, id); err != nil {
		return paging.Page[Fault]{}, err
	}
	return s.store.ListFaults(ctx, account, id, page)
}

// change locks an import for a change of what it is or has to do, and writes it.
func (s *Service) change(ctx context.Context, account, id uuid.UUID, fn func(i *Import, w *Work) error) (changed Import, err error) {
	err = s.tx.InTx(ctx, func(ctx context.Context) error {
		i, w, err := s.store.Lock(ctx, account, id)
		if err != nil {
			return err
		}
		switch {
		case w.Step != NoStep:
			return ErrRunning
		case i.Status == Done || i.Status == Cancelled:
			return ErrEnded
		}
		if err := fn(&i, &w); err != nil {
			return err
		}
		i.UpdatedAt, changed = clock.Cut(s.clock.Now()), i
		tx.AfterCommit(ctx, s.awake)
		return s.store.Save(ctx, i, w)
	})
	return changed, err
}

// ImportPatch changes an import.
type ImportPatch struct {
	Map *Map `json:"map,omitempty" doc:"Replaces the map as a whole"`
}

// Update changes the map of a table; a check of before counts no more. It fails with apperr.NotFound, apperr.Invalid with each fault of the
// map, ErrRunning, ErrEnded and ErrNoTable.
func (s *Service) Update(ctx context.Context, account, id uuid.UUID, patch ImportPatch) (Import, error) {
	return s.change(ctx, account, id, func(i *Import, w *Work) error {
		switch {
		case patch.Map == nil:
			return nil
		case i.Format != CSV:
			return ErrNoTable
		}
		if err := s.importer.CheckMap(*patch.Map, i.Columns.Get()); err != nil {
			return err
		}
		i.Map, i.As, i.Columns = jsonb.New(patch.Map), jsonb.New(patch.Map.types()), jsonb.New(mapped(i.Columns.Get(), *patch.Map))
		i.Status = Read
		i.forget()
		return nil
	})
}

// Check queues a dry run. It fails with apperr.NotFound, apperr.Invalid with each fault of the map, ErrRunning and ErrEnded.
func (s *Service) Check(ctx context.Context, account, id uuid.UUID) (Import, error) {
	return s.change(ctx, account, id, func(i *Import, w *Work) error {
		if m := i.Map.Get(); m != nil {
			if err := s.importer.CheckMap(*m, i.Columns.Get()); err != nil {
				return err
			}
		}
		i.Status, w.Step, w.Deaths = Read, StepCheck, 0
		i.forget()
		i.Progress = jsonb.New(&Progress{Step: StepCheck, Phase: "waiting"})
		return nil
	})
}

// Apply queues what was checked. It fails with apperr.NotFound, ErrNotChecked, ErrRunning, ErrEnded, ErrApplying, ErrChanged if a record of
// one of the types has changed since the check, and with a conflict if the check has found faults.
func (s *Service) Apply(ctx context.Context, account, id uuid.UUID) (Import, error) {
	return s.change(ctx, account, id, func(i *Import, w *Work) error {
		switch {
		case i.Status != Checked:
			return ErrNotChecked
		case i.Faults > 0:
			return errFaulty(i.Faults)
		}
		if err := s.unchanged(ctx, *i, w.Position); err != nil {
			return err
		}
		i.Status, w.Step, w.Deaths = Applying, StepApply, 0
		i.Progress = jsonb.New(&Progress{Step: StepApply, Phase: "waiting"})
		return nil
	})
}

// Delete stops an import that waits or runs, which becomes cancelled, and forgets any other. It fails with apperr.NotFound.
func (s *Service) Delete(ctx context.Context, account, id uuid.UUID) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		i, w, err := s.store.Lock(ctx, account, id)
		switch {
		case err != nil:
			return err
		case w.Step == NoStep:
			return s.store.Delete(ctx, account, id)
		}
		i.forget()
		i.Status, i.UpdatedAt, w.Step = Cancelled, clock.Cut(s.clock.Now()), NoStep
		return s.store.Save(ctx, i, w)
	})
}
