package staging

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/adapters/jsonl/csvfile"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/modules/imports"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// clean shortens a text of a file and leaves out what the database does not take.
func clean(s string, n int) string {
	return schema.Cut(strings.ReplaceAll(s, "\x00", ""), n)
}

// faults converts faults. For those of lines, it reads the file again to add the values.
func (i *Importer) faults(job imports.Job, list []jsonl.Fault) ([]imports.Fault, error) {
	found, lines := make([]imports.Fault, len(list)), make([]int, len(list))
	for n, f := range list {
		lines[n] = f.Line
		field := f.Field
		if job.Format == imports.CSV {
			field = strings.TrimPrefix(field, f.Type+".")
		}
		found[n] = imports.Fault{Line: f.Line, RecordType: shown(f.Type, 100), ColumnName: shown(f.Column, 4000), Field: clean(field, 4000),
			Code: cmp.Or(f.Code, "format"), Message: clean(f.Said(), 4000), Value: shown(f.Value, 200)}
	}
	if job.Format == imports.CSV {
		return found, nil
	}
	next := 0
	err := i.Rows(job.Content, job.Format, nil, slices.Compact(lines), func(line int, cells []string) error {
		for ; line > 0 && next < len(found) && found[next].Line <= line; next++ {
			if f := &found[next]; f.Line == line && !i.isSecret(f) {
				f.Value = shown(valueOf(cells[0], f.Field), 200)
			}
		}
		return nil
	})
	return found, err
}

// shown is a text of a file, or nil if there is none.
func shown(s string, n int) *string {
	if s = clean(s, n); s == "" {
		return nil
	}
	return &s
}

func (i *Importer) isSecret(f *imports.Fault) bool {
	isIt := func(k jsonl.Key) bool { return k.WriteOnly && k.Path == f.Field }
	return f.RecordType != nil && slices.ContainsFunc(i.keys()[*f.RecordType], isIt)
}

// valueOf is what a line has as the top-level key of a field.
func valueOf(line, field string) string {
	var keys map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &keys) != nil {
		return ""
	}
	value := keys[apperr.TopLevel(field)]
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// Rows implements imports.Importer. The only cell of a row of JSON Lines is the line.
func (i *Importer) Rows(file io.ReadSeeker, format imports.Format, m *imports.Map, lines []int, fn func(int, []string) error) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if format == imports.CSV {
		read := csvfile.Map{Encoding: m.Encoding, Delimiter: m.Delimiter}
		named := false
		return csvfile.Rows(file, read, func(line int, columns, row []string) error {
			if !named {
				named = true
				if err := fn(0, columns); err != nil {
					return err
				}
			}
			if _, wanted := slices.BinarySearch(lines, line); !wanted {
				return nil
			}
			return fn(line, row)
		})
	}
	if err := fn(0, []string{"line"}); err != nil {
		return err
	}
	return jsonl.Lines(file, func(line int, text []byte) error {
		if _, wanted := slices.BinarySearch(lines, line); !wanted {
			return nil
		}
		return fn(line, []string{string(text)})
	})
}
