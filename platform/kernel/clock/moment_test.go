package clock_test

import (
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

func TestDayBeginsWhereTheClockShowsItFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, want string }{
		{"UTC", "2026-03-29", "2026-03-29T00:00:00Z"},
		{"Europe/London", "2026-03-29", "2026-03-29T00:00:00Z"},
		{"Europe/London", "2026-03-30", "2026-03-29T23:00:00Z"},
		{"Europe/London", "2026-10-26", "2026-10-26T00:00:00Z"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"}, // midnight is skipped
		{"Africa/Cairo", "2014-09-26", "2014-09-25T22:00:00Z"},      // midnight is shown twice the day before
		{"America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"},    // midnight is shown twice
		{"Atlantic/Azores", "2025-10-26", "2025-10-26T00:00:00Z"},
		{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"}, // the day before was left out
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		got := day(t, c.day).Start(zone)
		if got.Format(time.RFC3339) != c.want {
			t.Errorf("%s begins in %s at %s, want %s", c.day, c.zone, got, c.want)
		}
		if first, before := clock.DayOf(got, zone), clock.DayOf(got.Add(-1), zone); first != day(t, c.day) || !before.Before(first) {
			t.Errorf("%s in %s: it is %s, and before that %s", c.day, c.zone, first, before)
		}
	}
}

func TestPeriodHoldsBothOfItsDays(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	p := clock.Period{From: clock.Moment{Day: day(t, "2026-06-01")}, To: clock.Moment{Day: day(t, "2026-06-01")}}
	got := p.In(zone)
	if got.From.At.Format(time.RFC3339Nano) != "2026-05-31T23:00:00Z" || got.To.At.Format(time.RFC3339Nano) != "2026-06-01T22:59:59.999999Z" || got.Days() {
		t.Errorf("%+v", got)
	}
	at := clock.Period{To: clock.Moment{At: time.Unix(1, 0)}}
	if at.In(zone) != at || at.Days() || at.IsZero() || !(clock.Period{}).IsZero() {
		t.Errorf("%+v", at)
	}
}

func TestMomentIsAnInstantOrADay(t *testing.T) {
	t.Parallel()
	var m clock.Moment
	if err := m.UnmarshalText([]byte("2026-06-01")); err != nil || m.Day != day(t, "2026-06-01") || !m.At.IsZero() {
		t.Errorf("%+v %v", m, err)
	}
	if err := m.UnmarshalText([]byte("2026-06-01T10:00:00+01:00")); err != nil || m.At.Format(time.RFC3339) != "2026-06-01T09:00:00Z" || !m.Day.IsZero() {
		t.Errorf("%+v %v", m, err)
	}
	if err := m.UnmarshalText([]byte("today")); err == nil {
		t.Error("a word is a moment")
	}
}
