package configlists_test

import (
	"context"
	"errors"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/internal/store"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/outbox"
)

// fuse blows at the n-th call that it guards, once.
type fuse struct{ left int }

var errBlown = errors.New("the database is gone")

func (f *fuse) burn() error {
	f.left--
	if f.left == 0 {
		return errBlown
	}
	return nil
}

func guard[T any](f *fuse, call func() (T, error)) (T, error) {
	if err := f.burn(); err != nil {
		var nothing T
		return nothing, err
	}
	return call()
}

// blowing puts a service behind the desk whose n-th call of the store, the recorder or another module fails.
func (d *desk) blowing(n int) *fuse {
	f := &fuse{n}
	bus := events.NewBus()
	bus.Register(burning[configlists.BreedChanged](f), burning[configlists.BreedDeleted](f),
		burning[configlists.ColourCodeDeleted](f), burning[configlists.FieldRemoved](f), burning[configlists.OptionsRemoved](f))
	d.Service = configlists.NewService(fusedStore{store.New(d.db), f}, d.db, fusedRecorder{outbox.New(d.db, clock.System), f}, bus, clock.System, master)
	return f
}

func burning[E any](f *fuse) events.Reaction {
	return events.On("test", func(context.Context, E) error { return f.burn() })
}

type fusedRecorder struct {
	events.Recorder
	*fuse
}

func (f fusedRecorder) Record(ctx context.Context, list ...events.Public) error {
	if err := f.burn(); err != nil {
		return err
	}
	return f.Recorder.Record(ctx, list...)
}
