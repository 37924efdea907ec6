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
	table, err := c.open()
	if err != nil {
		return err
	}
	defer table.Close()
	err = csvfile.Suggest(std.out, table, c.As, keys)
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

// importTable is a table of --csv.
type importTable struct {
	*staging.Table
	name    string
	file    *os.File
	skipped []jsonl.Fault // why rows are left out
}

// openTable reads the map and converts a table.
func (c *importCmd) openTable(ctx context.Context, file *os.File, types []importing.Type, account accounts.Account) (*importTable, error) {
	chosen, err := os.Open(c.Map)
	if err != nil {
		return nil, fmt.Errorf("open the map: %w", err)
	}
	defer chosen.Close()
	m, err := csvfile.ReadMap(chosen, staging.KeysOf(types))
	if err != nil {
		return nil, fmt.Errorf("%s is not a valid map:\n%w", text.Printable(c.Map), err)
	}
	if err := requireTypes(c.As, m.Types()); err != nil {
		return nil, err
	}
	t, err := staging.NewTable(ctx, file, m, account, types)
	if err != nil {
		return nil, err
	}
	if err := t.Convert(); err != nil {
		t.Close()
		return nil, fmt.Errorf("%s: %w", text.Printable(c.CSV), err)
	}
	return &importTable{Table: t, name: c.CSV, file: file}, nil
}

// skip leaves out the rows of faults and converts the rest. It reports false if that does not help: the rest of the table cannot be read.
func (t *importTable) skip(faults []jsonl.Fault) (bool, error) {
	if t.Options.Skip == nil {
		t.Options.Skip = map[int]bool{}
	}
	before := len(t.Options.Skip)
	for _, f := range faults {
		if f.Code == csvfile.Unreadable {
			return false, nil
		}
		t.Options.Skip[f.Line] = true
	}
	t.skipped = append(t.skipped, faults...)
	if len(t.Options.Skip) == before {
		return false, nil
	}
	return true, t.Convert()
}

// writeSkipped writes the rows that were left out, with the reasons in a column of their own, so that they can be mended and imported.
func (t *importTable) writeSkipped(out io.Writer) error {
	reasons := map[int][]string{}
	for _, f := range t.skipped {
		reasons[f.Line] = append(reasons[f.Line], f.Reason())
	}
	w := csv.NewWriter(out)
	columns := 0
	err := csvfile.Rows(t.file, t.Map, func(line int, header, row []string) error {
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

// spooled returns a temporary copy of an input, unpacked. A table is read twice, because its encoding may only show near its end.
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
