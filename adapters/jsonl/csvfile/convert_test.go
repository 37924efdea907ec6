package csvfile_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/platform/testkit"
)

const owners = `
records:
  - type: customer
    columns: {external_id: Client ID, last_name: Last}
`

// convert converts a table of owners with a map that names its encoding.
func convert(t *testing.T, encoding, table string) (*csvfile.Converted, string) {
	t.Helper()
	keys := map[string][]jsonl.Key{"customer": {{Path: "external_id", Type: "text"}, {Path: "last_name", Type: "text"}}}
	return convertWith(t, "encoding: "+encoding+owners, keys, table)
}

func convertWith(t *testing.T, text string, keys map[string][]jsonl.Key, table string) (*csvfile.Converted, string) {
	t.Helper()
	m := testkit.Must[csvfile.Map](t)(csvfile.ReadMap(strings.NewReader(text), keys))
	var lines bytes.Buffer
	converted := testkit.Must[*csvfile.Converted](t)(csvfile.Convert(&lines, strings.NewReader(table), m, csvfile.Options{Zone: time.UTC}))
	return converted, lines.String()
}

func TestBytesThatAreNotOfTheEncodingAreAFaultOfTheirCell(t *testing.T) {
	t.Parallel()
	const last = "customer.last_name"
	for what, c := range map[string]struct {
		encoding, table string
		want            []jsonl.Fault
	}{
		"western bytes in UTF-8": {"utf-8", "Client ID,Last,Note\n1,Bell,x\n77,B\xe9ll,x\n78,B\xe9,x\n79,Bell,\xe9\n",
			[]jsonl.Fault{{Line: 3, Field: last}, {Line: 4, Field: last}}},
		"in capitals":                  {"UTF-8", "Client ID,Last\n77,B\xe9ll\n", []jsonl.Fault{{Line: 2, Field: last}}},
		"behind a mark":                {"utf-8", "\ufeffClient ID,Last\n77,B\xe9ll\n", []jsonl.Fault{{Line: 2, Field: last}}},
		"a byte that the page has not": {"iso-8859-3", "Client ID,Last\n77,B\xa5ll\n", []jsonl.Fault{{Line: 2, Field: last}}},
		"half a pair in UTF-16":        {"utf-16le", "C\x00l\x00i\x00e\x00n\x00t\x00 \x00I\x00D\x00,\x00L\x00a\x00s\x00t\x00\n\x007\x00,\x00\x00\xd8x\x00\n\x00", []jsonl.Fault{{Line: 2, Field: last}}},
		"the right bytes":              {"utf-8", "Client ID,Last\n77,Béll\n78,\ufffd\n", nil},
		"the right page":               {"windows-1252", "Client ID,Last\n77,B\xe9ll\n", nil},
	} {
		converted, _ := convert(t, c.encoding, c.table)
		same := func(a, b jsonl.Fault) bool { return a.Line == b.Line && a.Field == b.Field }
		if !slices.EqualFunc(converted.Faults, c.want, same) {
			t.Errorf("%s: %+v", what, converted.Faults)
		}
	}
}

func TestAFaultDoesNotShowAPassword(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"customer": {{Path: "external_id", Type: "text"}, {Path: "last_name", Type: "text"},
		{Path: "password", Type: "text", WriteOnly: true}}}
	const text = "encoding: utf-8\nrecords: [{type: customer, columns: {external_id: Id, last_name: Last, password: Pass}}]"
	converted, _ := convertWith(t, text, keys, "Id,Last,Pass\n1,B\xe9ll,S3cr3t\xe9\n")
	got := converted.Faults
	if len(got) != 2 || !strings.Contains(got[0].Message, "B") || strings.Contains(got[1].Message, "S3cr3t") {
		t.Errorf("%+v", got)
	}
}

func TestACellThatHasAFaultIsReportedOnce(t *testing.T) {
	t.Parallel()
	converted, _ := convert(t, "utf-8", "Client ID,Last\n76,Bell\n77,B\xe9ll\n")
	got := converted.Merge([]jsonl.Fault{{Line: 2, Field: "last_name"}, {Line: 2, Field: "external_id"}, {Line: 1, Field: "last_name"}})
	if len(got) != 3 || got[0].Line != 2 || got[1].Line != 3 || got[2].Line != 3 || got[1].Field == got[2].Field {
		t.Errorf("%+v", got)
	}
}

func TestAQuoteThatNothingClosesIsAFaultOfTheRowThatItIsIn(t *testing.T) {
	t.Parallel()
	converted, _ := convert(t, "utf-8", "Client ID,Last\n6,A\"n\"n\n7,\"Bob\n8,Cid\n9,Dan\n")
	if got := converted.Faults; len(got) != 2 || got[0].Line != 2 || got[1].Line != 3 || got[1].Field != "line" {
		t.Errorf("%+v", got)
	}
}

func TestBothLinesOfAFaultAreThoseOfTheTable(t *testing.T) {
	t.Parallel()
	converted, lines := convert(t, "utf-8", "Client ID,Last\n7,\"Two\nlines\"\n8,Ann\n7,Bob\n")
	if strings.Count(lines, "\n") != 3 || len(converted.Faults) > 0 {
		t.Fatal(lines, converted.Faults)
	}
	got := converted.Merge([]jsonl.Fault{{Line: 3, Field: "external_id", Message: `"7" is the customer`, Earlier: 1}})
	if want := (jsonl.Fault{Line: 5, Column: "Client ID", Field: "customer.external_id", Message: `"7" is the customer`, Earlier: 2}); len(got) != 1 || got[0] != want {
		t.Errorf("%+v", got)
	}
	printed := jsonl.Faults{Name: "t.csv", List: got}
	if want := `t.csv:5: Client ID (customer.external_id): "7" is the customer of line 2 already`; printed.Error() != want {
		t.Error(printed.Error())
	}
}

// A download that was cut, or a line break without quotes, would clear what the record has.
func TestARowThatIsShortIsAFaultUnlessTheMapAllowsIt(t *testing.T) {
	t.Parallel()
	const table = "Client ID,Last,Note\n1,Bell,x\n2,Two\n, \nlines,x\n\n   \n3,Ca"
	converted, lines := convert(t, "utf-8", table)
	if got := converted.Faults; len(got) != 3 || got[0].Line != 3 || got[0].Field != "line" || got[1].Line != 5 || got[2].Line != 8 || strings.Count(lines, "\n") != 1 {
		t.Errorf("%s %+v", lines, got)
	}
	converted, lines = convert(t, "utf-8\nshort_rows: true", table)
	if len(converted.Faults) > 0 || strings.Count(lines, "\n") != 4 || !strings.Contains(lines, "Ca") {
		t.Errorf("%s %+v", lines, converted.Faults)
	}
}

func TestAUnitOfAnEmptyCellIsNoValue(t *testing.T) {
	t.Parallel()
	const types = `
encoding: utf-8
records:
  - type: pet
    columns: {external_id: Id, weight.value: Weight, custom_fields.unit: Unit}
    fixed: {weight.unit: kg}
`
	keys := map[string][]jsonl.Key{"pet": {{Path: "external_id", Type: "text"}, {Path: "weight.value", Type: "decimal"}, {Path: "weight.unit", Type: "text"},
		{Path: "custom_fields", Type: "values"}}}
	_, got := convertWith(t, types, keys, "Id,Weight,Unit\n1,8.5,\n2,,B\n")
	want := `{"custom_fields":{"unit":null},"external_id":"1","partial":true,"type":"pet","weight":{"unit":"kg","value":"8.5"}}` + "\n" +
		`{"custom_fields":{"unit":"B"},"external_id":"2","partial":true,"type":"pet","weight":null}` + "\n"
	if got != want {
		t.Error(got)
	}
}

func TestColumnsWithOneNameAreNumbered(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"customer": {{Path: "external_id", Type: "text"}, {Path: "email", Type: "text"}, {Path: "phones", Type: "phones"}}}
	const table = "Client ID,Email,Phone,Phone (2),,Phone,Email,\n1,a@x,11,22,,33,b@x,\n"
	var suggested, lines bytes.Buffer
	if err := csvfile.Suggest(&suggested, strings.NewReader(table), []string{"customer"}, keys); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`email: "Email"`, `phones: ["Phone", "Phone (3)"]`, `not imported: "Phone (2)", "Email (2)"` + "\n"} {
		if !strings.Contains(suggested.String(), want) {
			t.Errorf("no %s in\n%s", want, suggested.String())
		}
	}
	m := testkit.Must[csvfile.Map](t)(csvfile.ReadMap(&suggested, keys))
	m.Records[0].Columns["email"] = csvfile.Columns{"Email (2)"}
	testkit.Must[*csvfile.Converted](t)(csvfile.Convert(&lines, strings.NewReader(table), m, csvfile.Options{Zone: time.UTC}))
	want := `{"email":"b@x","external_id":"1","partial":true,"phones":[{"number":"11"},{"number":"33"}],"type":"customer"}` + "\n"
	if got := lines.String(); got != want {
		t.Error(got)
	}
}

func TestAFirstLineThatNamesTheDelimiterIsNoHeader(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"sep=;\nClient ID;Last\n7;Bob\n8;Al;x\n", "sep=^\nClient ID^Last\n7^Bob\n8^Al^x\n", "Client ID|Last\n\n7|Bob\n8|Al|x\n", "\ufeffsep=;\r\nClient ID;Last\r\n7;Bob\r\n8;Al;x\r\n"} {
		converted, lines := convert(t, "utf-8", table)
		if strings.Count(lines, "\n") != 1 || !strings.Contains(lines, "Bob") || len(converted.Faults) != 1 || converted.Faults[0].Line != 4 {
			t.Errorf("%s %+v", lines, converted.Faults)
		}
	}
}

// Of two pets in a row, the second may be missing, although both name the owner.
func TestARecordThatSharesItsOnlyValuesIsNotThere(t *testing.T) {
	t.Parallel()
	keys := map[string][]jsonl.Key{"pet": {{Path: "external_id", Type: "text"}, {Path: "customer", Type: "text"}, {Path: "name", Type: "text"}}}
	const pets = `
records:
  - {type: pet, columns: {external_id: Pet 1, customer: Owner}}
  - {type: pet, columns: {external_id: Pet 2, customer: Owner, name: Name 2}}
`
	_, got := convertWith(t, pets, keys, "Owner,Pet 1,Pet 2,Name 2\n7,a,,\n8,b,c,Rex\n9,,,Max\n")
	want := `{"customer":"7","external_id":"a","partial":true,"type":"pet"}` + "\n" + `{"customer":"8","external_id":"b","partial":true,"type":"pet"}` + "\n" +
		`{"customer":"8","external_id":"c","name":"Rex","partial":true,"type":"pet"}` + "\n" + `{"customer":"9","name":"Max","partial":true,"type":"pet"}` + "\n"
	if got != want {
		t.Error(got)
	}
}
