// Package clock is the time of the service: UTC, cut to the microseconds that the database keeps.
package clock

import (
	"context"
	"time"
)

// Clock tells the time; tests set their own.
type Clock func() time.Time

// System is the clock of the machine.
func System() time.Time { return Cut(time.Now()) }

// Cut is t in UTC at the precision of the database, so that what was written compares equal to what is read.
func Cut(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// Now is the time of c.
func (c Clock) Now() time.Time { return Cut(c()) }

// Sleep waits for d, or until ctx ends, and reports whether ctx goes on.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// IsZone reports whether name is a time zone of the IANA database. The names of other files that machines keep with them, such as
// localtime and posix/Europe/London, begin with a small letter; Factory is the zone of a machine that was not set.
func IsZone(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' || name == "Local" || name == "Factory" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
