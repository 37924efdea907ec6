package e2e

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/fx"

	"github.com/petcare/petcare/cmd/internal/demo"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/testkit"
)

// onWrite is a writer that calls itself for every write.
type onWrite func()

func (f onWrite) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

// A single load is used for all promises of the demo business and for the commands of pages, because it takes long.
func TestDemo(t *testing.T) {
	t.Parallel()
	url := kit.FreshURL(t)
	t.Run("is loaded once, after a crash and by starts at once", func(t *testing.T) { loadDemo(t, url) })
	t.Run("runs the commands of pages as printed", func(t *testing.T) { runPages(t, url) })
}

func loadDemo(t *testing.T, url string) {
	var l *demo.Loader
	db := kit.Start(t, kit.Config(url), io.Discard, fx.Populate(&l)).DB
	count := func(table string) int { return number(t, db, "select count(*) from "+table) }
	keyFile := filepath.Join(t.TempDir(), "demo-key")
	ctx, crash := context.WithCancel(t.Context())
	if _, err := l.Load(ctx, keyFile, onWrite(crash)); !errors.Is(err, context.Canceled) {
		t.Fatalf("a start that is stopped while it loads ends with %v", err)
	}
	if made, filled := count("accounts.accounts"), count("customerspets.customers"); made != 1 || filled != 0 {
		t.Fatalf("the crash left %d accounts and %d customers", made, filled)
	}

	var starts sync.WaitGroup
	for range 2 {
		starts.Go(func() {
			if _, err := l.Load(t.Context(), keyFile, io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	locations := testkit.Must[[]accounts.AccountCreate](t)(demo.Read())
	var lines []byte
	for _, location := range locations {
		records := testkit.Must[[]byte](t)(demo.Records(location, time.Now()))
		lines = append(lines, records...)
	}
	for table, want := range map[string]int{
		"accounts.accounts":                  len(locations),
		"configlists.secondary_pet_statuses": bytes.Count(lines, []byte(`"type":"secondary_pet_status"`)),
		"configlists.colour_codes":           bytes.Count(lines, []byte(`"type":"colour_code"`)),
		"customerspets.customers":            bytes.Count(lines, []byte(`"type":"customer"`)),
		"customerspets.pets":                 bytes.Count(lines, []byte(`"type":"pet"`)),
		"orders.orders":                      bytes.Count(lines, []byte(`"type":"order"`)),

		"healthrecords.vaccination_types where required_for::text <> '[]'": bytes.Count(lines, []byte(`"type":"vaccination_type"`)),
	} {
		if n := count(table); n != want || n == 0 {
			t.Errorf("%d rows in %s, want %d", n, table, want)
		}
	}

	events, welcomes := count("outbox.events"), [2]string{}
	for i := range welcomes {
		welcomes[i] = testkit.Must[string](t)(l.Load(t.Context(), keyFile, onWrite(func() { t.Error("it loads again") })))
	}
	if info, err := os.Stat(keyFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the key: %v, %v", info, err)
	}
	if welcomes[0] != welcomes[1] || strings.Contains(welcomes[0], "$") {
		t.Errorf("the starts welcome with %s and %s", welcomes[0], welcomes[1])
	}
	if n := count("outbox.events"); n != events {
		t.Errorf("more starts recorded %d events", n-events)
	}
}
