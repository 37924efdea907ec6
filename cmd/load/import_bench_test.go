package load

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// BenchmarkImport imports files of mixed records with the program, each into an empty account and then again, which changes nothing.
// It reports records per second, the program's CPU time, and its peak memory, which must not grow with the file.
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
	f := testkit.Must[*os.File](b)(os.Create(filepath.Join(b.TempDir(), "load.jsonl")))
	defer f.Close()
	return f.Name(), testkit.Must[int](b)(kit.WriteLoad(f, records))
}

// spent is what a run of the program used.
type spent struct {
	wall, cpu time.Duration
	peak      int64 // bytes of memory, at least those of this test binary when it started the program
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

// BenchmarkImportCSV imports a typical export: a row per pet with a repeated owner, in the encoding and with the dates of a
// spreadsheet.
func BenchmarkImportCSV(b *testing.B) {
	const owners, pets = 20_000, 30_000
	for b.Loop() {
		b.StopTimer()
		url := kit.FreshURL(b)
		kit.AddAccount(b, url)
		folder := b.TempDir()
		table, mapping := filepath.Join(folder, "export.csv"), filepath.Join(folder, "map.yaml")
		text := []byte("Owner ID;First Name;Last Name;Email;Mobile;Town;Pet ID;Pet Name;Species;Breed;Sex;DOB;Weight\n")
		for i := range pets {
			o := i % owners
			text = fmt.Appendf(text, "%d;Zo\xeb;Name%d;o%d@example.com;07700 %06d;London;P%d;Biscuit;Dog;Labrador Retriever;F;31/12/2020;27,4\n", o, o, o, o, i)
		}
		for name, content := range map[string][]byte{table: text, mapping: []byte(csvMap)} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		first := runPetcare(b, url, "import", "--account", "main", "--csv", table, "--map", mapping)
		b.ReportMetric(first.wall.Seconds(), "s")
		b.ReportMetric(0, "ns/op")
		first.report(b, "first", owners+pets)
	}
}

const csvMap = `
dates: dmy
records:
  - type: customer
    columns: {external_id: Owner ID, first_name: First Name, last_name: Last Name, email: Email, phones: [Mobile], address.city: Town}
  - type: pet
    columns: {external_id: Pet ID, customer: Owner ID, name: Pet Name, species: Species, breeds: Breed, sex: Sex, birth_date: DOB, weight.value: Weight}
    fixed: {weight.unit: kg}
    values: {species: {Dog: dog}, sex: {F: female}}
`
