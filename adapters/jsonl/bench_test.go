package jsonl_test

import (
	"fmt"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// BenchmarkImport imports files of 20,000 records: a tenth are owners, the others are leaves that refer to them.
func BenchmarkImport(b *testing.B) {
	const records = 20_000
	for b.Loop() {
		w := newWorld(b)
		w.Account, w.fakes.forget = ids.New(), true
		line := 0
		generated := &generator{next: func() (string, bool) {
			line++
			if line%10 == 0 {
				return owner(fmt.Sprintf("O-%d", line/10), "Ann"), line <= records
			}
			return fmt.Sprintf(`{"type": "leaf", "external_id": "L-%d", "name": "leaf %d", "owner": "O-%d", "others": ["O-1", "O-2"],`+
				` "born": "2021-04-12", "mood": "glad", "at": "2026-02-03T04:05:06Z", "homes": [{"city": "Rome"}, {"city": "Paris"}]}`,
				line, line, line%2000+1), line <= records
		}}
		if _, err := w.importer.Run(b.Context(), jsonl.Job{Account: w.Account, Name: "-", Input: generated}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(records*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
