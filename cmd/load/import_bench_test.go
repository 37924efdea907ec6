package load

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// BenchmarkImport imports files of mixed records with the program itself, each into an empty account and then once more,
// which changes nothing. It prints records a second, the program's own CPU time and its peak memory: that must not grow
// with the file.
func BenchmarkImport(b *testing.B) {
	for _, records := range []int{50_000, 200_000} {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				url := kit.FreshURL(b)
				kit.AddAccount(b, url)
				file, written := loadFile(b, records)
				b.StartTimer()
				first := runPetcare(b, url, "import", "--account", "main", file)
				again := runPetcare(b, url, "import", "--account", "main", file)
				b.ReportMetric(0, "ns/op")
				first.report(b, "first", written)
				again.report(b, "again", written)
			}
		})
	}
}

func loadFile(b *testing.B, records int) (name string, written int) {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "load.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if written, err = kit.WriteLoad(f, records); err != nil {
		b.Fatal(err)
	}
	return f.Name(), written
}

// spent is what a run of the program took.
type spent struct {
	wall, cpu time.Duration
	peak      int64 // bytes of memory; not less than this test binary had when it started the program
}

func runPetcare(b *testing.B, databaseURL string, args ...string) spent {
	b.Helper()
	c := kit.Program(b, databaseURL, args...)
	began := time.Now()
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	used := c.ProcessState.SysUsage().(*syscall.Rusage)
	return spent{time.Since(began), c.ProcessState.UserTime() + c.ProcessState.SystemTime(), used.Maxrss << 10}
}

func (s spent) report(b *testing.B, what string, records int) {
	b.ReportMetric(float64(records)/s.wall.Seconds(), what+"-records/s")
	b.ReportMetric(float64(s.cpu.Microseconds())/float64(records), what+"-cpu-µs/record")
	b.ReportMetric(float64(s.peak)/(1<<20), what+"-peak-MiB")
}
