package jsonl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// failing makes the database fail for every batch of a kind.
func (w *world) failing(kind, raise string) func(context.Context, string, int) error {
	return func(ctx context.Context, of string, _ int) error {
		if of != kind {
			return nil
		}
		if err := w.DB.In(ctx).Exec("do $$ begin " + raise + "; end $$").Error; err != nil {
			return fmt.Errorf("import %s: %w", of, err)
		}
		return nil
	}
}

// deadlockAt ends that call in a deadlock. It counts the calls.
func (w *world) deadlockAt(call int, calls *int) func(context.Context, string, int) error {
	deadlock := w.failing("owner", "raise deadlock_detected")
	return func(ctx context.Context, kind string, size int) error {
		if *calls++; *calls == call {
			return deadlock(ctx, kind, size)
		}
		return nil
	}
}

// endless is an infinite file of owners. at is called before each line.
type endless struct {
	at   func(line int)
	line int
	rest string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		e.line++
		e.at(e.line)
		e.rest = owner(fmt.Sprintf("O-%d", e.line), "Ann") + "\n"
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestAnImportThatIsStoppedWhileItReadsLeavesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	_, err := w.importer.Run(ctx, jsonl.Job{Account: w.Account, Name: "-", Input: &endless{at: func(line int) {
		if line == 5000 {
			stop()
		}
	}}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	w.isEmpty()
	w.imports(owner("O-1", "Ann"))
}

func TestAnImportThatIsStoppedWhileItWritesLeavesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	batches := 0
	w.fakes.before = func(context.Context, string, int) error {
		if batches++; batches == 3 {
			stop()
		}
		return nil
	}
	lines := owners(5000)
	_, err := w.importer.Run(ctx, w.job(strings.Join(lines, "\n")))
	if !errors.Is(err, context.Canceled) || batches != 3 {
		t.Errorf("it ended with %v after %d batches", err, batches)
	}
	w.isEmpty()
	w.fakes.before = nil
	if result := w.imports(lines...); result.Sum().Created != 5000 {
		t.Errorf("result is %+v", result)
	}
}

func TestTheLastStepSeesWhatIsImportedAndCanRefuseAllOfIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused := errors.New("the account is read-only by now")
	job := w.job(owner("O-1", "Ann"))
	job.Last = func(ctx context.Context) error {
		var n int64
		if err := w.DB.In(ctx).Model(thing{}).Where("account_id = ?", w.Account).Count(&n).Error; err != nil || n != 1 {
			t.Errorf("it sees %d records, %v", n, err)
		}
		return refused
	}
	if _, err := w.run(job); !errors.Is(err, refused) {
		t.Errorf("it ended with %v", err)
	}
	w.isEmpty()
}

var errBroken = errors.New("the disk is gone")

type brokenInput struct{ io.Reader }

func (b brokenInput) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil {
		err = errBroken
	}
	return n, err
}

func TestAnInputThatBreaksLeavesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job := w.job("")
	job.Input = brokenInput{strings.NewReader(owner("O-1", "Ann") + "\n" + owner("O-2", "Bob"))}
	_, err := w.run(job)
	if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "line 2 of file.jsonl") {
		t.Errorf("it ended with %v", err)
	}
	w.isEmpty()
}

func TestABatchThatEndsInADeadlockIsRepeatedAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	calls := 0
	w.fakes.before = w.deadlockAt(2, &calls)
	result := w.imports(owners(2500)...)
	if result.Sum().Created != 2500 || len(w.things()) != 2500 || calls != 4 || w.eventCounts()["owner.created"] != 2500 {
		t.Errorf("%d new, %d there, %d calls, events %v", result.Sum().Created, len(w.things()), calls, w.eventCounts())
	}
}

func TestFaultsOfABatchThatIsRepeatedAreReportedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	calls := 0
	w.fakes.after = w.deadlockAt(1, &calls)
	testkit.Same(t, w.refuses(owner("O-1", "rotten")+"\n"+owner("O-2", "Bob")), []string{"1 name"})
	if calls != 2 {
		t.Errorf("%d calls", calls)
	}
	w.isEmpty()
}

func TestAnImportThatMeetsDeadlocksAgainAndAgainFailsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fakes.before = w.failing("owner", "raise deadlock_detected")
	_, err := w.run(w.job(owner("O-1", "Ann")))
	if !postgres.Raised(err, "40P01") {
		t.Errorf("it ended with %v", err)
	}
	w.isEmpty()
}

func TestTypesThatDoNotFitTogetherAreRefused(t *testing.T) {
	t.Parallel()
	for what, types := range map[string][]importing.Type{
		"after nothing":      {{Name: "a", After: []string{"b"}}},
		"behind one another": {{Name: "b", After: []string{"a"}}, {Name: "a", After: []string{"b"}}, {Name: "c"}},
	} {
		if _, err := jsonl.New(nil, types, nil); err == nil {
			t.Error(what)
		}
	}
}

func TestAReferenceToATypeThatNobodyOffersEndsTheImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	leaf := w.types[0]
	leaf.After = nil
	importer := testkit.Must[*jsonl.Importer](t)(jsonl.New(w.DB, []importing.Type{leaf}, stepping()))
	_, err := importer.Run(t.Context(), w.job(`{"type": "leaf", "external_id": "L-1", "name": "x", "owner": "O-2"}`))
	var faults *jsonl.Faults
	if err == nil || errors.As(err, &faults) { // not a fault of the file
		t.Errorf("it ended with %v", err)
	}
}

func TestProgressIsReportedInBothPhases(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{}
	for i := range 2500 {
		lines = append(lines, owner(fmt.Sprintf("O-%d", i), "Ann"))
	}
	got := []string{}
	job := w.job(strings.Join(lines, "\n"))
	job.Progress = func(p jsonl.Progress) { got = append(got, fmt.Sprintf("%s %d/%d", p.Phase, p.Lines, p.Of)) }
	testkit.Must[jsonl.Result](t)(w.importer.Run(t.Context(), job))
	testkit.Same(t, got, []string{"reading 1000/0", "reading 2000/0", "reading 2500/0", "applying 1000/2500", "applying 2000/2500", "applying 2500/2500"})
}

func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	was := debug.SetGCPercent(100) // what is allocated while the collector runs counts as in use
	t.Cleanup(func() { debug.SetGCPercent(was) })
	w := newWorld(t)
	few := w.peak(5_000)
	many := few + 100<<20
	for range 5 { // on a busy machine, more is underway at some of its moments
		// The longer file is 17 MB larger.
		if many = min(many, w.peak(40_000)); many <= few+8<<20 {
			return
		}
	}
	t.Errorf("heap is %d KiB with few lines, %d KiB with many", few>>10, many>>10)
}

// peak returns the largest heap during an import of n leaves of 512 bytes.
func (w *world) peak(n int) uint64 {
	w.Helper()
	var most uint64
	line := 0
	generated := &generator{next: func() (string, bool) {
		line++
		return fmt.Sprintf(`{"type": "leaf", "external_id": "L-%d", "name": "x", "owner": "O-1", "free": %q}`, line, strings.Repeat("x", 450)), line <= n
	}}
	w.imports(owner("O-1", "Ann"))
	reports := 0
	job := jsonl.Job{Account: w.Account, Name: "-", Input: generated, DryRun: true, Progress: func(jsonl.Progress) {
		if reports++; reports%4 != 0 {
			return
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}}
	w.fakes.seen = nil
	importer := testkit.Must[*jsonl.Importer](w)(jsonl.New(w.DB, w.types, stepping()))
	w.fakes.forget = true
	testkit.Must[jsonl.Result](w)(importer.Run(w.Context(), job))
	return most
}

// generator is a file whose lines are generated as it is read.
type generator struct {
	next func() (string, bool)
	rest string
}

func (g *generator) Read(p []byte) (int, error) {
	if g.rest == "" {
		line, more := g.next()
		if !more {
			return 0, io.EOF
		}
		g.rest = line + "\n"
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// What a type makes when an import begins can be read by others while the import goes on, and stays if it fails.
func TestWhatBeginMakesDoesNotWaitForTheImport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	made := func() int { return w.Count("select count(*) from fake.things where external_id = 'begun'") }
	w.fakes.begin = func(ctx context.Context, account uuid.UUID) error {
		return w.DB.In(ctx).Create(&thing{AccountID: account, ID: ids.New(), Kind: "owner", ExternalID: "begun", Name: "Ann"}).Error
	}
	w.fakes.after = func(context.Context, string, int) error {
		if n := made(); n != 1 {
			t.Errorf("%d were made while the import went on", n)
		}
		return io.ErrUnexpectedEOF
	}
	if _, err := w.run(w.job(owner("O-1", "Ben"))); !errors.Is(err, io.ErrUnexpectedEOF) || made() != 1 {
		t.Errorf("the import ended with %v, %d were made", err, made())
	}
	w.fakes.begin = func(context.Context, uuid.UUID) error { return io.ErrClosedPipe }
	w.fakes.after = func(context.Context, string, int) error { t.Error("the import went on"); return nil }
	if _, err := w.run(w.job(owner("O-1", "Ben"))); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the import ended with %v", err)
	}
}
