package jsonl

import (
	"io"
	"sync/atomic"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

// Phase is a part of an import.
type Phase string

// The phases in their order.
const (
	Reading  Phase = "reading"  // lines are read and validated
	Applying Phase = "applying" // records are written
)

// Progress describes the progress of an import.
type Progress struct {
	Phase  Phase
	Lines  int           // read or applied in this phase
	Of     int           // the total number of lines; 0 while reading
	Done   float64       // of this phase, from 0 to 1; negative if unknown
	Rate   float64       // lines per second in this phase
	Left   time.Duration // of this phase; negative if unknown
	Faults int           // so far
}

// reportEvery limits the cost of the callback.
const reportEvery = 100 * time.Millisecond

// meter measures the progress of an import.
type meter struct {
	clock    clock.Clock
	report   func(Progress)
	size     int64
	bytes    atomic.Int64 // read from the input, compressed if it is
	began    time.Time    // of the phase
	reported time.Time
	now      Progress
}

func newMeter(c clock.Clock, job Job) *meter {
	return &meter{clock: c, report: job.Progress, size: job.Size}
}

// counted returns the input with its bytes counted.
func (m *meter) counted(input io.Reader) io.Reader { return &countingReader{input, &m.bytes} }

type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (m *meter) enter(phase Phase, of int) {
	m.now = Progress{Phase: phase, Of: of}
	m.began = m.clock.Now()
	m.reported = time.Time{}
}

// advance counts lines, and reports at intervals and at the end of a phase.
func (m *meter) advance(lines, faults int, last bool) {
	m.now.Lines += lines
	m.now.Faults = faults
	now := m.clock.Now()
	if m.report == nil || !last && now.Sub(m.reported) < reportEvery {
		return
	}
	m.reported = now
	took := now.Sub(m.began)
	m.now.Done, m.now.Left, m.now.Rate = m.share(last), -1, 0
	if took > 0 {
		m.now.Rate = float64(m.now.Lines) / took.Seconds()
	}
	if m.now.Done > 0 {
		m.now.Left = time.Duration(float64(took) * (1 - m.now.Done) / m.now.Done)
	}
	m.report(m.now)
}

func (m *meter) share(last bool) float64 {
	switch {
	case last:
		return 1
	case m.now.Of > 0:
		return float64(m.now.Lines) / float64(m.now.Of)
	case m.size > 0:
		return min(1, float64(m.bytes.Load())/float64(m.size))
	default:
		return -1
	}
}
