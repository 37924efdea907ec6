package petcarecmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/clock"
)

// plainEvery is how often progress is printed when the output is not a terminal.
const plainEvery = 5 * time.Second

// importDisplay shows the progress of an import: a bar on a terminal, otherwise a line from time to time.
type importDisplay struct {
	out      io.Writer
	terminal bool
	clock    clock.Clock
	said     time.Time
	drawn    bool
}

func newImportDisplay(out io.Writer, c clock.Clock) *importDisplay {
	f, ok := out.(*os.File)
	return &importDisplay{out: out, terminal: ok && isatty.IsTerminal(f.Fd()), clock: c, said: c.Now()}
}

func (d *importDisplay) show(p jsonl.Progress) {
	if d.terminal {
		fmt.Fprintf(d.out, "\r%-8s %s %s\x1b[K", p.Phase, bar(p.Done), measures(p))
		d.drawn = true
		return
	}
	now := d.clock.Now()
	if now.Sub(d.said) < plainEvery {
		return
	}
	d.said = now
	fmt.Fprintf(d.out, "%s: %s\n", p.Phase, measures(p))
}

// end removes the bar, so that later output starts on a new line.
func (d *importDisplay) end() {
	if d.drawn {
		fmt.Fprint(d.out, "\r\x1b[K")
	}
}

func measures(p jsonl.Progress) string {
	said := grouped(p.Lines)
	if p.Of > 0 {
		said += " of " + grouped(p.Of)
	}
	said += fmt.Sprintf(" lines, %s/s", grouped(int(p.Rate)))
	if p.Left >= 0 {
		said += ", " + p.Left.Round(time.Second).String() + " left"
	}
	if p.Faults > 0 {
		said += ", faults: " + grouped(p.Faults)
	}
	return said
}

// bar draws a share of 0 to 1; an unknown one has no bar.
func bar(share float64) string {
	const width = 24
	if share < 0 {
		return ""
	}
	full := min(width, int(share*width))
	return fmt.Sprintf("[%s%s] %3.0f%%", strings.Repeat("=", full), strings.Repeat(" ", width-full), share*100)
}
