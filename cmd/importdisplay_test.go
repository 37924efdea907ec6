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
		d.show(jsonl.Progress{Phase: jsonl.Applying, Lines: 1000 * i, Of: 12000, Done: float64(i) / 12, Rate: 1000, Left: time.Duration(12-i) * time.Second})
		at = at.Add(time.Second)
	}
	d.end()
	want := "applying: 5,000 of 12,000 lines, 1,000/s, 7s left\napplying: 10,000 of 12,000 lines, 1,000/s, 2s left\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestProgressOnATerminalIsABar(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	d := newImportDisplay(&out, time.Now)
	d.terminal = true
	d.show(jsonl.Progress{Phase: jsonl.Reading, Lines: 1234567, Done: 0.5, Rate: 12345.6, Left: 90 * time.Second, Faults: 1001})
	d.show(jsonl.Progress{Phase: jsonl.Reading, Lines: 7, Done: -1, Rate: 1, Left: -1})
	d.end()
	want := "\rreading  [=====     ]  50% 1,234,567 lines, 12,345/s, 1m30s left, faults: 1,001\x1b[K" +
		"\rreading   7 lines, 1/s\x1b[K" + "\r\x1b[K"
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}
