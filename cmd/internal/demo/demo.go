// Package demo is an invented pet-care business, so that a new installation has something to show. README.md says how
// its data is written and changed.
package demo

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"

	"github.com/petcare/petcare/modules/accounts"
)

//go:embed business.json *.jsonl.gz
var files embed.FS

// FirstCustomer is the external id of the first customer of every location; that of the first location can log in.
const FirstCustomer = "C-0001"

// Business is what has to be there before the records: the accounts.
type Business struct {
	Locations []accounts.AccountCreate
}

// Read reads the business.
func Read() (Business, error) {
	var b Business
	text, err := files.ReadFile("business.json")
	if err != nil {
		return b, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil {
		return b, fmt.Errorf("read business.json: %w", err)
	}
	return b, nil
}

// Records are the records of a location as JSON Lines for the import, with times as seen from the day that now is there.
func Records(location accounts.AccountCreate, now time.Time) ([]byte, error) {
	zone, err := time.LoadLocation(location.Timezone)
	if err != nil {
		return nil, err
	}
	packed, err := files.ReadFile(location.Code + ".jsonl.gz")
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	lines, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	return resolve(lines, now.In(zone)), nil
}

// relative is a JSON string that is a relative time and nothing else: within a longer string, quotes follow a backslash.
var relative = regexp.MustCompile(`"@(-?\d{1,5})d(?:T(\d\d):(\d\d))?"`)

// resolve writes days and instants in place of relative ones; they are counted from the day of now, in its time zone.
func resolve(lines []byte, now time.Time) []byte {
	year, month, today := now.Date()
	return relative.ReplaceAllFunc(lines, func(found []byte) []byte {
		part := relative.FindSubmatch(found)
		number := func(i int) int {
			n, _ := strconv.Atoi(string(part[i])) // none: 0
			return n
		}
		day := today + number(1)
		if part[2] == nil {
			return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).AppendFormat(nil, `"2006-01-02"`)
		}
		at := time.Date(year, month, day, number(2), number(3), 0, 0, now.Location())
		return at.UTC().AppendFormat(nil, `"2006-01-02T15:04:05Z"`)
	})
}
