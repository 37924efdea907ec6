package csvfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/text"
)

// value converts cells to the value of a key, or nil if they are empty. It reports what it cannot convert and returns it unchanged.
func (c *converter) value(k jsonl.Key, r *Record, line int32, cells, columns []string) any {
	fault := func(message string) { c.fault(line, r.place(k.Path), message) }
	if means := r.means[k.Path]; means != nil {
		for i, cell := range cells {
			if value, ok := means[text.Fold(cell)]; ok {
				cells[i] = value
			}
		}
	}
	if k.Type == "phones" {
		return phones(cells, columns, fault)
	}
	between := " "
	switch {
	case k.Path == "external_id":
		between = "/"
	case k.Type == "list", k.Type == "numbers":
		between = "\n" // one of listMarks: a column has one entry or more
	}
	joined := strings.Join(slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" }), between)
	if joined == "" {
		return nil
	}
	switch k.Type {
	case "date":
		if day, ok := c.day(joined); ok {
			return day
		}
		fault(c.notADay(joined))
	case "instant":
		at, wrong := c.instant(joined)
		if wrong == "" {
			return at
		}
		fault(wrong)
	case "boolean":
		return truth(joined)
	case "integer", "number":
		return c.number(joined, fault)
	case "list":
		return split(joined, listMarks)
	case "numbers":
		var list []any
		for _, part := range split(joined, listMarks) {
			list = append(list, c.number(part, fault))
		}
		return list
	case "decimal":
		return c.decimal(joined, fault)
	}
	return joined
}

var (
	clockForm = regexp.MustCompile(`^(.*?)[ T,]+(\d{1,2}:\d\d(?::\d\d)?)(?:[\s\x{a0}\x{202f}]?([AaPp])\.?[Mm]\.?)?$`)
	listMarks = regexp.MustCompile(`\s*[,;|\n]\s*|\s+/\s*|/\s+|^/|/$`) // not 24/7
	dayMarks  = strings.NewReplacer("/", "-", ".", "-", " ", "-")
)

// day parses a day, only in the format that the map names.
func (c *converter) day(s string) (string, bool) {
	form := map[Dates]string{ISO: time.DateOnly, DMY: "2-1-2006", MDY: "1-2-2006"}[c.m.Dates]
	if c.m.Dates != ISO {
		s = dayMarks.Replace(s)
	}
	at, err := time.Parse(form, s)
	return at.Format(time.DateOnly), err == nil
}

// instant parses a day with an optional time in the zone of the account, or an instant with its own zone. It says what is wrong with
// others.
func (c *converter) instant(s string) (at, wrong string) {
	if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return at.Format(time.RFC3339Nano), ""
	}
	part := clockForm.FindStringSubmatch(s)
	if part == nil {
		written, ok := c.day(s)
		if day, err := clock.ParseDay(written); ok && err == nil {
			return day.Start(c.zone).Format(time.RFC3339), ""
		}
		return "", c.notATime(s)
	}
	day, ok := c.day(part[1])
	written := day + " " + part[2]
	if part[3] != "" {
		written += strings.ToUpper(part[3]) + "M"
	}
	for _, form := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02 3:04PM", "2006-01-02 3:04:05PM"} {
		local, err := time.ParseInLocation(form, written, c.zone)
		if !ok || err != nil {
			continue
		}
		if wall, _ := time.Parse(form, written); c.readings(wall) != 1 {
			return "", "is " + quoted(s) + ", a time that clocks in " + c.zone.String() + " do not show or show twice, because they are changed: " +
				"give it with its offset, such as " + wall.Format("2006-01-02T15:04:05") + local.Format("Z07:00")
		}
		return local.UTC().Format(time.RFC3339), ""
	}
	return "", c.notATime(s)
}

// readings counts the instants at which clocks in the zone of the account show a time, which is given as if it were UTC. Clocks that
// are put forward leave out some times, and clocks that are put back show some twice.
func (c *converter) readings(wall time.Time) int {
	offsetAt := func(at time.Time) time.Duration {
		_, seconds := at.In(c.zone).Zone()
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

func truth(s string) any {
	switch text.Fold(s) {
	case "yes", "y", "true", "t", "1", "x", "ja", "oui", "si":
		return true
	case "no", "n", "false", "f", "0", "nein", "non":
		return false
	}
	return s
}

func split(s string, at *regexp.Regexp) []string {
	return slices.DeleteFunc(at.Split(s, -1), func(part string) bool { return strings.TrimSpace(part) == "" })
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(schema.Cut(s, 60), "\n", " ") + `"`
}
