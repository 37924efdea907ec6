package petcarecmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/clock"
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
		fmt.Fprintf(d.out, "\r%s\x1b[K", drawn(p))
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

// columns is the width of the narrowest usual terminal, without its last column: a line that reached it would wrap, and \r would leave
// its start behind.
const columns = 79

// drawn is a line of a terminal. The bar takes what the measures leave.
func drawn(p jsonl.Progress) string {
	said := measures(p)
	line := fmt.Sprintf("%-8s %s %s", p.Phase, bar(p.Done, columns-len(said)-len("applying [] 100% ")), said)
	return line[:min(len(line), columns)]
}

// bar draws a share of 0 to 1 with at most 24 steps; an unknown one has no bar.
func bar(share float64, room int) string {
	if share < 0 {
		return ""
	}
	width := max(0, min(24, room))
	full := min(width, int(share*float64(width)))
	return fmt.Sprintf("[%s%s] %3.0f%%", strings.Repeat("=", full), strings.Repeat(" ", width-full), share*100)
}
