package petcarecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/staging"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/kernel/text"
	"github.com/petcare/petcare/platform/postgres"
)

type importCmd struct {
	Account      string   `placeholder:"CODE" help:"The account to import into."`
	Organization string   `placeholder:"NAME" help:"The account's organization; needed when several have an account with that code."`
	DryRun       bool     `help:"Check everything, change nothing."`
	KeepIDs      bool     `name:"keep-ids" help:"New records keep the ids, versions and times that an export says of them."`
	JSON         bool     `help:"Print the summary as JSON."`
	Example      bool     `help:"Print an example file with lines of every type and exit."`
	Schema       bool     `help:"Print the JSON Schema of the lines and exit."`
	CSV          string   `placeholder:"FILE" help:"A table instead of FILE: CSV, gzipped or not, its first row names the columns."`
	As           []string `placeholder:"TYPE" help:"What the rows of --csv are: customer, pet, …; several when a row is several records."`
	Map          string   `placeholder:"FILE" help:"The map from columns to keys; without it, one is printed and nothing is imported."`
	SkipFaulty   string   `placeholder:"FILE" help:"Import the rows of --csv without faults, and write the others to FILE with the reasons."`
	Alike        string   `placeholder:"FILE" help:"Write all records that look alike to FILE (CSV)."`
	File         string   `arg:"" optional:"" placeholder:"FILE" help:"JSON Lines, gzipped or not; - is standard input."`
}

// Validate is called by kong.
func (c *importCmd) Validate() error {
	if c.Example || c.Schema {
		return nil
	}
	if c.CSV != "" && (c.File != "" || c.Account == "" || c.Map == "" && len(c.As) == 0) {
		return errors.New("--csv needs --account CODE and --as TYPE or --map FILE, such as: " +
			"petcare import --account camden --csv customers.csv --as customer --map map.yaml")
	}
	if c.CSV == "" && (c.Map != "" || len(c.As) > 0 || c.SkipFaulty != "") {
		return errors.New("--as, --map and --skip-faulty go with --csv FILE")
	}
	if c.CSV == "" && (c.Account == "" || c.File == "") {
		return errors.New("needs --account CODE and FILE, such as: petcare import --account camden price-list.jsonl")
	}
	return nil
}

// Run imports the file.
func (c *importCmd) Run(ctx context.Context, s *settings, std streams) error {
	switch {
	case c.Example:
		_, err := std.out.Write(jsonl.Example())
		return err
	case c.Schema:
		return printImportSchema(s, std)
	case c.CSV != "" && c.Map == "":
		return untilStopped(ctx, func() error { return c.suggestMap(s, std) })
	}
	var input *os.File
	if err := untilStopped(ctx, func() (err error) { input, err = c.open(); return err }); err != nil {
		return err
	}
	defer input.Close()
	// Batches of a thousand records always exceed the limit for slow queries, so the log would only be noise.
	isSlowQuery := func(name string) bool { return upper(name) == "SLOW_QUERY" }
	if !slices.ContainsFunc(slices.Collect(maps.Keys(s.Set)), isSlowQuery) {
		set := map[string]string{"SLOW_QUERY": "0s"}
		maps.Copy(set, s.Set)
		s.Set = set
	}
	var d importDeps
	return s.operate(ctx, std, func() error { return c.run(ctx, d, input, std) }, &d.accounts, &d.importer, &d.parts)
}

// file returns the name of the input.
func (c *importCmd) file() string { return cmp.Or(c.CSV, c.File) }

// open opens the input. What may wait for others, as a pipe does, is copied before the transaction begins; so is a table.
func (c *importCmd) open() (*os.File, error) {
	f := os.Stdin
	if c.file() != "-" {
		var err error
		if f, err = os.Open(c.file()); err != nil {
			return nil, fmt.Errorf("open the file to import: %w", err)
		}
	}
	if info, err := f.Stat(); c.CSV == "" && err == nil && info.Mode().IsRegular() {
		return f, nil
	}
	defer f.Close()
	copied, err := spooled(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", text.Printable(c.file()), err)
	}
	return copied, nil
}

func newImporter(db *postgres.DB, p Parts, c clock.Clock) (*jsonl.Importer, error) {
	return jsonl.New(db, p.Importers, c)
}

func printImportSchema(s *settings, std streams) error {
	types, err := importTypes(s, std)
	if err != nil {
		return err
	}
	text, err := jsonl.Schema(types)
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}

func importTypes(s *settings, std streams) ([]importing.Type, error) {
	var p Parts
	err := s.inspect(std, &p)
	return p.Importers, err
}

var (
	errStopped = errors.New("stopped: nothing was imported")
	errLost    = errors.New("nothing was imported: the database has ended the connection: it was stopped, or the import suspended for minutes")
)

// lost reports whether err means that the connection was lost. An import that goes on after it was suspended often cannot write any more
// before it can read why.
func lost(err error) bool {
	if errors.As(err, new(*jsonl.InputError)) {
		return false
	}
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return postgres.Unavailable(err)
	}
	return said.Code == "25P03" || said.Code == "57P01" || said.Code == "57P02" // suspended; stopped; after the crash of a process
}

// untilStopped calls read, which may wait for input as long as nobody writes to a pipe. If ctx ends first, it returns without waiting.
func untilStopped(ctx context.Context, read func() error) error {
	done := make(chan error, 1)
	go func() { done <- panics.Caught(read) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errStopped
	}
}

// importDeps are the dependencies of an import.
type importDeps struct {
	accounts *accounts.Service
	importer *staging.Importer
	parts    Parts
}

// run imports the input on behalf of the system. It prints the faults of the file, one per line.
func (c *importCmd) run(ctx context.Context, d importDeps, input *os.File, std streams) error {
	account, err := accountByCode(ctx, d.accounts, c.Organization, c.Account)
	if err != nil {
		return err
	}
	var table *importTable
	if c.Map != "" {
		err := untilStopped(ctx, func() (err error) { table, err = c.openTable(ctx, input, d.parts.Importers, account); return err })
		if err != nil {
			return err
		}
		defer table.Close()
	}
	result, lost, err := c.attempt(ctx, d, account, input, table, std)
	for table != nil && c.SkipFaulty != "" {
		faults, isFaulty := errors.AsType[*jsonl.Faults](err)
		if !isFaulty {
			break
		}
		again, failed := table.skip(faults.List)
		if failed != nil {
			return failed
		}
		if !again {
			break
		}
		result, lost, err = c.attempt(ctx, d, account, input, table, std)
	}
	if table != nil && err == nil {
		if err := c.finishTable(table, std); err != nil {
			return err
		}
	}
	faults, isFaulty := errors.AsType[*jsonl.Faults](err)
	switch {
	case isFaulty:
		sumUp(std.err, faults)
		fmt.Fprintln(std.err, faults)
		return errReported
	case err != nil && ctx.Err() != nil:
		return errStopped
	case lost:
		return fmt.Errorf("%w: %w", errLost, err)
	case err != nil:
		return err
	case c.JSON:
		return printJSON(std.out, map[string]any{"account": account.Code, "dry_run": c.DryRun, "types": result.Types, "alike": result.Alike,
			"more_alike": result.MoreAlike})
	}
	summarize(std, account.Code, result, c.DryRun)
	return nil
}

// attempt imports lines, or those of a table. lost says that the connection was lost before the commit.
func (c *importCmd) attempt(ctx context.Context, d importDeps, account accounts.Account, input io.Reader, table *importTable,
	std streams) (result jsonl.Result, isLost bool, err error) {
	alike, err := newAlikeFile(c.Alike)
	if err != nil {
		return result, false, err
	}
	committing := false
	display := newImportDisplay(std.err, clock.System)
	job := jsonl.Job{Name: c.file(), Input: input, DryRun: c.DryRun, KeepIDs: c.KeepIDs, Progress: display.show,
		Done: func(context.Context, jsonl.Result) error { committing = true; return nil }}
	if alike != nil {
		job.Alike = alike.add
	}
	run := func(j jsonl.Job) (jsonl.Result, error) {
		result, err := d.importer.Import(ctx, account, j)
		isLost = !committing && lost(err)
		return result, err
	}
	if table != nil {
		result, err = table.Import(run, job)
	} else {
		result, err = run(job)
	}
	display.end()
	return result, isLost, errors.Join(err, alike.close())
}

// finishTable says how a table was read, and writes the rows that were left out.
func (c *importCmd) finishTable(table *importTable, std streams) error {
	fmt.Fprintf(std.err, "%s is read as %s\n", text.Printable(c.CSV), table.Encoding)
	if table.Repeated > 0 {
		fmt.Fprintf(std.err, "%s rows repeat the names of the columns and are left out\n", grouped(table.Repeated))
	}
	if c.SkipFaulty == "" {
		return nil
	}
	f, err := os.Create(c.SkipFaulty)
	if err != nil {
		return fmt.Errorf("write the rows with faults: %w", err)
	}
	if err := errors.Join(table.writeSkipped(f), f.Close()); err != nil {
		return fmt.Errorf("write the rows with faults: %w", err)
	}
	fmt.Fprintf(std.err, "%s rows with faults are left out, see %s\n", grouped(len(table.Options.Skip)), text.Printable(c.SkipFaulty))
	return nil
}
