package staging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// Table is a table that is converted to lines.
type Table struct {
	*csvfile.Converted
	Map     csvfile.Map
	Options csvfile.Options
	file    io.ReadSeeker
	lines   *os.File
}

// NewTable returns a table for an account that is not yet converted. Close it.
func NewTable(ctx context.Context, file io.ReadSeeker, m csvfile.Map, account accounts.Account, types []importing.Type) (*Table, error) {
	options, err := optionsOf(ctx, account, types)
	if err != nil {
		return nil, err
	}
	lines, err := Temporary()
	return &Table{Map: m, Options: options, file: file, lines: lines}, err
}

// optionsOf returns what an account decides about tables.
func optionsOf(ctx context.Context, account accounts.Account, types []importing.Type) (csvfile.Options, error) {
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

// Convert converts the table, or converts it again with other Options.
func (t *Table) Convert() error {
	_, err := t.lines.Seek(0, io.SeekStart)
	if err = errors.Join(err, t.lines.Truncate(0)); err != nil {
		return err
	}
	if t.Converted, err = csvfile.Convert(t.lines, t.file, t.Map, t.Options); err != nil {
		return err
	}
	_, err = t.lines.Seek(0, io.SeekStart)
	return err
}

// Close removes the lines.
func (t *Table) Close() { _ = t.lines.Close() }

// Import imports the lines. If the table has faults, the lines lack its faulty parts: they are only checked. It fails with *jsonl.Faults,
// which are those of the table and its lines, at their places in the table, with what the cells say.
func (t *Table) Import(run func(jsonl.Job) (jsonl.Result, error), job jsonl.Job) (jsonl.Result, error) {
	job.Input, job.DryRun = t.lines, job.DryRun || len(t.Faults) > 0
	result, err := run(job)
	faults, isFaulty := errors.AsType[*jsonl.Faults](err)
	switch {
	case err == nil && len(t.Faults) > 0:
		faults = &jsonl.Faults{Types: result.Types}
	case !isFaulty:
		return result, err
	}
	// Most of those that are not listed are of cells, so that the table and the lines have the same ones.
	all := &jsonl.Faults{Name: job.Name, List: t.Merge(faults.List), More: max(t.More, faults.More), Types: faults.Types}
	if err := csvfile.Fill(t.file, t.Map, all.List); err != nil {
		return result, err
	}
	return result, all
}

// Temporary returns a file without a name, which is removed when it is closed.
func Temporary() (*os.File, error) {
	f, err := os.CreateTemp("", "petcare-import-")
	if err != nil {
		return nil, fmt.Errorf("make a temporary file: %w (set TMPDIR to a folder where this user can write)", err)
	}
	return f, os.Remove(f.Name())
}
