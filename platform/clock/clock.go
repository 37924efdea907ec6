// Package clock is the time of the service: UTC, cut to the microseconds that the database keeps.
package clock

import "time"

// Clock tells the time; tests set their own.
type Clock func() time.Time

// System is the clock of the machine.
func System() time.Time { return Cut(time.Now()) }

// Cut is t in UTC at the precision of the database, so that what was written compares equal to what is read.
func Cut(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Now is the time of c.
func (c Clock) Now() time.Time { return Cut(c()) }

// IsZone reports whether name is a time zone of the IANA database.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local"
}
