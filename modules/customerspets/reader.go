package customerspets

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/patch"
	"github.com/petcare/petcare/platform/text"
)

// reader turns given values into stored ones. It asks for the account's country and time zone only when a value
// depends on them, and once; what goes wrong with that is in err.
type reader struct {
	ctx       context.Context
	account   uuid.UUID
	locations Locations
	phones    Phones
	now       time.Time
	faults    *apperr.FieldErrors
	country   string
	today     clock.Day
	dialled   map[string]func() string // the national forms of the numbers read so far
	err       error
}

func (s *Service) reader(ctx context.Context, account uuid.UUID, faults *apperr.FieldErrors) *reader {
	return &reader{ctx: ctx, account: account, locations: s.locations, phones: s.phones, now: s.env.Clock.Now(),
		faults: faults, dialled: map[string]func() string{}}
}

func setText(f patch.Field[string], to **string) {
	f.ApplyPtr(to)
	*to = text.Optional(*to)
}

// phone reads a number in international form, or in the national form of the account's country.
func (r *reader) phone(field, number string) string {
	country := ""
	if !strings.HasPrefix(number, "+") {
		country = r.home()
	}
	if r.err != nil {
		return ""
	}
	n, ok := r.phones.Read(number, country)
	if !ok {
		r.faults.Add(field, "format", "is not a phone number: give it in international form, or in the national form of the account's country")
		return ""
	}
	r.dialled[n.E164] = n.National
	return n.E164
}

// national is what is dialled inside of the number's country.
func (r *reader) national(e164 string) string {
	if digits, ok := r.dialled[e164]; ok {
		return digits()
	}
	return r.phones.National(e164)
}

func (r *reader) optionalPhone(field string, number *string) *string {
	if number = text.Optional(number); number == nil {
		return nil
	}
	return new(r.phone(field, *number))
}

func (r *reader) home() string {
	if r.country == "" && r.err == nil {
		r.country, r.err = r.locations.Country(r.ctx, r.account)
	}
	return r.country
}

// day is today in the account's time zone.
func (r *reader) day() clock.Day {
	if r.today.IsZero() && r.err == nil {
		zone, err := r.locations.Zone(r.ctx, r.account)
		if err != nil {
			r.err = err
			return r.today
		}
		r.today = clock.DayOf(r.now, zone)
	}
	return r.today
}

// pastDay notes a day that has not come yet.
func (r *reader) pastDay(field string, day *clock.Day) {
	if day != nil && day.After(r.day()) && r.err == nil {
		r.faults.Add(field, "future", "is in the future")
	}
}

// tags counts repeated ones once.
func (r *reader) tags(given []string) []string {
	list := []string{}
	for i, tag := range given {
		if n := text.Len(tag); n < 1 || n > 40 {
			r.faults.Add(fmt.Sprintf("tags[%d]", i), "length", "is not text of 1 to 40 characters")
		}
		if !slices.Contains(list, tag) {
			list = append(list, tag)
		}
	}
	return list
}
