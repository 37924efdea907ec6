package petcarecmd

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/text"
)

// importDisplay shows the progress of an import: on a terminal in one line that changes, otherwise in a line from time to time.
type importDisplay struct {
	out      io.Writer
	terminal bool
	clock    clock.Clock
	said     time.Time
}

// plainEvery is how often progress is printed when the output is not a terminal.
const plainEvery = 5 * time.Second

func newImportDisplay(out io.Writer, c clock.Clock) *importDisplay {
	f, ok := out.(*os.File)
	return &importDisplay{out: out, terminal: ok && isatty.IsTerminal(f.Fd()), clock: c, said: c.Now()}
}

func (d *importDisplay) show(p jsonl.Progress) {
	said := p.Phase + ": " + grouped(p.Lines)
	if p.Of > 0 {
		said += " of " + grouped(p.Of)
	}
	said += " lines"
	if p.Faults > 0 {
		said += ", faults: " + grouped(p.Faults)
	}
	switch now := d.clock.Now(); {
	case d.terminal:
		fmt.Fprintf(d.out, "\r%s\x1b[K", said)
	case now.Sub(d.said) >= plainEvery:
		d.said = now
		fmt.Fprintln(d.out, said)
	}
}

// end removes the line that changes, so that later output starts on a new one.
func (d *importDisplay) end() {
	if d.terminal {
		fmt.Fprint(d.out, "\r\x1b[K")
	}
}

func summarize(std streams, account string, result jsonl.Result, dryRun bool) {
	said := "imported into " + account
	if dryRun {
		said = "nothing is wrong; an import into " + account + " would bring"
	}
	fmt.Fprintf(std.out, "%s: %s records, %s\n", said, grouped(result.Sum().Records()), outcomes(result.Sum()))
	for _, t := range result.Types {
		fmt.Fprintf(std.out, "%9s  %s: %s\n", grouped(t.Records()), t.Type, outcomes(t))
		for _, key := range slices.Sorted(maps.Keys(t.Cleared)) {
			fmt.Fprintf(std.out, "%9s  of these lose their %s\n", grouped(t.Cleared[key]), key)
		}
	}
	// The import does not merge possible duplicates, so somebody has to check them.
	for _, a := range result.Alike {
		named := make([]string, len(a.Records))
		for i, record := range a.Records {
			if named[i] = record; a.Names[i] != "" {
				named[i] += " (" + a.Names[i] + ")"
			}
		}
		records := text.Printable(strings.Join(named, ", "))
		fmt.Fprintf(std.err, "warning: these look like one %s, with the same %s: %s\n", a.Type, a.By, records)
	}
	if result.MoreAlike > 0 {
		fmt.Fprintf(std.err, "warning: and %s more that look alike: --alike FILE lists them all\n", grouped(result.MoreAlike))
	}
}

func outcomes(c jsonl.Count) string {
	return grouped(c.Created) + " created, " + grouped(c.Changed) + " changed, " + grouped(c.Unchanged) + " unchanged"
}

// grouped formats 1234567 as 1,234,567.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
