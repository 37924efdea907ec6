// Package demo contains an invented pet-care business, so that a new installation has something to show. README.md describes the
// format of its data.
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

// FirstCustomer is the external id of the first customer of every location. That of the first location can log in.
const FirstCustomer = "C-0001"

// Read returns the accounts of the business.
func Read() ([]accounts.AccountCreate, error) {
	text, err := files.ReadFile("business.json")
	if err != nil {
		return nil, err
	}
	var locations []accounts.AccountCreate
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&locations); err != nil {
		return nil, fmt.Errorf("read business.json: %w", err)
	}
	return locations, nil
}

// Records returns the records of a location as JSON Lines for the import. Their times are relative to the day of now.
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

// relative matches a JSON string that consists of a relative time. Within a longer string, a quote would follow a backslash.
var relative = regexp.MustCompile(`"@(-?\d{1,5})d(?:T(\d\d):(\d\d))?"`)

// resolve replaces relative days and times, which are counted from the day of now in its time zone.
func resolve(lines []byte, now time.Time) []byte {
	year, month, today := now.Date()
	return relative.ReplaceAllFunc(lines, func(found []byte) []byte {
		part := relative.FindSubmatch(found)
		number := func(i int) int {
			n, _ := strconv.Atoi(string(part[i])) // 0 if there is none
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
