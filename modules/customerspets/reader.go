package customerspets

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/text"
)

// reader turns given values into stored ones and adds faults for those that are wrong. It reads the account's country and time zone at
// most once, when a value depends on them. If that fails, the error is in err, and the values and faults mean nothing.
type reader struct {
	phones  Phones
	faults  *apperr.FieldErrors
	home    func() string            // the account's country; nil in a reader without the account
	today   func() clock.Day         // in the account's time zone
	dialled map[string]func() string // the national forms of the numbers read so far
	err     error
}

func (s *Service) reader(ctx context.Context, account uuid.UUID, faults *apperr.FieldErrors) *reader {
	r := s.readerOfShape(faults)
	r.home = onFirstUse(r, func() (string, error) { return s.locations.Country(ctx, account) })
	now := s.env.Clock.Now()
	r.today = onFirstUse(r, func() (clock.Day, error) {
		zone, err := s.locations.Zone(ctx, account)
		if err != nil {
			return clock.Day{}, err
		}
		return clock.DayOf(now, zone), nil
	})
	return r
}

// readerOfShape reads what does not depend on the account. A number that may be one in national form has no fault.
func (s *Service) readerOfShape(faults *apperr.FieldErrors) *reader {
	return &reader{phones: s.phones, faults: faults, dialled: map[string]func() string{}}
}

func onFirstUse[T any](r *reader, read func() (T, error)) func() T {
	return sync.OnceValue(func() T {
		value, err := read()
		r.err = cmp.Or(r.err, err)
		return value
	})
}

// phone reads a number in international form, or in the national form of the account's country. Without digits, it is in neither.
func (r *reader) phone(field, number string) string {
	country := ""
	if !strings.HasPrefix(number, "+") && strings.ContainsFunc(number, unicode.IsDigit) {
		if r.home == nil {
			return ""
		}
		country = r.home()
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

// pastDay notes a new day that has not come yet. One that the pet had may be in the future, where the time zone of the account has changed.
func (r *reader) pastDay(field string, before, day *clock.Day) {
	if day != nil && (before == nil || *before != *day) && day.After(r.today()) {
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
