package configlists_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// one is a form whose only custom field, "f", is of a type.
func one(kind configlists.FieldType) configlists.FieldSet {
	return configlists.FieldSet{Custom: []configlists.Field{{Key: "f", Type: kind, Options: jsonb.New(choice("a", "b"))}}}
}

func TestCustomValuesAreKept(t *testing.T) {
	t.Parallel()
	address := "https://example.com/" + strings.Repeat("x", 2048-20)
	longest := strings.Repeat("x", 254-len("@example.com")) + "@example.com"
	for _, c := range []struct {
		kind        configlists.FieldType
		given, want any
	}{
		{configlists.Text, "  Ünï  ", "Ünï"}, {configlists.Text, strings.Repeat("ü", 1000), strings.Repeat("ü", 1000)},
		{configlists.Text, " ", nil}, {configlists.Text, nil, nil}, {configlists.Text, "e\u0301", "é"},
		{configlists.Textarea, strings.Repeat("x", 4000), strings.Repeat("x", 4000)},
		{configlists.Date, "2024-02-29", "2024-02-29"}, {configlists.Boolean, false, false}, {configlists.Select, "", nil},
		{configlists.MultiSelect, []any{"b", "a"}, []string{"b", "a"}}, {configlists.MultiSelect, []any{}, nil},
		{configlists.Phone, "+44 20-7946.0100", "+442079460100"}, {configlists.URL, "https://example.com/a?b=c", "https://example.com/a?b=c"},
		{configlists.URL, nil, nil}, {configlists.Number, 12.5, 12.5}, {configlists.Number, 999999999999999.0, 999999999999999.0},
		{configlists.Number, 7, 7.0}, {configlists.Number, int64(-7), -7.0}, {configlists.Number, 0.0, 0.0}, {configlists.Number, 123456789012345.0, 123456789012345.0},
		{configlists.Number, -0.123456789012345, -0.123456789012345}, {configlists.Number, json.Number("1.5e3"), 1500.0},
		{configlists.Number, json.Number("-0"), 0.0}, {configlists.Number, json.Number("0e999"), 0.0}, {configlists.Number, 1e-6, 1e-6},
		{configlists.Number, json.Number("99999999999999900000E-5"), 999999999999999.0}, {configlists.Number, json.Number("1.500000000000000000"), 1.5},
		{configlists.MultiSelect, []string{"b", "a"}, []string{"b", "a"}}, {configlists.MultiSelect, []any{" a "}, []string{"a"}},
		{configlists.MultiSelect, []string{}, nil}, {configlists.MultiSelect, " ", nil}, {configlists.MultiSelect, nil, nil},
		{configlists.Select, " b ", "b"}, {configlists.Boolean, true, true}, {configlists.Boolean, "", nil},
		{configlists.Email, longest, longest}, {configlists.URL, address, address}, {configlists.URL, "http://example.com", "http://example.com"},
		{configlists.Phone, "+1234567", "+1234567"}, {configlists.Phone, "+123456789012345", "+123456789012345"}, {configlists.Phone, "+44\u00a020 7946 0100", "+442079460100"},
	} {
		stored, faults := one(c.kind).CheckCustom(map[string]any{"f": c.given})
		wantFaultList(t, faults)
		wantSame(t, string(c.kind), map[string]any{"f": c.want}, stored)
	}
}

func TestWrongCustomValuesAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  configlists.FieldType
		given any
		code  string
	}{
		{configlists.Text, 5.0, "type"}, {configlists.Text, strings.Repeat("ü", 1001), "too_long"}, {configlists.Text, "a\x00b", "format"},
		{configlists.Textarea, strings.Repeat("x", 4001), "too_long"}, {configlists.Number, "12.5", "type"}, {configlists.Number, true, "type"},
		{configlists.Date, "2023-02-29", "format"}, {configlists.Date, "1 May", "format"}, {configlists.Date, 20230101.0, "type"},
		{configlists.Boolean, "true", "type"}, {configlists.Boolean, 1.0, "type"}, {configlists.Select, "c", "enum"},
		{configlists.Select, []any{"a"}, "type"}, {configlists.MultiSelect, "a", "type"}, {configlists.MultiSelect, []any{"a", "c"}, "enum"},
		{configlists.MultiSelect, []any{"a", "a"}, "not_unique"}, {configlists.MultiSelect, []any{1.0}, "type"},
		{configlists.Email, "jo", "format"}, {configlists.Email, "Jo <jo@example.com>", "format"},
		{configlists.Phone, "020 7946 0100", "format"}, {configlists.Phone, "+44 call me", "format"}, {configlists.URL, "example.com", "format"},
		{configlists.URL, "ftp://example.com", "format"}, {configlists.URL, "javascript:alert(1)", "format"},
		{configlists.Number, 1234567890.123456, "range"}, {configlists.Number, -1e15, "range"}, {configlists.Number, 1e300, "range"},
		{configlists.Number, json.Number("999999999999999.04"), "range"}, {configlists.Number, json.Number("1.00000000000000000001"), "range"},
		{configlists.Number, json.Number("12345678901234567890"), "range"}, {configlists.Number, json.Number("1e-400"), "range"},
		{configlists.Number, json.Number("9e-7"), "range"}, {configlists.Number, json.Number("1e15"), "range"},
		{configlists.Number, json.Number("1e999"), "type"}, {configlists.Number, []any{1.0}, "type"},
		{configlists.MultiSelect, []string{"c"}, "enum"}, {configlists.MultiSelect, []string{"b", "b"}, "not_unique"}, {configlists.MultiSelect, 1.0, "type"},
		{configlists.Email, strings.Repeat("x", 255-len("@example.com")) + "@example.com", "too_long"},
		{configlists.URL, "https://example.com/" + strings.Repeat("x", 2049-20), "too_long"}, {configlists.URL, "https://", "format"},
		{configlists.URL, "http://[::1", "format"}, {configlists.URL, "//example.com", "format"},
		{configlists.Phone, "+123456", "format"}, {configlists.Phone, "+1234567890123456", "format"}, {configlists.Phone, "+0234567", "format"},
	} {
		stored, faults := one(c.kind).CheckCustom(map[string]any{"f": c.given})
		wantFaultList(t, faults, "custom_fields.f "+c.code)
		if len(stored) != 0 || len(faults) == 1 && faults[0].Message == "" {
			t.Errorf("%s %v: stored %v, faults %v", c.kind, c.given, stored, faults)
		}
	}
}

func TestValuesOfNoCustomFieldAreNamedBesideWrongOnes(t *testing.T) {
	t.Parallel()
	_, faults := one(configlists.Date).CheckCustom(map[string]any{"f": "x", "species": "dog", "nothing": nil})
	wantFaultList(t, faults, "custom_fields.f format", "custom_fields.nothing unknown", "custom_fields.species unknown")
}

func TestWhatCustomersMayDoNeedsAVisibleField(t *testing.T) {
	t.Parallel()
	for bits := range 16 {
		f := configlists.Field{Visible: bits&1 != 0, VisibleToCustomer: bits&2 != 0, EditableByCustomer: bits&4 != 0, Required: bits&8 != 0}
		if f.VisibleForCustomer() != (bits&3 == 3) || f.EditableForCustomer() != (bits&7 == 7) || f.RequiresValue() != (bits&9 == 9) {
			t.Errorf("%+v: shown %t, open %t, demanded %t", f, f.VisibleForCustomer(), f.EditableForCustomer(), f.RequiresValue())
		}
	}
}
