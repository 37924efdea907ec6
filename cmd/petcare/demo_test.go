package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/petcare/internal/demo"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testdb"
)

// onWrite is a writer that calls itself at every write.
type onWrite func()

func (f onWrite) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}

// emptyDemo is a demo business that is not loaded yet, and a way to count rows of its database.
func emptyDemo(t *testing.T) (d *demoBusiness, count func(table string) int) {
	t.Helper()
	var db *postgres.DB
	if _, err := build(testConfig(), databaseURL(testdb.Fresh(t)), zerolog.Nop(), &db, &d); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return d, func(table string) (n int) {
		t.Helper()
		if err := db.Row(t.Context(), "select count(*) from "+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
}

func TestDemoIsLoadedOnceAfterACrashAndByStartsAtOnce(t *testing.T) {
	t.Parallel()
	d, count := emptyDemo(t)
	c := testConfig()
	c.DataDir = t.TempDir()
	ctx, crash := context.WithCancel(t.Context())
	if _, err := d.load(ctx, c, streams{io.Discard, onWrite(crash)}); !errors.Is(err, context.Canceled) {
		t.Fatalf("a start that is stopped while it loads ends with %v", err)
	}
	if made, filled := count("accounts.accounts"), count("customerspets.customers"); made != 1 || filled != 0 {
		t.Fatalf("the crash left %d accounts and %d customers", made, filled)
	}

	var starts sync.WaitGroup
	for range 2 {
		starts.Go(func() {
			if _, err := d.load(t.Context(), c, streams{io.Discard, io.Discard}); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	business, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	var lines []byte
	for _, location := range business.Locations {
		records, err := demo.Records(location, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, records...)
	}
	for table, want := range map[string]int{
		"accounts.accounts":                  len(business.Locations),
		"configlists.secondary_pet_statuses": len(business.Locations) * len(business.SecondaryPetStatuses),
		"configlists.colour_codes":           len(business.Locations) * len(business.ColourCodes),
		"customerspets.customers":            bytes.Count(lines, []byte(`"type":"customer"`)),
		"customerspets.pets":                 bytes.Count(lines, []byte(`"type":"pet"`)),
		"orders.orders":                      bytes.Count(lines, []byte(`"type":"order"`)),
	} {
		if n := count(table); n != want || n == 0 {
			t.Errorf("%d rows in %s, want %d", n, table, want)
		}
	}

	events, welcomes := count("outbox.events"), [2]string{}
	for i := range welcomes {
		if welcomes[i], err = d.load(t.Context(), c, streams{io.Discard, onWrite(func() { t.Error("it loads again") })}); err != nil {
			t.Fatal(err)
		}
	}
	if welcomes[0] != welcomes[1] || strings.Contains(welcomes[0], "$") {
		t.Errorf("the starts welcome with %s and %s", welcomes[0], welcomes[1])
	}
	if n := count("outbox.events"); n != events {
		t.Errorf("more starts recorded %d events", n-events)
	}
}

// A text that the service cleans would be a change at every import.
func TestDemoRecordsAreStoredAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	d, count := emptyDemo(t)
	business, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, location := range business.Locations {
		a, err := d.account(t.Context(), location)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.configure(t.Context(), a.ID, business); err != nil {
			t.Fatal(err)
		}
		records, err := demo.Records(location, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{true, false} {
			before := count("outbox.events")
			_, err := d.importer.Run(t.Context(), jsonl.Job{Account: a.ID, Name: location.Code, Input: bytes.NewReader(records)})
			if after := count("outbox.events"); err != nil || (after > before) != want {
				t.Errorf("import %d of %s: %d events, %v", i+1, location.Code, after-before, err)
			}
		}
	}
}
