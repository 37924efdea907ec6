package clock

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Day is a calendar day without a time of day or a zone, YYYY-MM-DD. The zero Day is no day.
type Day struct{ t time.Time }

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || !t.After(time.Time{}) { // PostgreSQL has no year 0, and the zero time is no day
		return Day{}, fmt.Errorf("%q is not a day of the form YYYY-MM-DD", s)
	}
	return Day{t}, nil
}

// DayOf is the day that it is at t in zone.
func DayOf(t time.Time, zone *time.Location) Day {
	y, m, d := t.In(zone).Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// String is YYYY-MM-DD.
func (d Day) String() string { return d.t.Format(time.DateOnly) }

// IsZero reports whether d is no day.
func (d Day) IsZero() bool { return d.t.IsZero() }

// After reports whether d comes after e.
func (d Day) After(e Day) bool { return d.t.After(e.t) }

// Before reports whether d comes before e.
func (d Day) Before(e Day) bool { return d.t.Before(e.t) }

// Sub is the number of days from e to d. It counts seconds, because a time.Duration overflows after 292 years.
func (d Day) Sub(e Day) int { return int((d.t.Unix() - e.t.Unix()) / (24 * 60 * 60)) }

// Add is n days later.
func (d Day) Add(n int) Day { return Day{d.t.AddDate(0, 0, n)} }

// AddMonths is the same day n months later, or the last day of that month where it has no such day.
func (d Day) AddMonths(n int) Day {
	first := time.Date(d.t.Year(), d.t.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1)
	return Day{first.AddDate(0, 0, min(d.t.Day(), last.Day())-1)}
}

// MarshalText implements encoding.TextMarshaler.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Day) UnmarshalText(text []byte) error {
	parsed, err := ParseDay(string(text))
	*d = parsed
	return err
}

// Value implements driver.Valuer: a date column.
func (d Day) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan implements sql.Scanner.
func (d *Day) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = Day{}
		return nil
	case time.Time:
		*d = DayOf(v, time.UTC)
		return nil
	case string:
		return d.UnmarshalText([]byte(v))
	case []byte:
		return d.UnmarshalText(v)
	default:
		return fmt.Errorf("read a day from %T", src)
	}
}
