package healthrecords

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
)

// Status is how a record stands on a day.
type Status string

// The statuses. A record is valid to the end of the day on which it expires.
const (
	Valid    Status = "valid"
	Expiring Status = "expiring" // valid, but for no longer than the account's warning days
	Expired  Status = "expired"
)

// Standing is how a record stands today.
type Standing struct {
	Status          Status `json:"status" gorm:"-" enum:"valid,expiring,expired" doc:"How it stands today in the account's time zone"`
	DaysUntilExpiry int    `json:"days_until_expiry" gorm:"-" minimum:"-1000000" maximum:"4000000" example:"30"`
}

// Docs describes the keys whose texts are too long for a tag.
func (Standing) Docs() map[string]string {
	return map[string]string{"days_until_expiry": "Days from today to expires_on; negative once it has expired"}
}

// Calendar is how an account counts days.
type Calendar struct {
	Zone        *time.Location
	WarningDays int
}

// Today is the current day of an account.
type Today struct {
	Day         clock.Day
	WarningDays int
}

func (s *Service) today(ctx context.Context, account uuid.UUID) (Today, error) {
	c, err := s.locations.Calendar(ctx, account)
	if err != nil {
		return Today{}, fmt.Errorf("find out what day it is in account %s: %w", account, err)
	}
	return Today{clock.DayOf(s.env.Clock.Now(), c.Zone), c.WarningDays}, nil
}

// standing says how what expires on a day stands.
func (t Today) standing(expiresOn clock.Day) Standing {
	left := expiresOn.Sub(t.Day)
	switch {
	case left < 0:
		return Standing{Expired, left}
	case left <= t.WarningDays:
		return Standing{Expiring, left}
	default:
		return Standing{Valid, left}
	}
}

// vaccinations completes vaccinations.
func (t Today) vaccinations(_ context.Context, _ uuid.UUID, list []*Vaccination) error {
	for _, v := range list {
		v.Standing = t.standing(v.ExpiresOn)
	}
	return nil
}

// preventives completes preventives.
func (t Today) preventives(_ context.Context, _ uuid.UUID, list []*Preventive) error {
	for _, p := range list {
		p.Standing = t.standing(p.ExpiresOn)
	}
	return nil
}

// Span is a range of days; a zero Day is no bound.
type Span struct{ First, Last clock.Day }

// span is when something expires that has the status now.
func (t Today) span(s Status) Span {
	switch s {
	case Expired:
		return Span{Last: t.Day.Add(-1)}
	case Expiring:
		return Span{t.Day, t.Day.Add(t.WarningDays)}
	case Valid:
		return Span{First: t.Day.Add(t.WarningDays + 1)}
	default:
		return Span{}
	}
}

// spans are when something expires that has one of the statuses. Those of statuses that follow each other are one, so that an index can
// be read from its first day to its last.
func (t Today) spans(of []Status) (spans []Span) {
	follows := false
	for _, status := range []Status{Expired, Expiring, Valid} {
		has := slices.Contains(of, status)
		switch span := t.span(status); {
		case has && follows:
			spans[len(spans)-1].Last = span.Last
		case has:
			spans = append(spans, span)
		}
		follows = has
	}
	return spans
}

// firstDay keeps out typing errors, and years that a calendar in a database cannot hold.
const firstDay = "1900-01-01"

func isTooEarly(d clock.Day) bool { return d.String() < firstDay }

// checkDays notes what is wrong with the days of a record.
func (t Today) checkDays(expiresOn clock.Day, administeredOn *clock.Day, errs *apperr.FieldErrors) {
	if administeredOn != nil && administeredOn.After(t.Day) {
		errs.Add("administered_on", "future", "is in the future")
		administeredOn = nil
	}
	checkDays(&expiresOn, administeredOn, errs)
}

// checkDays notes what is wrong with days whatever day it is; one that is not known is nil.
func checkDays(expiresOn, administeredOn *clock.Day, errs *apperr.FieldErrors) {
	if expiresOn != nil && isTooEarly(*expiresOn) {
		errs.Add("expires_on", "range", "is before "+firstDay)
	}
	switch {
	case administeredOn == nil:
	case isTooEarly(*administeredOn):
		errs.Add("administered_on", "range", "is before "+firstDay)
	case expiresOn != nil && administeredOn.After(*expiresOn):
		errs.Add("administered_on", "order", "is after expires_on")
	}
}
