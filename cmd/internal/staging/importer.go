// Package staging lets imports check and apply files with the importer of the command line.
package staging

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/postgres"
)

// Importer implements imports.Importer.
type Importer struct {
	importer func() (*jsonl.Importer, error)
	accounts *accounts.Service
	webhooks *webhooks.Enqueuer
	feed     events.Feed
	keys     func() map[string][]jsonl.Key
	profiles []csvfile.Profile
	types    []importing.Type
}

// New returns an Importer for record types. It looks at them when it is used: until then, others name the modules whose types clash. It
// fails if a profile is invalid.
func New(db *postgres.DB, a *accounts.Service, w *webhooks.Enqueuer, f events.Feed, c clock.Clock,
	types []importing.Type) (*Importer, error) {
	profiles, err := readProfiles()
	importer := sync.OnceValues(func() (*jsonl.Importer, error) { return jsonl.New(db, types, c) })
	return &Importer{importer, a, w, f, sync.OnceValue(func() map[string][]jsonl.Key { return KeysOf(types) }), profiles, types}, err
}

// KeysOf returns the keys of each type.
func KeysOf(types []importing.Type) map[string][]jsonl.Key {
	keys := make(map[string][]jsonl.Key, len(types))
	for _, t := range types {
		keys[t.Name] = jsonl.Keys(t)
	}
	return keys
}

func readProfiles() (list []csvfile.Profile, err error) {
	const folder = "profiles"
	files, err := imports.Profiles.ReadDir(folder)
	for _, f := range files {
		text, err := imports.Profiles.ReadFile(path.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		var p csvfile.Profile
		if err := yaml.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("read the profile %s: %w", f.Name(), err)
		}
		list = append(list, p)
	}
	return list, err
}

// Run implements imports.Importer.
func (i *Importer) Run(ctx context.Context, job imports.Job) (imports.Result, error) {
	account, err := i.accounts.Get(ctx, job.AccountID)
	if err != nil {
		return imports.Result{}, err
	}
	run := func(j jsonl.Job) (jsonl.Result, error) { return i.Import(ctx, account, j) }
	lines := jsonl.Job{Name: job.Name, Input: job.Content, DryRun: job.DryRun, KeepIDs: job.KeepIDs, Change: job.Change, Serving: true,
		Progress: func(p jsonl.Progress) { job.Progress(p.Phase, p.Lines, p.Of, p.Faults) },
		Done:     func(ctx context.Context, r jsonl.Result) error { return job.Done(ctx, countsOf(r.Types)) }}
	if job.Format == imports.CSV {
		table, err := i.table(ctx, job, account)
		if err != nil {
			return imports.Result{}, err
		}
		defer table.Close()
		done, err := table.Import(run, lines)
		return i.result(job, done, err)
	}
	done, err := run(lines)
	return i.result(job, done, err)
}

// Import imports lines into an account, with all that belongs to an import whatever its door is.
func (i *Importer) Import(ctx context.Context, account accounts.Account, job jsonl.Job) (jsonl.Result, error) {
	if account.Status == accounts.Inactive {
		return jsonl.Result{}, accounts.ErrInactive
	}
	importer, err := i.importer()
	if err != nil {
		return jsonl.Result{}, err
	}
	job.Account, job.Within = account.ID, webhooks.Defer
	job.Last = func(ctx context.Context) error {
		if err := i.webhooks.EnqueueDeferred(ctx, account.ID); err != nil {
			return err
		}
		return i.accounts.RequireWritable(ctx, account.ID) // an import takes a while
	}
	return importer.Run(caller.With(ctx, caller.Caller{Kind: caller.Import, Name: filepath.Base(job.Name)}), job)
}

func countsOf(types []jsonl.Count) imports.Counts {
	counts := imports.Counts{}
	for _, t := range types {
		counts[t.Type] = imports.Count{Created: t.Created, Changed: t.Changed, Unchanged: t.Unchanged}
	}
	return counts
}

// result is what a run has found. Faults are no error.
func (i *Importer) result(job imports.Job, done jsonl.Result, err error) (imports.Result, error) {
	faults, isFaulty := errors.AsType[*jsonl.Faults](err)
	if !isFaulty && err != nil {
		return imports.Result{}, err
	}
	r := imports.Result{Counts: countsOf(done.Types), Alike: imports.LookAlike{Groups: []imports.Alike{}, More: done.MoreAlike}}
	for _, a := range done.Alike {
		r.Alike.Groups = append(r.Alike.Groups, imports.Alike{Type: a.Type, By: a.By, Records: a.Records, Names: a.Names})
	}
	if !isFaulty {
		return r, nil
	}
	r.Counts, r.More = countsOf(faults.Types), faults.More
	type place struct {
		line int
		of   string
	}
	seen := map[place]bool{}
	for _, f := range faults.List {
		if at := (place{f.Line, f.Type}); f.Type != "" && !seen[at] {
			seen[at] = true
			c := r.Counts[f.Type]
			c.Faulty++
			r.Counts[f.Type] = c
		}
	}
	r.Faults, err = i.faults(job, faults.List)
	return r, err
}

// table converts a table to lines.
func (i *Importer) table(ctx context.Context, job imports.Job, account accounts.Account) (*Table, error) {
	m, err := i.read(job.Map.Get())
	if err != nil {
		return nil, err
	}
	file := &failing{ReadSeeker: job.Content}
	t, err := NewTable(ctx, file, m, account, i.types)
	if err != nil {
		return nil, err
	}
	if err = t.Convert(); err == nil {
		return t, nil
	}
	t.Close()
	if file.err != nil {
		return nil, file.err
	}
	return nil, unreadable("map", err)
}

// failing keeps the error of a file, which is no fault of its content.
type failing struct {
	io.ReadSeeker
	err error
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.ReadSeeker.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// read reads a map, as YAML, which JSON is.
func (i *Importer) read(m *imports.Map) (csvfile.Map, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return csvfile.Map{}, err
	}
	return csvfile.ReadMap(bytes.NewReader(text), i.keys())
}

var _ imports.Importer = (*Importer)(nil)
