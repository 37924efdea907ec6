package petcarecmd

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// faultKind are faults of one field with one message, but for the text of the cell.
type faultKind struct {
	field, message string
	code           string
	first          jsonl.Fault
	count          int
	values         []string // what their cells say, each once
}

var (
	indexes = regexp.MustCompile(`\[(\d+)\]`)
	cited   = regexp.MustCompile(`"[^"]*"`)
)

// maxMended is how many values a line for a map names.
const maxMended = 20

// sumUp prints the kinds of faults with their counts and examples, the most frequent ones first, if there are fewer kinds than faults.
func sumUp(out io.Writer, faults *jsonl.Faults) {
	kinds := map[string]*faultKind{}
	var order []*faultKind
	for _, f := range faults.List {
		field, message := indexes.ReplaceAllString(f.Field, ""), cited.ReplaceAllString(f.Message, `"…"`)
		kind := kinds[field+"\x00"+message]
		if kind == nil {
			kind = &faultKind{field: field, message: message, code: f.Code, first: f}
			kinds[field+"\x00"+message] = kind
			order = append(order, kind)
		}
		kind.count++
		if value := entryOf(f); value != "" && !slices.Contains(kind.values, value) && len(kind.values) <= maxMended {
			kind.values = append(kind.values, value)
		}
	}
	if len(order) == len(faults.List) {
		return
	}
	slices.SortStableFunc(order, func(a, b *faultKind) int { return cmp.Compare(b.count, a.count) })
	fmt.Fprintf(out, "%s faults of %s kinds:\n", grouped(len(faults.List)+faults.More), grouped(len(order)))
	for _, k := range order {
		field := text.Printable(k.field)
		if k.first.Column != "" {
			field = text.Printable(k.first.Column) + " (" + field + ")"
		}
		example := fmt.Sprintf("line %d", k.first.Line)
		if k.first.Value != "" {
			example += ", which says " + strconv.Quote(k.first.Value)
		}
		fmt.Fprintf(out, "%9s × %s: %s; such as %s\n", grouped(k.count), field, text.Printable(k.message), example)
		if line := k.mending(); line != "" {
			fmt.Fprintf(out, "            in the map, this would mend it: %s\n", line)
		}
	}
	fmt.Fprintln(out)
}

// entryOf returns what the cell of a fault says, or the entry of its list.
func entryOf(f jsonl.Fault) string {
	if at := indexes.FindStringSubmatch(f.Field); at != nil {
		i, _ := strconv.Atoi(at[1])
		if entries := csvfile.Entries(f.Value); i < len(entries) {
			return entries[i]
		}
	}
	return f.Value
}

// mending returns the line of a map that gives the cells a meaning; the meanings are to be filled in.
func (k *faultKind) mending() string {
	isWord := slices.Contains([]string{"enum", "not_found", "unknown", "type", "option", "not_an_option"}, k.code)
	if !isWord || k.first.Column == "" || len(k.values) == 0 || len(k.values) > maxMended {
		return ""
	}
	_, key, _ := strings.Cut(k.field, ".")
	pairs := lists.Map(k.values, func(value string) string { return strconv.Quote(value) + `: ""` })
	return "values: {" + key + ": {" + strings.Join(pairs, ", ") + "}}"
}

// alikeFile is the CSV file of records that look alike; nil if none is asked for.
type alikeFile struct {
	file *os.File
	csv  *csv.Writer
}

func newAlikeFile(name string) (*alikeFile, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("write the records that look alike: %w", err)
	}
	a := &alikeFile{f, csv.NewWriter(f)}
	return a, a.csv.Write([]string{"group", "type", "same", "external_id", "name"})
}

// add writes a row for each record of a group, which its first record names.
func (a *alikeFile) add(group jsonl.Alike) error {
	for i, record := range group.Records {
		if err := a.csv.Write([]string{group.Records[0], group.Type, group.By, record, group.Names[i]}); err != nil {
			return fmt.Errorf("write the records that look alike: %w", err)
		}
	}
	return nil
}

func (a *alikeFile) close() error {
	if a == nil {
		return nil
	}
	a.csv.Flush()
	return cmp.Or(a.csv.Error(), a.file.Close())
}
