package clock

import (
	"errors"
	"time"
)

// Moment is a bound of a list: an instant, or a calendar day in the time zone of the account. The zero Moment is no bound.
type Moment struct {
	At  time.Time
	Day Day
}

// Period is what lies between two moments, both included.
type Period struct{ From, To Moment }

// IsZero reports whether m is no bound.
func (m Moment) IsZero() bool { return m.At.IsZero() && m.Day.IsZero() }

// IsZero reports whether p has no bound.
func (p Period) IsZero() bool { return p.From.IsZero() && p.To.IsZero() }

// Days reports whether a bound is a day, which means something only in a time zone.
func (p Period) Days() bool { return !p.From.Day.IsZero() || !p.To.Day.IsZero() }

// In returns the period with instants in place of days: From becomes the first microsecond of its day in zone, To the last.
func (p Period) In(zone *time.Location) Period {
	if !p.From.Day.IsZero() {
		p.From = Moment{At: p.From.Day.Start(zone)}
	}
	if !p.To.Day.IsZero() {
		p.To = Moment{At: p.To.Day.Add(1).Start(zone).Add(-time.Microsecond)}
	}
	return p
}

// Start is the first instant of the day in zone: midnight, or what the clock shows first where it skips midnight.
func (d Day) Start(zone *time.Location) time.Time {
	y, month, day := d.t.Date()
	start := time.Date(y, month, day, 0, 0, 0, 0, zone)
	from, until := start.ZoneBounds()
	if DayOf(start, zone).Before(d) {
		return until.UTC() // midnight is skipped
	}
	if last := from.Add(-1); !from.IsZero() && DayOf(last, zone) == d { // the clock shows midnight twice
		_, offset := last.In(zone).Zone()
		start = time.Date(y, month, day, 0, 0, 0, 0, time.FixedZone("", offset))
	}
	return start.UTC()
}

// UnmarshalText reads an instant as RFC 3339, or a day as YYYY-MM-DD.
func (m *Moment) UnmarshalText(text []byte) error {
	if day, err := ParseDay(string(text)); err == nil {
		*m = Moment{Day: day}
		return nil
	}
	at, err := time.Parse(time.RFC3339, string(text))
	if err != nil {
		return errors.New("is neither an instant nor a day")
	}
	*m = Moment{At: at.UTC()}
	return nil
}
