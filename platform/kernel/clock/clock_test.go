package clock_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

func TestTimeIsUTCAtThePrecisionOfTheDatabase(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 14, 10, 0, 0, 123_456_789, time.FixedZone("", 3600))
	want := time.Date(2026, 3, 14, 9, 0, 0, 123_456_000, time.UTC)
	if got := clock.Cut(at); got != want {
		t.Errorf("cut to %s", got)
	}
	if got := clock.Clock(func() time.Time { return at }).Now(); got != want {
		t.Errorf("now %s", got)
	}
	before := time.Now()
	now := clock.System()
	if now.Before(before.Truncate(time.Microsecond)) || now.After(time.Now()) || now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Errorf("the machine's time is %s", now)
	}
}

func TestZonesAreThoseOfTheIANADatabase(t *testing.T) {
	t.Parallel()
	for name, is := range map[string]bool{
		"UTC": true, "Europe/London": true, "Etc/GMT+1": true, "America/Argentina/Buenos_Aires": true, "EST5EDT": true,
		"": false, "Local": false, "localtime": false, "posixrules": false, "Factory": false, "posix/Europe/London": false,
		"right/Europe/London": false, "europe/london": false, "GMT+1": false, "../Europe/London": false,
	} {
		if clock.IsZone(name) != is {
			t.Errorf("%q is a zone: %t", name, !is)
		}
	}
}

func TestDaysAreEqualHoweverTheyWereMade(t *testing.T) {
	t.Parallel()
	want := day(t, "2024-05-06")
	at := time.Date(2024, 5, 6, 23, 59, 59, 1, time.UTC)
	if got := clock.DayOf(at, time.UTC); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	var scanned clock.Day
	if err := scanned.Scan(at); err != nil || scanned != want {
		t.Errorf("%v %v", scanned, err)
	}
	if want.After(want) || want.Before(want) || want.After(want.Add(1)) || want.Before(want.Add(-1)) || want.IsZero() || want.Sub(want.Add(300*366)) != -300*366 {
		t.Error("order")
	}
}

func TestDayTravelsAsText(t *testing.T) {
	t.Parallel()
	var in struct{ On clock.Day }
	if err := json.Unmarshal([]byte(`{"On":"2024-05-06"}`), &in); err != nil || in.On != day(t, "2024-05-06") {
		t.Errorf("%s %v", in.On, err)
	}
	if text, err := json.Marshal(in); err != nil || string(text) != `{"On":"2024-05-06"}` {
		t.Errorf("%s %v", text, err)
	}
	if v, err := in.On.Value(); err != nil || v != "2024-05-06" {
		t.Errorf("%v %v", v, err)
	}
	if v, err := (clock.Day{}).Value(); err != nil || v != nil {
		t.Errorf("no day is kept as %v, %v", v, err)
	}
}

func TestWrongDayIsRefusedWherever(t *testing.T) {
	t.Parallel()
	var d clock.Day
	for _, err := range []error{d.Scan("6 May"), d.Scan([]byte("6 May")), d.UnmarshalText([]byte("6 May"))} {
		if err == nil || !strings.Contains(err.Error(), `"6 May"`) {
			t.Errorf("got %v", err)
		}
	}
	if !d.IsZero() {
		t.Errorf("it became %s", d)
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	if !clock.Sleep(t.Context(), time.Nanosecond) {
		t.Error("a sleep that was not interrupted says that its context has ended")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if clock.Sleep(ended, time.Hour) {
		t.Error("a sleep goes on after its context has ended")
	}
}
