package csvfile

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/text"
)

// value converts cells to the value of a key, or nil if they are empty. It reports what it cannot convert and returns it unchanged.
func (c *converter) value(k jsonl.Key, r *Record, line int32, cells, columns []string) any {
	for i := range cells {
		cells[i] = meaning(r.Values[k.Path], cells[i])
	}
	if k.Type == "phones" {
		return phones(cells, columns)
	}
	joined := strings.Join(slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" }),
		map[bool]string{true: "/", false: " "}[k.Path == "external_id"])
	if joined == "" {
		return nil
	}
	switch k.Type {
	case "date":
		if day, ok := c.day(joined); ok {
			return day
		}
		c.fault(line, r.place(k.Path), c.notADay(joined))
	case "instant":
		if at, ok := c.instant(joined); ok {
			return at
		}
		c.fault(line, r.place(k.Path), c.notADay(joined))
	case "boolean":
		return truth(joined)
	case "integer", "number":
		return number(joined)
	case "list":
		return split(joined, listMarks)
	case "numbers":
		var list []any
		for _, part := range split(joined, listMarks) {
			list = append(list, number(part))
		}
		return list
	default:
		if k.Path == "weight.value" {
			joined = decimal(joined)
		}
	}
	return joined
}

// meaning returns the value that the map assigns to a cell, ignoring case.
func meaning(values map[string]string, cell string) string {
	for said, means := range values {
		if text.Fold(said) == text.Fold(cell) {
			return means
		}
	}
	return cell
}

var (
	dayForm   = regexp.MustCompile(`^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$`)
	isoForm   = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	clockForm = regexp.MustCompile(`^(.*?)[ T,]+(\d{1,2}:\d\d(?::\d\d)?)$`)
	comma     = regexp.MustCompile(`^\d+,\d+$`)
	listMarks = regexp.MustCompile(`\s*[,;|/\n]\s*`)
	beside    = regexp.MustCompile(`^[\p{L}\s.:]+|[\s(]*\p{L}[\p{L}\s.)]*$`) // words, as in "Home: 020 7946 0100" or "07700 900123 (m)"
	phoneMark = regexp.MustCompile(`(?i)\s*[,;|\n]\s*|\s+or\s+|\s+/\s+`)
)

// day parses a day, only in the format that the map names.
func (c *converter) day(s string) (string, bool) {
	if c.m.Dates == ISO {
		_, err := time.Parse(time.DateOnly, s)
		return s, err == nil && isoForm.MatchString(s)
	}
	part := dayForm.FindStringSubmatch(s)
	if part == nil {
		return "", false
	}
	day, month := part[1], part[2]
	if c.m.Dates == MDY {
		day, month = month, day
	}
	at, err := time.Parse("2-1-2006", day+"-"+month+"-"+part[3])
	return at.Format(time.DateOnly), err == nil
}

// instant parses a day with an optional time in the zone of the account, or an instant with its own zone.
func (c *converter) instant(s string) (string, bool) {
	if at, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return at.Format(time.RFC3339Nano), true
	}
	clockTime := "0:00"
	if part := clockForm.FindStringSubmatch(s); part != nil {
		s, clockTime = part[1], part[2]
	}
	day, ok := c.day(s)
	if !ok {
		return "", false
	}
	for _, form := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05"} {
		if at, err := time.ParseInLocation(form, day+" "+clockTime, c.zone); err == nil {
			return at.UTC().Format(time.RFC3339), true
		}
	}
	return "", false
}

func (c *converter) notADay(s string) string {
	form := map[Dates]string{ISO: "2020-12-31 (dates: iso)", DMY: "31/12/2020 (dates: dmy)", MDY: "12/31/2020 (dates: mdy)"}[c.m.Dates]
	return "is " + quoted(s) + ", not a day such as " + form
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

func number(s string) any {
	if n := decimal(s); json.Valid([]byte(n)) && strings.Trim(n, "0123456789.-") == "" {
		return json.Number(n)
	}
	return s
}

// decimal replaces a decimal comma with a point.
func decimal(s string) string {
	if comma.MatchString(s) {
		return strings.Replace(s, ",", ".", 1)
	}
	return s
}

func split(s string, at *regexp.Regexp) []string {
	return slices.DeleteFunc(at.Split(s, -1), func(part string) bool { return strings.TrimSpace(part) == "" })
}

// phones returns the numbers in cells, each of which may contain several. The type of a number comes from a word beside it or from
// the name of the column.
func phones(cells, columns []string) any {
	var list []any
	for i, cell := range cells {
		column := ""
		if i < len(columns) {
			column = columns[i]
		}
		for _, part := range split(cell, phoneMark) {
			phone := map[string]any{"number": beside.ReplaceAllString(part, "")}
			if kind := cmp.Or(phoneKind(part), phoneKind(column)); kind != "" {
				phone["type"] = kind
			}
			list = append(list, phone)
		}
	}
	if list == nil {
		return nil
	}
	return list
}

func phoneKind(s string) string {
	s = text.Fold(s)
	for _, of := range [][2]string{{"mobil", "mobile"}, {"cell", "mobile"}, {"(m)", "mobile"}, {"home", "home"}, {"(h)", "home"},
		{"work", "work"}, {"(w)", "work"}, {"office", "work"}} {
		if strings.Contains(s, of[0]) {
			return of[1]
		}
	}
	return ""
}

func quoted(s string) string {
	if len([]rune(s)) > 60 {
		s = string([]rune(s)[:60]) + "…"
	}
	return `"` + strings.ReplaceAll(s, "\n", " ") + `"`
}
