package petcarecmd

import (
	"bytes"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
)

func TestProgressElsewhereThanOnATerminalIsALineNowAndThen(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	d := newImportDisplay(&out, func() time.Time { return at })
	for i := range 12 {
		d.show(jsonl.Progress{Phase: "applying", Lines: 1000 * i, Of: 12000})
		at = at.Add(time.Second)
	}
	d.end()
	want := "applying: 5,000 of 12,000 lines\napplying: 10,000 of 12,000 lines\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestProgressOnATerminalIsALineThatChanges(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := newImportDisplay(&out, time.Now)
	d.terminal = true
	d.show(jsonl.Progress{Phase: "reading", Lines: 7})
	d.show(jsonl.Progress{Phase: "reading", Lines: 1234567, Faults: 1001})
	d.end()
	want := "\rreading: 7 lines\x1b[K\rreading: 1,234,567 lines, faults: 1,001\x1b[K\r\x1b[K"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}
