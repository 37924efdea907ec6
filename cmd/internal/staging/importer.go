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
	"slices"
	"sync"
	"time"

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
	switch {
	case err != nil:
		return imports.Result{}, err
	case account.Status == accounts.Inactive:
		return imports.Result{}, accounts.ErrInactive
	}
	var input io.Reader = job.Content
	var table *csvfile.Converted
	if job.Format == imports.CSV {
		lines, converted, err := i.convert(ctx, job, account)
		if err != nil {
			return imports.Result{}, err
		}
		defer lines.Close()
		input, table = lines, converted
	}
	// The lines lack the faulty parts of the table, so they must not be imported.
	dryRun := job.DryRun || table != nil && len(table.Faults) > 0
	ctx = caller.With(ctx, caller.Caller{Kind: caller.Import, Name: job.Name})
	importer, err := i.importer()
	if err != nil {
		return imports.Result{}, err
	}
	done, err := importer.Run(ctx, jsonl.Job{
		Account: job.AccountID, Name: job.Name, Input: input, DryRun: dryRun, KeepIDs: job.KeepIDs, Change: job.Change,
		Within: webhooks.Defer, Serving: true,
		Progress: func(p jsonl.Progress) { job.Progress(p.Phase, p.Lines, p.Of, p.Faults) },
		Done:     func(ctx context.Context, r jsonl.Result) error { return job.Done(ctx, countsOf(r.Types)) },
		Last: func(ctx context.Context) error {
			if err := i.webhooks.EnqueueDeferred(ctx, job.AccountID); err != nil {
				return err
			}
			return i.accounts.RequireWritable(ctx, job.AccountID) // an import takes a while
		},
	})
	faults, isFaulty := errors.AsType[*jsonl.Faults](err)
	if err != nil && !isFaulty {
		return imports.Result{}, err
	}
	return i.result(job, done, faults, table)
}

func countsOf(types []jsonl.Count) imports.Counts {
	counts := imports.Counts{}
	for _, t := range types {
		counts[t.Type] = imports.Count{Created: t.Created, Changed: t.Changed, Unchanged: t.Unchanged}
	}
	return counts
}

func (i *Importer) result(job imports.Job, done jsonl.Result, faults *jsonl.Faults, table *csvfile.Converted) (imports.Result, error) {
	r := imports.Result{Counts: countsOf(done.Types), Alike: imports.LookAlike{Groups: []imports.Alike{}, More: done.MoreAlike}}
	for _, a := range done.Alike {
		r.Alike.Groups = append(r.Alike.Groups, imports.Alike{Type: a.Type, By: a.By, Records: a.Records, Names: a.Names})
	}
	var list []jsonl.Fault
	if faults != nil {
		r.Counts, r.More, list = countsOf(faults.Types), faults.More, faults.List
	}
	if table != nil {
		list, r.More = table.Merge(list), max(table.More, r.More)
	}
	if len(list) == 0 {
		return r, nil
	}
	type place struct {
		line int
		of   string
	}
	seen := map[place]bool{}
	for _, f := range list {
		if at := (place{f.Line, f.Type}); f.Type != "" && !seen[at] {
			seen[at] = true
			c := r.Counts[f.Type]
			c.Faulty++
			r.Counts[f.Type] = c
		}
	}
	var err error
	r.Faults, err = i.faults(job, list)
	return r, err
}

// TableOptions returns what an account decides about tables.
func TableOptions(ctx context.Context, account accounts.Account, types []importing.Type) (csvfile.Options, error) {
	options := csvfile.Options{Currency: account.Currency, WeightUnit: account.WeightUnit, Words: csvfile.Words{}}
	var err error
	if options.Zone, err = time.LoadLocation(account.Timezone); err != nil {
		return options, err
	}
	for _, t := range types {
		if t.Words == nil {
			continue
		}
		if options.Words[t.Name], err = t.Words(ctx, account.ID); err != nil {
			return options, fmt.Errorf("look up the words of %s: %w", t.Name, err)
		}
	}
	return options, nil
}

// convert converts a table to lines in a temporary file, which is removed when it is closed.
func (i *Importer) convert(ctx context.Context, job imports.Job, account accounts.Account) (io.ReadCloser, *csvfile.Converted, error) {
	m, err := i.read(job.Map.Get())
	if err != nil {
		return nil, nil, err
	}
	options, err := TableOptions(ctx, account, i.types)
	if err != nil {
		return nil, nil, err
	}
	lines, err := Temporary()
	if err != nil {
		return nil, nil, err
	}
	failing := &failing{ReadSeeker: job.Content}
	converted, err := csvfile.Convert(lines, failing, m, options)
	switch {
	case failing.err != nil:
		err = failing.err
	case err != nil:
		err = unreadable("map", err)
	default:
		_, err = lines.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = lines.Close()
		return nil, nil, err
	}
	return lines, converted, nil
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

func (i *Importer) isType(name string) bool { _, ok := i.keys()[name]; return ok }

func sortedTypes(keys map[string][]jsonl.Key) []string {
	var names []string
	for name := range keys {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var _ imports.Importer = (*Importer)(nil)
