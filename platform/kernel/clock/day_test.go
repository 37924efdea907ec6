package clock_test

import (
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

func day(t *testing.T, s string) clock.Day {
	t.Helper()
	d, err := clock.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDayDependsOnTheZone(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 2, 28, 11, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{"Pacific/Auckland": "2024-02-29", "Pacific/Honolulu": "2024-02-28", "UTC": "2024-02-28"} {
		l, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := clock.DayOf(at, l).String(); got != want {
			t.Errorf("%s: %s, want %s", zone, got, want)
		}
	}
}

func TestDaysAreCountedOverLeapDaysAndClockChanges(t *testing.T) {
	t.Parallel()
	if n := day(t, "2024-03-01").Sub(day(t, "2024-02-28")); n != 2 {
		t.Errorf("leap day: %d", n)
	}
	if n := day(t, "2026-04-01").Sub(day(t, "2026-03-01")); n != 31 {
		t.Errorf("summer time: %d", n)
	}
	if got := day(t, "2023-02-28").Add(1).String(); got != "2023-03-01" {
		t.Errorf("next day: %s", got)
	}
	if !day(t, "2024-01-02").After(day(t, "2024-01-01")) || !day(t, "2024-01-01").Before(day(t, "2024-01-02")) {
		t.Error("order")
	}
}

func TestDayIsReadStrictly(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "2023-02-29", "2023-2-1", "2023-02-01T00:00:00Z", "20230201", "0000-01-01", "0001-01-01"} {
		if _, err := clock.ParseDay(bad); err == nil {
			t.Errorf("%q is taken for a day", bad)
		}
	}
	var d clock.Day
	for _, src := range []any{time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC), "2024-05-06", []byte("2024-05-06")} {
		if err := d.Scan(src); err != nil || d.String() != "2024-05-06" {
			t.Errorf("scan %T: %s %v", src, d, err)
		}
	}
	if err := d.Scan(nil); err != nil || !d.IsZero() {
		t.Errorf("null: %v %v", d, err)
	}
	if err := d.Scan(5); err == nil {
		t.Error("a number is taken for a day")
	}
}
