// Package csvfile converts tables of other systems (CSV) to lines of an import. A map assigns columns to keys.
package csvfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
	"gopkg.in/yaml.v3"
)

// Dates is the format of days in a table.
type Dates string

// The formats. None is guessed, because 03/04/2020 is valid in both of the last two.
const (
	ISO Dates = "iso" // 2020-12-31
	DMY Dates = "dmy" // 31/12/2020, 31.12.2020
	MDY Dates = "mdy" // 12/31/2020
)

// Map describes which records a row contains.
type Map struct {
	Encoding  string   `yaml:"encoding"`  // such as windows-1252
	Delimiter string   `yaml:"delimiter"` // such as ";"
	Dates     Dates    `yaml:"dates"`
	Decimal   Decimal  `yaml:"decimal"`    // required if a number has two readings
	ShortRows bool     `yaml:"short_rows"` // a row may leave out its last cells, which are empty then
	Records   []Record `yaml:"records"`
}

// Record describes one record of a row.
type Record struct {
	Type    string                       `yaml:"type"`
	Columns map[string]Columns           `yaml:"columns"`          // by key
	Fixed   map[string]string            `yaml:"fixed,omitempty"`  // values of keys without a column
	Values  map[string]map[string]string `yaml:"values,omitempty"` // by key: values by cell
	Kinds   map[string]string            `yaml:"kinds,omitempty"`  // types of custom fields other than text

	Separator map[string]string `yaml:"separator,omitempty"` // by key of a list: the only mark between its entries
	Clear     []string          `yaml:"clear,omitempty"`     // keys without a column that become empty; others stay as they are

	keys  map[string]jsonl.Key
	means map[string]map[string]string // Values with the cells folded
}

// kinds are the types of custom fields.
var kinds = []string{"text", "number", "boolean", "date", "list"}

// Columns are the columns of a key. Phones, lists and texts may have several.
type Columns []string

// UnmarshalYAML implements yaml.Unmarshaler. It also accepts a single column.
func (c *Columns) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*c = Columns{node.Value}
		return nil
	}
	return node.Decode((*[]string)(c))
}

// maxRecords is how many records a row may become.
const maxRecords = 100

// ReadMap reads a map. keys are the keys of each record type. The error lists all faults.
func ReadMap(from io.Reader, keys map[string][]jsonl.Key) (Map, error) {
	var m Map
	decoder := yaml.NewDecoder(from)
	decoder.KnownFields(true)
	if err := decoder.Decode(&m); err != nil {
		return m, nearest(err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return m, errors.New("it has a second YAML document, which begins at a line ---")
	}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if len(m.Records) == 0 {
		fault("records: is empty")
	}
	if len(m.Records) > maxRecords {
		fault("records: has more than %d entries", maxRecords)
	}
	if text.Len(m.Delimiter) > 1 || strings.ContainsAny(m.Delimiter, "\"\r\n\x00\ufffd") {
		fault("delimiter: is one character, but no quote and no line break")
	}
	for i := range m.Records {
		m.Records[i].prepare(fmt.Sprintf("records[%d]", i), keys, m.Dates, fault)
	}
	if m.Dates != "" && !slices.Contains([]Dates{ISO, DMY, MDY}, m.Dates) {
		fault("dates: is one of iso, dmy, mdy")
	}
	if m.Decimal != "" && m.Decimal != Comma && m.Decimal != Point {
		fault("decimal: is comma or point")
	}
	return m, errors.Join(faults...)
}

var unknownKey = regexp.MustCompile(`field (\S+) not found in type csvfile\.(Map|Record)`)

// nearest names the keys of a map that are most like those that it does not have.
func nearest(err error) error {
	said := unknownKey.ReplaceAllStringFunc(err.Error(), func(unknown string) string {
		parts := unknownKey.FindStringSubmatch(unknown)
		of := reflect.TypeFor[Map]()
		if parts[2] == "Record" {
			of = reflect.TypeFor[Record]()
		}
		var names []string
		for i := range of.NumField() {
			if name, _, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ","); name != "" {
				names = append(names, name)
			}
		}
		return fmt.Sprintf("there is no key %q%s", parts[1], text.DidYouMean(parts[1], names))
	})
	return errors.New(said)
}

// faulty takes what is wrong with a map.
type faulty func(format string, args ...any)

// prepare checks a record, which stands at a place in its map, and looks up its keys among those of each type.
func (r *Record) prepare(at string, keys map[string][]jsonl.Key, dates Dates, fault faulty) {
	list, ok := keys[r.Type]
	if !ok {
		fault("%s.type: there is no type %q%s", at, r.Type, text.DidYouMean(r.Type, slices.Sorted(maps.Keys(keys))))
		return
	}
	r.keys = map[string]jsonl.Key{}
	for _, k := range list {
		r.keys[k.Path] = k
	}
	if isNamed(r.keys) {
		r.keys[fullNameKey] = jsonl.Key{Path: fullNameKey, Type: "text"}
	}
	if len(r.Columns["external_id"]) == 0 {
		fault("%s.columns.external_id: a column must be mapped to it: it names the record when the file is imported again", at)
	}
	dated := false
	for _, path := range slices.Concat(slices.Sorted(maps.Keys(r.Columns)), slices.Sorted(maps.Keys(r.Fixed))) {
		k, ok := r.key(path)
		if !ok {
			paths := slices.Sorted(maps.Keys(r.keys))
			fault("%s: %s has no key %q that a cell can fill%s", at, r.Type, path, text.DidYouMean(path, paths))
		}
		dated = dated || k.Type == "date" || k.Type == "instant"
	}
	for _, path := range slices.Sorted(maps.Keys(r.Fixed)) {
		if len(r.Columns[path]) > 0 {
			fault("%s: %s of %s has a column and a fixed value: one of them has to go", at, path, r.Type)
		}
	}
	for _, path := range r.Clear {
		if k, ok := r.keys[path]; !ok || k.Required {
			fault("%s.clear: %s has no key %q that can be empty", at, r.Type, path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Separator)) {
		if k, _ := r.key(path); k.Type != "list" && k.Type != "numbers" || r.Separator[path] == "" {
			fault("%s.separator: names the mark between the entries of a list; %q is none", at, path)
		}
	}
	r.fold(at, fault)
	for _, path := range slices.Sorted(maps.Keys(r.Kinds)) {
		object, _, _ := strings.Cut(path, ".")
		if kind := r.Kinds[path]; r.keys[object].Type != "values" || !slices.Contains(kinds, kind) {
			fault("%s.kinds: a custom field such as custom_fields.age is one of %s, not %q: %q", at, strings.Join(kinds, ", "), path, kind)
		}
	}
	if dated && dates == "" {
		fault("dates: is required, because %s has days: iso (2020-12-31), dmy (31/12/2020) or mdy (12/31/2020)", r.Type)
	}
}

// fullNameKey is a key of tables only, which stands for first_name and last_name.
const fullNameKey = "full_name"

func isNamed(keys map[string]jsonl.Key) bool {
	return keys["first_name"].Path != "" && keys["last_name"].Path != ""
}

// fold sets the meanings of cells.
func (r *Record) fold(at string, fault faulty) {
	r.means = map[string]map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(r.Values)) {
		if len(r.Columns[path]) == 0 && r.Fixed[path] == "" {
			fault("%s.values: no column is mapped to %q", at, path)
		}
		r.means[path] = map[string]string{}
		for _, said := range slices.Sorted(maps.Keys(r.Values[path])) {
			folded, value := text.Fold(said), r.Values[path][said]
			if other, taken := r.means[path][folded]; taken && other != value {
				fault("%s.values: %q of %s has two meanings: upper and lower case and accents make no difference", at, said, path)
			}
			r.means[path][folded] = value
		}
	}
}

// Types lists the types of the records.
func (m Map) Types() []string {
	return lists.Map(m.Records, func(r Record) string { return r.Type })
}

// key describes a key. A custom field is text unless Kinds has another type.
func (r *Record) key(path string) (jsonl.Key, bool) {
	if k, ok := r.keys[path]; ok && k.Type != "values" {
		return k, true
	}
	object, name, _ := strings.Cut(path, ".")
	if r.keys[object].Type != "values" || name == "" {
		return jsonl.Key{}, false
	}
	return jsonl.Key{Path: path, Type: cmp.Or(r.Kinds[path], "text")}, true
}
