package petcarecmd

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/cmd/internal/staging"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/text"
)

// suggestMap prints a map for the table.
func (c *importCmd) suggestMap(s *settings, std streams) error {
	types, err := importTypes(s, std)
	if err != nil {
		return err
	}
	keys := staging.KeysOf(types)
	if err := requireTypes(c.As, slices.Sorted(maps.Keys(keys))); err != nil {
		return err
	}
	input, err := c.open()
	if err != nil {
		return err
	}
	defer input.Close()
	table, err := spooled(input)
	if err == nil {
		defer table.Close()
		err = csvfile.Suggest(std.out, table, c.As, keys)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", text.Printable(c.CSV), err)
	}
	return nil
}

// requireTypes checks --as against the types that are known, or those of a map.
func requireTypes(as, types []string) error {
	for _, name := range as {
		if !slices.Contains(types, name) {
			return usageError{fmt.Errorf("--as: there is no type %q, it is one of %s%s", name, strings.Join(types, ", "),
				text.DidYouMean(name, types))}
		}
	}
	return nil
}

// importTable is a table of --csv, which is converted to lines.
type importTable struct {
	*csvfile.Converted
	name    string
	file    *os.File // the table, unpacked
	lines   *os.File
	m       csvfile.Map
	options csvfile.Options
	skipped []jsonl.Fault // why rows are left out
}

// openTable reads the map and converts the table. The files are temporary, and removed by close.
func (c *importCmd) openTable(ctx context.Context, input io.Reader, types []importing.Type,
	account accounts.Account) (*importTable, error) {
	file, err := os.Open(c.Map)
	if err != nil {
		return nil, fmt.Errorf("open the map: %w", err)
	}
	defer file.Close()
	t := &importTable{name: c.CSV}
	if t.m, err = csvfile.ReadMap(file, staging.KeysOf(types)); err != nil {
		return nil, fmt.Errorf("%s is not a valid map:\n%w", text.Printable(c.Map), err)
	}
	if err := requireTypes(c.As, t.m.Types()); err != nil {
		return nil, err
	}
	if t.options, err = staging.TableOptions(ctx, account, types); err != nil {
		return nil, err
	}
	if t.file, err = spooled(input); err == nil {
		err = t.convert()
	}
	if err != nil {
		t.close()
		return nil, fmt.Errorf("%s: %w", text.Printable(c.CSV), err)
	}
	return t, nil
}

func (t *importTable) convert() (err error) {
	if t.lines != nil {
		_ = t.lines.Close()
	}
	if t.lines, err = staging.Temporary(); err != nil {
		return err
	}
	if t.Converted, err = csvfile.Convert(t.lines, t.file, t.m, t.options); err != nil {
		return err
	}
	_, err = t.lines.Seek(0, io.SeekStart)
	return err
}

func (t *importTable) close() {
	for _, f := range []*os.File{t.file, t.lines} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// skip leaves out the rows of faults and converts the rest. It reports false if that does not help: the rest of the table cannot be read.
func (t *importTable) skip(faults []jsonl.Fault) (bool, error) {
	if t.options.Skip == nil {
		t.options.Skip = map[int]bool{}
	}
	before := len(t.options.Skip)
	for _, f := range faults {
		if f.Code == csvfile.Unreadable {
			return false, nil
		}
		t.options.Skip[f.Line] = true
	}
	t.skipped = append(t.skipped, faults...)
	if len(t.options.Skip) == before {
		return false, nil
	}
	return true, t.convert()
}

// writeSkipped writes the rows that were left out, with the reasons in a column of their own, so that they can be mended and imported.
func (t *importTable) writeSkipped(out io.Writer) error {
	reasons := map[int][]string{}
	for _, f := range t.skipped {
		reasons[f.Line] = append(reasons[f.Line], f.Reason())
	}
	w := csv.NewWriter(out)
	columns := 0
	err := csvfile.Rows(t.file, t.m, func(line int, header, row []string) error {
		if columns == 0 {
			columns = len(header)
			if err := w.Write(append(slices.Clone(header), "reason")); err != nil {
				return err
			}
		}
		why, ok := reasons[line]
		if !ok {
			return nil
		}
		delete(reasons, line)
		cells := make([]string, columns+1)
		copy(cells[:columns], row)
		cells[columns] = strings.Join(why, "; ")
		return w.Write(cells)
	})
	for _, line := range slices.Sorted(maps.Keys(reasons)) { // what is not CSV has no cells
		cells := make([]string, columns+1)
		cells[columns] = fmt.Sprintf("line %d of %s: %s", line, t.name, strings.Join(reasons[line], "; "))
		err = errors.Join(err, w.Write(cells))
	}
	w.Flush()
	return errors.Join(err, w.Error())
}

// spooled returns a temporary copy of a table, unpacked. A table is read twice, because its encoding may only show near its end.
func spooled(input io.Reader) (*os.File, error) {
	in, err := jsonl.Unpacked(input)
	if err != nil {
		return nil, err
	}
	f, err := staging.Temporary()
	if err != nil {
		return nil, err
	}
	if _, err = io.Copy(f, in); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = f.Close()
	}
	return f, err
}

// placed converts the locations of faults to those in the table, and adds the faults of the table itself.
func (t *importTable) placed(err error) error {
	faults, isFaulty := errors.AsType[*jsonl.Faults](err)
	if !isFaulty && (err != nil || len(t.Faults) == 0) {
		return err
	}
	if faults == nil {
		faults = &jsonl.Faults{}
	}
	// Most of those that are not listed are of cells, so that the table and the lines have the same ones.
	all := &jsonl.Faults{Name: t.name, List: t.Merge(faults.List), More: max(t.More, faults.More)}
	if err := csvfile.Fill(t.file, t.m, all.List); err != nil {
		return err
	}
	return all
}
