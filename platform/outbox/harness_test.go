package outbox_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/outbox/feedtest"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// follow runs writers and readers of one design concurrently and returns the violations that the readers found. An unrelated
// transaction stays open all the time.
func follow(t *testing.T, source func(feedKit) feedtest.Source) (faults []string) {
	t.Helper()
	k := feedOn(testkit.Fresh(t, testkit.SQL(feedtest.Table+";")))
	w := &feedtest.Writers{DB: k.Open(postgres.Options{PoolSize: 40}), Recorder: k.Outbox, Account: k.Account, Number: 32, Events: 6000, Import: 3000,
		Pause: 8 * time.Millisecond}
	end := k.open("somebody else's")
	defer end(context.Canceled)
	readers := make([]*feedtest.Reader, 3)
	written := make(chan struct{})
	var reading sync.WaitGroup
	for i := range readers {
		readers[i] = feedtest.NewReader(source(k))
		reading.Go(func() {
			for last := false; ; {
				more, err := readers[i].Step(k.Ctx)
				switch {
				case err != nil:
					t.Error(err)
					return
				case more:
				case last:
					return
				default:
					select {
					case <-written:
						last = true // one more round, after the writers have ended
					case <-time.After(time.Millisecond):
					}
				}
			}
		})
	}
	err := w.Run(k.Ctx)
	close(written)
	reading.Wait()
	truth := testkit.Must[map[uuid.UUID]int64](t)(w.Truth(k.Ctx))
	for _, r := range readers {
		t.Logf("%d events read", r.Events)
		faults = append(faults, r.Compare(truth)...)
	}
	if err != nil || len(truth) < 3000 {
		t.Errorf("%v, %d records", err, len(truth))
	}
	return faults
}

func TestReadersBesideWritersMissNothing(t *testing.T) {
	t.Parallel()
	for _, fault := range follow(t, func(k feedKit) feedtest.Source { return byFeed(k.feed, k.Account, 150) }) {
		t.Error(fault)
	}
}

// The harness must detect the designs that lose events.
func TestHarnessCatchesTheUsualDesigns(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]func(feedKit) feedtest.Source{
		"sequence above the last":      func(k feedKit) feedtest.Source { return bySequence(k.DB, k.Account, 150) },
		"below the oldest that writes": func(k feedKit) feedtest.Source { return byOldest(k.DB, k.Account, 150) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if faults := follow(t, source); len(faults) == 0 {
				t.Error("nothing was found")
			} else {
				t.Log(len(faults), "such as:", faults[0], faults[len(faults)-1])
			}
		})
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
