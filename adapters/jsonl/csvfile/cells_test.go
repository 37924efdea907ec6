package csvfile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/platform/testkit"
)

// cell converts one row with one column V, whose key is of a type, and returns its value as JSON or its first fault as "! place".
func cell(t *testing.T, dates, kind, text string) string {
	t.Helper()
	zone := testkit.Must[*time.Location](t)(time.LoadLocation("Europe/London"))
	path := "v"
	if kind == "phones" {
		path = "phones"
	}
	keys := map[string][]jsonl.Key{"thing": {{Path: "external_id", Type: "text"}, {Path: path, Type: kind}}}
	m, err := csvfile.ReadMap(strings.NewReader("encoding: utf-8\ndelimiter: \"\\t\"\ndates: "+dates+"\nrecords:\n  - type: thing\n    columns: {external_id: Id, "+
		path+": V}\n    values: {"+path+": {Spoilt: 'no', Zoë: 1/2/2021}}\n"), keys)
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	converted := testkit.Must[*csvfile.Converted](t)(
		csvfile.Convert(&lines, strings.NewReader("Id\tV\tV\n1\t"+quote(text)+"\tsecond\n"), m, csvfile.Options{Zone: zone}))
	if len(converted.Faults) > 0 {
		return "! " + converted.Faults[0].Column + " " + converted.Faults[0].Field
	}
	_, value, found := strings.Cut(strings.TrimSuffix(strings.TrimSpace(lines.String()), "}"), `"`+path+`":`)
	if !found {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSuffix(strings.Replace(value, `"partial":true,`, "", 1), `,"type":"thing"`), " ")
}

func quote(text string) string {
	if !strings.Contains(text, `"`) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

func TestCellsAreReadAsTheirKeysAsk(t *testing.T) {
	t.Parallel()
	const (
		fault, ofPhones = "! V thing.v", "! V thing.phones"
		point, comma    = "iso\ndecimal: point", "iso\ndecimal: comma"
	)
	for _, c := range []struct{ dates, kind, text, want string }{
		{"dmy", "date", "3/4/2021", `"2021-04-03"`}, {"mdy", "date", "3/4/2021", `"2021-03-04"`}, {"iso", "date", "2021-04-03", `"2021-04-03"`},
		{"dmy", "date", "03.04.2021", `"2021-04-03"`}, {"dmy", "date", "31-12-2021", `"2021-12-31"`}, {"mdy", "date", "12 31 2021", `"2021-12-31"`},
		{"dmy", "date", "2021-04-03", `"2021-04-03"`}, {"dmy", "date", "12/31/2021", fault}, {"mdy", "date", "31/12/2021", fault},
		{"iso", "date", "3/4/2021", fault}, {"iso", "date", "2021-4-3", `"2021-04-03"`}, {"iso", "date", "2021-02-30", fault}, {"dmy", "date", "3/4/21", fault},
		{"dmy", "date", "ZOE", `"2021-02-01"`}, {"dmy", "date", "", `null`},
		{"dmy", "instant", "1/7/2021 09:30", `"2021-07-01T08:30:00Z"`}, {"dmy", "instant", "1/1/2021, 9:30:15", `"2021-01-01T09:30:15Z"`},
		{"dmy", "instant", "1/7/2021", `"2021-06-30T23:00:00Z"`}, {"mdy", "instant", "1/7/2021", `"2021-01-07T00:00:00Z"`},
		{"iso", "instant", "2021-07-01T09:30", `"2021-07-01T08:30:00Z"`}, {"iso", "instant", "2021-07-01T09:30:00.5+02:00", `"2021-07-01T09:30:00.5+02:00"`},
		{"dmy", "instant", "28/03/2021 01:30", fault}, {"dmy", "instant", "25/10/2020 01:30:00", fault}, {"dmy", "instant", "25/10/2020 01:00", fault},
		{"dmy", "instant", "28/03/2021 00:59:59", `"2021-03-28T00:59:59Z"`}, {"dmy", "instant", "28/03/2021 02:00", `"2021-03-28T01:00:00Z"`},
		{"dmy", "instant", "25/10/2020 00:59", `"2020-10-24T23:59:00Z"`}, {"dmy", "instant", "25/10/2020 02:00", `"2020-10-25T02:00:00Z"`},
		{"dmy", "instant", "2020-10-25T01:30:00+01:00", `"2020-10-25T01:30:00+01:00"`},
		{"mdy", "instant", "1/7/2021 3:30 PM", `"2021-01-07T15:30:00Z"`}, {"mdy", "instant", "1/7/2021, 12:05:09\u202fa.m.", `"2021-01-07T00:05:09Z"`},
		{"dmy", "instant", "1/7/2021 12:00pm", `"2021-07-01T11:00:00Z"`}, {"dmy", "instant", "25/10/2020 1:30 AM", fault},
		{"mdy", "instant", "1/7/2021 15:30 PM", fault}, {"mdy", "instant", "1/7/2021 3:30 XM", fault}, {"mdy", "date", "1/7/2021 3:30 PM", fault},
		{"iso", "instant", "2021-07-01 25:00", fault}, {"iso", "instant", "noon", fault},
		{"iso", "boolean", "YES", `true`}, {"iso", "boolean", "x", `true`}, {"iso", "boolean", "0", `false`}, {"iso", "boolean", "spoilt", `false`},
		{"iso", "boolean", "maybe", `"maybe"`}, {"iso", "boolean", "", `null`},
		{"iso", "integer", "12", `12`}, {"iso", "number", "27,4", `27.4`}, {"iso", "number", "-1.5", `-1.5`}, {"iso", "number", "1e3", `"1e3"`},
		{"iso", "number", "1,234,5", `"1,234,5"`}, {"iso", "integer", "012", `"012"`},
		{"iso", "list", "a, b;c | d/ ", `["a","b","c","d"]`}, {"iso", "numbers", "1;x,2", `[1,"x",2]`}, {"iso", "text", " a b ", `"a b"`},
		{"iso", "list", "24/7; N/A / a /b/ c", `["24/7","N/A","a","b","c"]`}, {"iso", "list", "/", `[]`}, {"iso", "text", "27,4", `"27,4"`},
		{"iso", "phones", "Home: 020 7946 0100 / 07700 900124 (m) or 1;2", `[{"number":"020 7946 0100","type":"home"},` +
			`{"number":"07700 900124","type":"mobile"},{"number":"1"},{"number":"2"}]`},
		{"iso", "phones", "", `null`}, {"iso", "phones", "Work phone: (020) 7946", `[{"number":"(020) 7946","type":"work"}]`},
		{"iso", "phones", "m 07700 900123 Cellphone", `[{"number":"07700 900123","type":"mobile"}]`},
		{"iso", "phones", "07700 900123 do not call", ofPhones}, {"iso", "phones", "nonsense", ofPhones}, {"iso", "phones", "mobile", ofPhones},
		{"iso", "phones", "Homer 07700 900123", ofPhones}, {"iso", "phones", "0800 DOGS 1", ofPhones},
		{"iso", "number", "1,100", fault}, {"iso", "number", "-12.345", fault}, {"iso", "integer", "1,100", fault}, {"iso", "text", "1,100", `"1,100"`},
		{"iso", "number", "0,500", `0.500`}, {"iso", "number", "0.500", `0.500`}, {"iso", "number", "1234,567", `1234.567`},
		{point, "number", "1,100", `1100`}, {point, "integer", "1,234,567", `1234567`}, {point, "number", "1.100", `1.100`}, {point, "number", "1,1", fault},
		{comma, "number", "1,100", `1.100`}, {comma, "number", "-1.234,5", `-1234.5`}, {comma, "integer", "1.100", `1100`}, {comma, "number", "27.4", fault},
		{"iso", "date", "2019-04-12 00:00:00", `"2019-04-12"`}, {"dmy", "date", "2019-04-12T00:00:00.000", `"2019-04-12"`}, {"mdy", "date", "4/12/2019 12:00:00 AM", `"2019-04-12"`},
		{"iso", "date", "5 Jun 2012", `"2012-06-05"`}, {"iso", "date", "05-Jul-2015", `"2015-07-05"`}, {"mdy", "date", "November 16 2018", `"2018-11-16"`},
		{"iso", "date", "Jul 5, 2015", `"2015-07-05"`}, {"iso", "date", "Sun, 1st Sept. 2024", `"2024-09-01"`}, {"mdy", "date", "2015/07/05", `"2015-07-05"`},
		{"iso", "date", "5 Juz 2012", fault}, {"iso", "date", "31 Jun 2012", fault}, {"iso", "date", "2019-04-12 15:30", fault},
		{"dmy", "instant", "2015-07-05", `"2015-07-04T23:00:00Z"`}, {"iso", "instant", "2015-07-05 10:20:30.123456 UTC", `"2015-07-05T10:20:30.123456Z"`},
		{"iso", "instant", "2015-07-05 10:20+00", `"2015-07-05T10:20:00Z"`}, {"iso", "instant", "2015-07-05T10:20:30+0000", `"2015-07-05T10:20:30Z"`},
		{"iso", "instant", "2015-07-05 10:20:30 -0400", `"2015-07-05T14:20:30Z"`}, {"mdy", "instant", "Jul 5, 2015 3:30 pm", `"2015-07-05T14:30:00Z"`},
		{"iso", "text", "9.85112E+14", fault}, {"iso", "text", "985112345678900.0", fault}, {"iso", "text", `="985112345678900"`, fault}, {"iso", "phones", "4.47E+11", ofPhones},
		{"iso", "text", "12E4", `"12E4"`}, {"iso", "number", "1 234.5", `1234.5`}, {point, "number", "1'234'567.5", `1234567.5`},
		{"iso", "list", `"a, b"; c`, `["a, b","c"]`},
		{comma, "number", "n/a", `"n/a"`}, {comma, "numbers", "1;1.100", `[1,1100]`},
	} {
		if got := cell(t, c.dates, c.kind, c.text); got != c.want {
			t.Errorf("%s, %s, %q: %s, want %s", c.dates, c.kind, c.text, got, c.want)
		}
	}
}

func TestColumnsOfAListAreItsEntries(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"pet": {{Path: "external_id", Type: "text"}, {Path: "tags", Type: "list"}, {Path: "scores", Type: "numbers"},
		{Path: "custom_fields", Type: "values"}}}
	m := testkit.Must[csvfile.Map](t)(
		csvfile.ReadMap(strings.NewReader(`records: [{type: pet, kinds: {custom_fields.diet: list}, values: {tags: {y: Yes}},
  columns: {external_id: [A, B], tags: [A, B, C], scores: [D, E], custom_fields.diet: [A, C]}}]`), keys))
	var lines bytes.Buffer
	if _, err := csvfile.Convert(&lines, strings.NewReader("A,B,C,D,E\nVIP,Late payer,\"y\",1,2; 3\nOne,,,,4\n"), m, csvfile.Options{Zone: time.UTC}); err != nil {
		t.Fatal(err)
	}
	want := `{"custom_fields":{"diet":["VIP","y"]},"external_id":"VIP/Late payer","partial":true,"scores":[1,2,3],"tags":["VIP","Late payer","Yes"],"type":"pet"}
{"custom_fields":{"diet":["One"]},"external_id":"One","partial":true,"scores":[4],"tags":["One"],"type":"pet"}
`
	if lines.String() != want {
		t.Errorf("%s\nwant\n%s", lines.String(), want)
	}
}

// In these places a change of clocks is half an hour, a day, or at midnight: a day without a time is not in doubt, and begins with what
// the clocks show first. A fault suggests the time of its cell.
func TestTimesAreCheckedWhateverTheChangeOfClocks(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"note": {{Path: "external_id", Type: "text"}, {Path: "at", Type: "instant"}}}
	m := testkit.Must[csvfile.Map](t)(
		csvfile.ReadMap(strings.NewReader("dates: iso\nrecords: [{type: note, columns: {external_id: Id, at: At}}]"), keys))
	for _, c := range []struct{ zone, cell, instant, fault string }{
		{"Australia/Lord_Howe", "2021-10-03 02:15", "", "such as 2021-10-03T02:15:00+1"}, {"Australia/Lord_Howe", "2021-10-03 02:30", "2021-10-02T15:30:00Z", ""},
		{"Australia/Lord_Howe", "2021-04-04 01:45", "", "such as 2021-04-04T01:45:00+1"}, {"Australia/Lord_Howe", "2021-04-04 02:00", "2021-04-03T15:30:00Z", ""},
		{"Pacific/Apia", "2011-12-30 12:00", "", "such as 2011-12-30T12:00:00"}, {"Pacific/Apia", "2011-12-31 12:00", "2011-12-30T22:00:00Z", ""},
		{"America/Sao_Paulo", "2017-10-15 00:30", "", "such as 2017-10-15T00:30:00-0"}, {"America/Sao_Paulo", "2017-10-15", "2017-10-15T03:00:00Z", ""},
		{"America/Santiago", "2025-09-07", "2025-09-07T04:00:00Z", ""}, {"America/Havana", "2021-11-07", "2021-11-07T04:00:00Z", ""},
		{"Asia/Kathmandu", "2021-10-03 02:15", "2021-10-02T20:30:00Z", ""}, {"Europe/London", "0001-01-01", "", "not a day"},
	} {
		zone := testkit.Must[*time.Location](t)(time.LoadLocation(c.zone))
		var lines bytes.Buffer
		converted, err := csvfile.Convert(&lines, strings.NewReader("Id,At\n1,"+c.cell+"\n"), m, csvfile.Options{Zone: zone})
		if err != nil || (len(converted.Faults) > 0) != (c.instant == "") || !strings.Contains(lines.String(), c.instant) ||
			!strings.Contains(fmt.Sprint(converted.Faults), c.fault) {
			t.Errorf("%s in %s: %s, %v, %v", c.cell, c.zone, lines.String(), converted.Faults, err)
		}
	}
}

func TestAMapOfDaysSaysHowTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"date", "instant"} {
		keys := map[string][]jsonl.Key{"note": {{Path: "external_id", Type: "text"}, {Path: "at", Type: kind}}}
		_, err := csvfile.ReadMap(strings.NewReader("records: [{type: note, columns: {external_id: Id, at: At}}]"), keys)
		if err == nil || !strings.Contains(err.Error(), "dates: is required") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestCellsWithOneSpellingHaveOneMeaning(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"pet": {{Path: "external_id", Type: "text"}, {Path: "sex", Type: "text"}}}
	read := func(values string) error {
		_, err := csvfile.ReadMap(strings.NewReader("records:\n  - type: pet\n    columns: {external_id: Id, sex: Sex}\n    values: {sex: "+values+"}\n"), keys)
		return err
	}
	if err := read("{M: male, m: male, F: female}"); err != nil {
		t.Error(err)
	}
	for _, values := range []string{"{M: male, m: none}", "{mâle: male, MALE: none}"} {
		if err := read(values); err == nil || !strings.Contains(err.Error(), "records[0].values") {
			t.Errorf("%s: %v", values, err)
		}
	}
}

func TestRowsAreTakenApartIntoRecords(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{
		"owner": {{Path: "external_id", Type: "text"}, {Path: "name", Type: "text"}},
		"pet":   {{Path: "external_id", Type: "text"}, {Path: "owner", Type: "text"}, {Path: "name", Type: "text"}, {Path: "sex", Type: "text"}},
	}
	m := testkit.Must[csvfile.Map](t)(csvfile.ReadMap(strings.NewReader(`
encoding: utf-8
delimiter: ","
short_rows: true
records:
  - type: owner
    columns: {external_id: [Site, Id], name: [First, Last]}
  - type: pet
    columns: {external_id: Pet, owner: Id, name: Name}
    fixed: {sex: unknown}
`), keys))
	var lines bytes.Buffer
	converted := testkit.Must[*csvfile.Converted](t)(csvfile.Convert(&lines, strings.NewReader(`Site,Id,First,Last,Pet,Name
A,1,Zoe,Ek,P1,Dot
A,1,Zoe,Ek,P2,Cat,,
A,2,,Ek,,,x
B,1,Al
,,,,,
A,1,Zo,Ek,P2,Cat
C,3,Di,,C/3,Fay
`), m, csvfile.Options{Zone: time.UTC}))
	want := `{"external_id":"A/1","name":"Zoe Ek","partial":true,"type":"owner"}
{"external_id":"P1","name":"Dot","owner":"1","partial":true,"sex":"unknown","type":"pet"}
{"external_id":"P2","name":"Cat","owner":"1","partial":true,"sex":"unknown","type":"pet"}
{"external_id":"B/1","name":"Al","partial":true,"type":"owner"}
{"external_id":"C/3","name":"Di","partial":true,"type":"owner"}
{"external_id":"C/3","name":"Fay","owner":"3","partial":true,"sex":"unknown","type":"pet"}
`
	if lines.String() != want {
		t.Errorf("%s\nwant\n%s", lines.String(), want)
	}
	if got := converted.Faults; len(got) != 2 || got[0].Line != 4 || got[0].Field != "line" || got[1].Line != 7 ||
		got[1].Column != "Site, Id" || got[1].Field != "owner.external_id" {
		t.Errorf("%+v", got)
	}
	if _, err := csvfile.Convert(&lines, strings.NewReader("Site,Id,First,Pet,Name\nA,1,Zoe,P1,Dot\n"), m, csvfile.Options{Zone: time.UTC}); err == nil ||
		!strings.Contains(err.Error(), `"Last"`) {
		t.Errorf("a column that is not there: %v", err)
	}
}
