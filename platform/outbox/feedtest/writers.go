// Package feedtest writes events concurrently and checks readers of the feed.
package feedtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"github.com/petcare/petcare/platform/testkit"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/postgres"
)

// Table is the table that the writers change. The test creates it.
const Table = `create table feedtest (id uuid primary key, version bigint not null)`

// Types are the types of the recorded events.
var Types = []string{"pet.created", "pet.updated"}

// Writers change records of one account concurrently and record an event for each change, as modules do.
type Writers struct {
	DB       *postgres.DB
	Recorder events.Recorder
	Account  uuid.UUID
	Number   int           // of concurrent writers
	Events   int           // approximately how many they record in all
	Import   int           // records of one long transaction
	Pause    time.Duration // the maximum between the steps of a transaction

	records []uuid.UUID
	written atomic.Int64
}

// hot is how many records the writers contend for.
const hot = 100

// object is the record in an event.
type object struct {
	ID      uuid.UUID `json:"id"`
	Version int64     `json:"version"`
}

var errUndone = errors.New("the writer changes its mind")

// Run writes until Events are written. A database error only ends its transaction.
func (w *Writers) Run(ctx context.Context) error {
	w.records = make([]uuid.UUID, hot)
	for i := range w.records {
		w.records[i] = ids.New()
	}
	if err := w.create(ctx, w.records); err != nil {
		return fmt.Errorf("make the first records: %w", err)
	}
	var all sync.WaitGroup
	for range w.Number {
		all.Go(func() {
			for w.written.Load() < int64(w.Events) && ctx.Err() == nil {
				_ = w.transaction(ctx)
			}
		})
	}
	all.Go(func() {
		for ctx.Err() == nil && w.importing(ctx) != nil {
			time.Sleep(100 * time.Millisecond)
		}
	})
	all.Wait()
	return ctx.Err()
}

// Written returns the number of events in committed transactions.
func (w *Writers) Written() int64 { return w.written.Load() }

func (w *Writers) create(ctx context.Context, list []uuid.UUID) error {
	return w.DB.InTx(ctx, func(ctx context.Context) error { return w.insert(ctx, list) })
}

func (w *Writers) insert(ctx context.Context, list []uuid.UUID) error {
	if _, err := testkit.Exec(ctx, w.DB, `insert into feedtest select unnest($1::uuid[]), 1`, list); err != nil {
		return err
	}
	told := make([]events.Public, len(list))
	for i, id := range list {
		told[i] = events.Public{Type: "pet.created", Account: w.Account, Record: id, Object: object{id, 1}}
	}
	return w.Recorder.Record(ctx, told...)
}

// importing runs the long transaction.
func (w *Writers) importing(ctx context.Context) error {
	return w.DB.InTx(ctx, func(ctx context.Context) error {
		for left := w.Import; left > 0; left -= 1000 {
			batch := make([]uuid.UUID, min(left, 1000))
			for i := range batch {
				batch[i] = ids.New()
			}
			if err := w.insert(ctx, batch); err != nil {
				return err
			}
			w.pause()
		}
		return nil
	})
}

// transaction changes some records in the order of their ids, with pauses. At random, it undoes a step or everything. Its events are
// written at the end of each change.
func (w *Writers) transaction(ctx context.Context) error {
	n := 0
	err := w.DB.InOuterTx(ctx, func(ctx context.Context) error {
		n = 0
		if rand.IntN(2) == 0 { // a transaction that takes its id long before its first change
			if err := w.create(ctx, []uuid.UUID{ids.New()}); err != nil {
				return err
			}
			w.pause()
		}
		for _, id := range w.some() {
			if rand.IntN(5) == 0 {
				if err := w.stepBack(ctx, id); err != nil {
					return err
				}
			}
			times := 1 + rand.IntN(6)
			if err := w.DB.InTx(ctx, func(ctx context.Context) error { return w.change(ctx, id, times) }); err != nil {
				return err
			}
			n += times
			w.pause()
		}
		if rand.IntN(10) == 0 {
			return errUndone
		}
		return nil
	})
	if err == nil {
		w.written.Add(int64(n))
	}
	return err
}

func (w *Writers) some() []uuid.UUID {
	var list []uuid.UUID
	for range 1 + rand.IntN(4) {
		list = append(list, w.records[rand.IntN(len(w.records))])
	}
	return ids.Distinct(list)
}

// stepBack changes a record and undoes that.
func (w *Writers) stepBack(ctx context.Context, id uuid.UUID) error {
	err := w.DB.InTx(ctx, func(ctx context.Context) error {
		return cmp.Or(w.change(ctx, id, 1), errUndone)
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}

func (w *Writers) change(ctx context.Context, id uuid.UUID, times int) error {
	for range times {
		var version int64
		const change = `update feedtest set version = version + 1 where id = $1 returning version`
		if err := testkit.One(ctx, w.DB, change, id).Scan(&version); err != nil {
			return err
		}
		err := w.Recorder.Record(ctx, events.Public{
			Type: "pet.updated", Account: w.Account, Record: id, Object: object{id, version}, Before: object{id, version - 1},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *Writers) pause() {
	if w.Pause > 0 && rand.IntN(3) == 0 {
		time.Sleep(rand.N(w.Pause))
	}
}

// Truth returns the version of each record.
func (w *Writers) Truth(ctx context.Context) (map[uuid.UUID]int64, error) {
	versions := map[uuid.UUID]int64{}
	err := testkit.Each(ctx, w.DB, func(row testkit.Row) error {
		var id uuid.UUID
		var version int64
		err := row.Scan(&id, &version)
		versions[id] = version
		return err
	}, `select id, version from feedtest`)
	return versions, err
}
