package jsonl_test

import (
	"context"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestAWatchKnowsAccountsThatAnImportWritesTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	watch := jsonl.NewWatch(w.DB)
	look := func() bool {
		if err := watch.Look(t.Context()); err != nil {
			t.Error(err)
		}
		return watch.Busy(t.Context(), w.Account)
	}
	w.fakes.before = func(context.Context, string, int) error {
		if look() {
			t.Error("an import that has just begun is not waited for")
		}
		if !look() || watch.Busy(t.Context(), ids.New()) {
			t.Error("the account is not busy, or another one is")
		}
		return nil
	}
	w.imports(owner("O-1", "Ann"))
	if watch.Busy(t.Context(), w.Account) {
		t.Error("the account is busy after the import, before the next look")
	}
}

func TestAWatchGoesOnAfterAPanic(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	panics := 0
	jsonl.NewWatch(nil).Run(ctx, func(error) {
		if panics++; panics == 2 {
			stop()
		}
	})
	if panics != 2 {
		t.Errorf("%d panics", panics)
	}
}
