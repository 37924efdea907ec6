package petcarecmd

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestImportKeepsTheLimitForSlowQueriesInWhicheverSpelling(t *testing.T) {
	file := filepath.Join(t.TempDir(), "records.jsonl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"slow_query", "slow-query", "SLOW.QUERY"} {
		for range 20 { // maps have no order
			s := &settings{Set: map[string]string{name: "5s", "log_level": "none"}} // the level ends it before it needs a database
			command := importCmd{Account: "camden", File: file}
			if err := command.Run(t.Context(), s, streams{io.Discard, io.Discard}); err == nil {
				t.Fatal("it ran")
			}
			if c, _ := s.load(); c.SlowQuery != 5*time.Second {
				t.Fatalf("%s: the limit is %s", name, c.SlowQuery)
			}
		}
	}
}
