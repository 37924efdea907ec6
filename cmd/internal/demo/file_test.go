package demo

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// record is a line as an importer reads it.
type record map[string]any

func (r record) text(key string) string {
	text, _ := r[key].(string)

	return text
}

func (r record) all(key string) []record {
	entries, _ := r[key].([]any)
	records := []record{}
	for _, entry := range entries {
		records = append(records, entry.(map[string]any))
	}

	return records
}

func (r record) texts(key string) []string {
	entries, _ := r[key].([]any)
	texts := []string{}
	for _, entry := range entries {
		texts = append(texts, entry.(string))
	}

	return texts
}

// amount reads money, which must be in the currency.
func (r record) amount(t *testing.T, key, currency string) int64 {
	t.Helper()
	entry, found := r[key].(map[string]any)
	if !found || entry["currency"] != currency {
		t.Fatalf("%s of %v is %v, want money in %s", key, r["external_id"], r[key], currency)
	}
	amount, err := entry["amount"].(json.Number).Int64()
	if err != nil {
		t.Fatalf("%s of %v: %v", key, r["external_id"], err)
	}

	return amount
}

func (r record) number(t *testing.T, key string) int64 {
	t.Helper()
	number, err := r[key].(json.Number).Int64()
	if err != nil {
		t.Fatalf("%s of %v: %v", key, r["external_id"], err)
	}

	return number
}

// file is what Write wrote.
type file struct {
	location Location
	records  []record
	index    map[string]map[string]record // by type and external id
}

func someDay() time.Time {
	return time.Date(2026, time.September, 14, 13, 30, 0, 0, time.UTC)
}

func written(t *testing.T, location Location, today time.Time) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, location, today); err != nil {
		t.Fatal(err)
	}

	return out.Bytes()
}

// eachFile runs a test on the file of every location.
func eachFile(t *testing.T, test func(*testing.T, file)) {
	t.Parallel()
	for _, location := range Locations() {
		t.Run(location.Code, func(t *testing.T) {
			t.Parallel()
			test(t, read(t, location, written(t, location, someDay())))
		})
	}
}

func read(t *testing.T, location Location, text []byte) file {
	t.Helper()
	made := file{location: location, index: map[string]map[string]record{}}
	for number, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		entry := record{}
		if err := decoder.Decode(&entry); err != nil {
			t.Fatalf("line %d: %v", number+1, err)
		}
		kind, id := entry.text("type"), entry.text("external_id")
		if made.index[kind] == nil {
			made.index[kind] = map[string]record{}
		}
		if made.index[kind][id] != nil {
			t.Errorf("line %d: %s %s is there twice", number+1, kind, id)
		}
		if id == "" || len(id) > 100 {
			t.Errorf("line %d: external id %q", number+1, id)
		}
		made.index[kind][id] = entry
		made.records = append(made.records, entry)
	}

	return made
}
