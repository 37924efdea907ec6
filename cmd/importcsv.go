package petcarecmd

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

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

// convert converts a table to import lines in a temporary file, which is removed when it is closed.
func (c *importCmd) convert(input io.Reader, types []importing.Type, account accounts.Account) (lines *os.File,
	converted *csvfile.Converted, err error) {
	file, err := os.Open(c.Map)
	if err != nil {
		return nil, nil, fmt.Errorf("open the map: %w", err)
	}
	defer file.Close()
	m, err := csvfile.ReadMap(file, staging.KeysOf(types))
	if err != nil {
		return nil, nil, fmt.Errorf("%s is not a valid map:\n%w", text.Printable(c.Map), err)
	}
	if err := requireTypes(c.As, m.Types()); err != nil {
		return nil, nil, err
	}
	zone, err := time.LoadLocation(account.Timezone)
	if err != nil {
		return nil, nil, err
	}
	table, err := spooled(input)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", text.Printable(c.CSV), err)
	}
	defer table.Close()
	if lines, err = staging.Temporary(); err != nil {
		return nil, nil, err
	}
	if converted, err = csvfile.Convert(lines, table, m, zone); err == nil {
		_, err = lines.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = lines.Close()
		return nil, nil, fmt.Errorf("%s: %w", text.Printable(c.CSV), err)
	}
	return lines, converted, nil
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

// inTable converts the locations of faults to those in the table, and adds the faults of the table itself.
func inTable(table *csvfile.Converted, name string, err error) error {
	if faults, ok := errors.AsType[*jsonl.Faults](err); ok {
		// Most of those that are not listed are of cells, so that the table and the lines have the same ones.
		return &jsonl.Faults{Name: name, List: table.Merge(faults.List), More: max(table.More, faults.More)}
	}
	if err == nil && len(table.Faults) > 0 {
		return &jsonl.Faults{Name: name, List: table.Merge(nil), More: table.More}
	}
	return err
}
