package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	texts "github.com/petcare/petcare/platform/kernel/text"
)

// Values of generated records, both as a line contains them and as the API returns them.

// made is a generated record.
type made struct {
	kind, id string
	line     map[string]any
	shown    map[string]any // keys and values as the API returns them; references are external ids or names
}

// draw generates the values of a business.
type draw struct{ rt *rapid.T }

func (d draw) chance(label string) bool { return rapid.Bool().Draw(d.rt, label) }

func (d draw) number(label string, least, most int) int {
	return rapid.IntRange(least, most).Draw(d.rt, label)
}

func pick[T any](d draw, label string, from ...T) T { return rapid.SampledFrom(from).Draw(d.rt, label) }

// some returns distinct elements of a list in random order.
func some[T any](d draw, label string, from []T, most int) []T {
	if len(from) == 0 {
		return []T{}
	}
	order := rapid.Permutation(from).Draw(d.rt, label)
	return order[:d.number(label+" count", 0, min(most, len(from)))]
}

// oddTexts are texts that careless programs mishandle.
var oddTexts = []string{
	"e\u0301", "é", "Ångström", "A\u030angstro\u0308m", "مرحبا", "שָׁלוֹם", "🐕‍🦺", "👩🏽‍⚕️", `"`, `\`, `\u0041`, `</script>&amp;`, "a\u2028b", "\u0001", "\u00a0x\u00a0",
	"null", "0", "-", "{}", "[]", "'; drop table pets; --", "%s%d", "$1", "\ufeff", "\U0010ffff", "ﬁ", "İ", "ß", "  two  spaces  ", "\tcat\n", "日本語", "\\N",
}

// words returns text of up to most characters that is not empty after normalisation.
func (d draw) words(label string, most int) string {
	s := rapid.OneOf(
		rapid.SampledFrom(oddTexts),
		rapid.StringN(1, 12, -1),
		rapid.Custom(func(t *rapid.T) string { // of the maximum length
			return strings.Repeat(rapid.SampledFrom([]string{"a", "é", "犬", "🐕"}).Draw(t, "rune"), most)
		}),
	).Draw(d.rt, label)
	s = strings.ReplaceAll(s, "\x00", "0")
	if n := texts.Len(texts.Clean(s)); n == 0 || n > most {
		return "x"
	}
	return s
}

// name returns words after a number, which makes them unique.
func (d draw) name(label string, n, most int) string {
	return strconv.Itoa(n) + " " + d.words(label, most-8)
}

// text sets a key with optional text: missing, null, blank or not empty.
func (d draw) text(m *made, key string, most int) {
	m.shown[key] = nil
	switch d.number(key+" given", 0, 5) {
	case 0:
		m.line[key] = nil
	case 1:
		m.line[key] = pick(d, key+" blank", "", " ", "\n\t")
	case 2, 3:
		s := d.words(key, most)
		m.line[key], m.shown[key] = s, texts.Clean(s)
	}
}

func (d draw) texts(m *made, most int, keys ...string) {
	for _, key := range keys {
		d.text(m, key, most)
	}
}

func (m *made) set(key string, line, shown any) { m.line[key], m.shown[key] = line, shown }

func (d draw) required(m *made, key string, most int) {
	s := d.words(key, most)
	m.set(key, s, texts.Clean(s))
}

// optional sets a key that is missing, null or one of the values.
func optional[T any](d draw, m *made, key string, otherwise any, values ...T) {
	m.shown[key] = otherwise
	switch d.number(key+" given", 0, 3) {
	case 0:
		m.line[key] = nil
	case 1, 2:
		v := pick(d, key, values...)
		m.set(key, v, v)
	}
}

func (d draw) flag(m *made, key string, otherwise bool) { optional(d, m, key, otherwise, true, false) }

// subset sets a key to distinct words of a closed list.
func (d draw) subset(m *made, key string, of ...string) {
	m.shown[key] = []string{}
	if d.chance(key + " given") {
		list := some(d, key, of, len(of))
		m.set(key, list, list)
	}
}

// refer sets a list of records by external id, which the API returns with another key.
func (d draw) refer(m *made, key, shown string, to []string, most int) {
	m.shown[shown] = []string{}
	if d.chance(key + " given") {
		list := some(d, key, to, most)
		m.line[key], m.shown[shown] = list, cleanAll(list)
	}
}

func cleanAll(list []string) []string {
	clean := make([]string, len(list))
	for i, s := range list {
		clean[i] = texts.Clean(s)
	}
	return clean
}

func (d draw) day(label string, from, to string) string {
	first, _ := time.Parse(time.DateOnly, from)
	last, _ := time.Parse(time.DateOnly, to)
	return first.AddDate(0, 0, d.number(label, 0, int(last.Sub(first).Hours()/24))).Format(time.DateOnly)
}

// instant returns a time as a line contains it, in any zone, and as the API returns it.
func (d draw) instant(label string, after time.Time) (at time.Time, line string, shown string) {
	at = after.Add(time.Duration(d.number(label, 0, 1_000_000)) * time.Second).Add(time.Duration(pick(d, label+" part", 0, 1, 999_999, 500_000)) * time.Microsecond)
	zone := time.FixedZone("", pick(d, label+" zone", 0, 3600, -12*3600, 14*3600, 5*3600+45*60))
	return at, at.In(zone).Format(time.RFC3339Nano), at.UTC().Format(time.RFC3339Nano)
}

func pounds(amount int) map[string]any { return map[string]any{"amount": amount, "currency": "GBP"} }

// maxAmount is the largest integer that every JSON parser represents exactly.
const maxAmount = 1<<53 - 1

func (d draw) price(label string) map[string]any {
	return pounds(rapid.OneOf(rapid.SampledFrom([]int{0, 1, maxAmount}), rapid.IntRange(0, 1_000_000)).Draw(d.rt, label))
}

// encode returns a line, randomly with escapes and white space that have no effect.
func (d draw) encode(m made) string {
	line := map[string]any{"type": m.kind, "external_id": m.id}
	maps.Copy(line, m.line)
	var out []byte
	var err error
	if d.chance("spread") {
		out, err = json.MarshalIndent(line, "", "")
		out = []byte(strings.ReplaceAll(string(out), "\n", " \t"))
	} else {
		out, err = json.Marshal(line)
	}
	if err != nil {
		d.rt.Fatal(err)
	}
	if d.chance("escape") {
		return escaped(string(out))
	}
	return string(out)
}

// escaped returns JSON in ASCII only.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u%04X\u%04X`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	return b.String()
}
