package csvfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/kernel/clock"
)

var (
	// isoForm and monthForms are of days that have one reading, whatever the map says of days.
	isoForm    = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	monthForms = []*regexp.Regexp{
		regexp.MustCompile(`^(?P<d>\d{1,2})(?:st|nd|rd|th)?[\s.-]+(?P<m>[A-Za-z]{3,9})\.?[\s,-]+(?P<y>\d{4})$`),
		regexp.MustCompile(`^(?P<m>[A-Za-z]{3,9})\.?[\s-]+(?P<d>\d{1,2})(?:st|nd|rd|th)?[\s,-]+(?P<y>\d{4})$`),
	}
	weekday  = regexp.MustCompile(`(?i)^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+`)
	midnight = regexp.MustCompile(`(?i)[ T,]+(?:0?0:00(?::00(?:\.0+)?)?(?:\s*Z)?|12:00(?::00)?\s?AM)$`)
	dayMarks = strings.NewReplacer("/", "-", ".", "-", " ", "-")

	// timeForm is a day, a time of day, AM or PM, and a zone.
	timeForm = regexp.MustCompile(`^(.*?\d)[ T,]+(\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)(?:[\s\x{a0}\x{202f}]?([AaPp])\.?[Mm]\.?)?` +
		`(?:\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$`)
)

// day parses a day. The map decides those that have two readings.
func (c *converter) day(s string) (string, bool) {
	s = weekday.ReplaceAllString(midnight.ReplaceAllString(s, ""), "")
	written, form := dayMarks.Replace(s), map[Dates]string{ISO: "2006-1-2", DMY: "2-1-2006", MDY: "1-2-2006"}[c.m.Dates]
	if isoForm.MatchString(s) {
		form = "2006-1-2"
	}
	for _, named := range monthForms {
		if part := named.FindStringSubmatch(s); part != nil {
			month := part[named.SubexpIndex("m")]
			written = part[named.SubexpIndex("d")] + "-" + month[:3] + "-" + part[named.SubexpIndex("y")]
			if form = "2-Jan-2006"; !isMonth(month) {
				return "", false
			}
		}
	}
	at, err := time.Parse(form, written)
	return at.Format(time.DateOnly), err == nil
}

// isMonth reports whether s is the English name of a month, or begins one.
func isMonth(s string) bool {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), strings.ToLower(s)) || strings.EqualFold(s, "sept") {
			return true
		}
	}
	return false
}

// instant parses an instant with its own zone, or a day with an optional time in the zone of the account. It says what is wrong with
// others.
func (c *converter) instant(s string) (at, wrong string) {
	if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return at.Format(time.RFC3339Nano), ""
	}
	part := timeForm.FindStringSubmatch(s)
	if part == nil {
		written, ok := c.day(s)
		if day, err := clock.ParseDay(written); ok && err == nil {
			return day.Start(c.options.Zone).Format(time.RFC3339), ""
		}
		return "", c.notATime(s)
	}
	day, ok := c.day(part[1])
	written := day + " " + part[2]
	forms := []string{"2006-01-02 15:04", "2006-01-02 15:04:05"} // time.Parse takes fractions behind seconds
	if part[3] != "" {
		written += strings.ToUpper(part[3]) + "M"
		forms = []string{"2006-01-02 3:04PM", "2006-01-02 3:04:05PM"}
	}
	zone := c.options.Zone
	if part[4] != "" {
		zone = offset(part[4])
	}
	for _, form := range forms {
		local, err := time.ParseInLocation(form, written, zone)
		if !ok || err != nil {
			continue
		}
		if wall, _ := time.Parse(form, written); part[4] == "" && c.readings(wall) != 1 {
			return "", "is " + quoted(s) + ", a time that clocks in " + zone.String() + " do not show or show twice, because they are changed: " +
				"give it with its offset, such as " + wall.Format("2006-01-02T15:04:05") + local.Format("Z07:00")
		}
		return local.UTC().Format(time.RFC3339Nano), ""
	}
	return "", c.notATime(s)
}

// offset returns the zone of Z, UTC, GMT, +00, -0400 or -04:00.
func offset(s string) *time.Location {
	for _, form := range []string{"-07", "-0700", "-07:00"} {
		if at, err := time.Parse(form, s); err == nil {
			return at.Location()
		}
	}
	return time.UTC
}

// readings counts the instants at which clocks in the zone of the account show a time, which is given as if it were UTC. Clocks that
// are put forward leave out some times, and clocks that are put back show some twice.
func (c *converter) readings(wall time.Time) int {
	offsetAt := func(at time.Time) time.Duration {
		_, seconds := at.In(c.options.Zone).Zone()
		return time.Duration(seconds) * time.Second
	}
	before, after := offsetAt(wall.AddDate(0, 0, -1)), offsetAt(wall.AddDate(0, 0, 1))
	n := 0
	for _, offset := range slices.Compact([]time.Duration{before, after}) {
		if offsetAt(wall.Add(-offset)) == offset {
			n++
		}
	}
	return n
}

func (c *converter) notADay(s string) string {
	return fmt.Sprintf("is %s, not a day such as %s (dates: %s)", quoted(s), c.m.Dates.example(), c.m.Dates)
}

func (c *converter) notATime(s string) string {
	return fmt.Sprintf("is %s, not a day, or a time such as %s 15:30 (dates: %s)", quoted(s), c.m.Dates.example(), c.m.Dates)
}

// example returns a day in the format.
func (d Dates) example() string {
	return map[Dates]string{ISO: "2020-12-31", DMY: "31/12/2020", MDY: "12/31/2020"}[d]
}
