package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// enough is the fraction of a committed ratio that a run must reach.
const enough = 0.9

// ratio is petcare's performance relative to the limit server's.
type ratio struct{ rate, processor float64 }

const ratiosHead = `# What petcare reaches of the limit, for each operation: requests a second; and the limit's processor time of a request
# (server and database) divided by petcare's. "make bench" fails below 0.9 of a line; bin/bench -update-ratios writes them anew.
`

// readRatios reads the committed table, which is empty if the file does not exist.
func readRatios(name string) (map[string]ratio, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	table := map[string]ratio{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var operation string
		var r ratio
		if _, err := fmt.Sscan(line, &operation, &r.rate, &r.processor); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", name, line, err)
		}
		table[operation] = r
	}
	return table, nil
}

// writeRatios writes the table in the order of the operations. Operations that were not measured keep their lines.
func writeRatios(name string, table map[string]ratio) error {
	var b strings.Builder
	b.WriteString(ratiosHead)
	for _, o := range operations {
		if r, ok := table[o.name]; ok {
			fmt.Fprintf(&b, "%-19s %.2f %.2f\n", o.name, r.rate, r.processor)
		}
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

// below reports what is worse than the table allows. It only compares rates if the machine was otherwise idle.
func (r ratio) below(committed ratio, quietly bool) []string {
	var faults []string
	if r.processor < enough*committed.processor {
		faults = append(faults, fmt.Sprintf("processor time: %.2f of the limit, committed %.2f", r.processor, committed.processor))
	}
	if quietly && r.rate < enough*committed.rate {
		faults = append(faults, fmt.Sprintf("requests a second: %.2f of the limit, committed %.2f", r.rate, committed.rate))
	}
	return faults
}
