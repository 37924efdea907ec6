package staging

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
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

func cleanAll(list []string) []string {
	for i, s := range list {
		list[i] = clean(s, 100)
	}
	return list
}

// faults converts faults and adds the values, for which it reads the file again.
func (i *Importer) faults(job imports.Job, list []jsonl.Fault) ([]imports.Fault, error) {
	found, lines := make([]imports.Fault, len(list)), make([]int, len(list))
	columns := make([][]string, len(list))
	for n, f := range list {
		lines[n] = f.Line
		at := f.Field
		if job.Format == imports.CSV {
			columns[n], _, at = csvfile.Place(f.Field)
		}
		found[n] = imports.Fault{Line: f.Line, Field: clean(at, 4000), Code: cmp.Or(f.Code, "format"), Message: clean(f.Said(), 4000)}
		if f.Type != "" {
			found[n].RecordType = &list[n].Type
		}
		if name := clean(strings.Join(columns[n], ", "), 4000); name != "" {
			found[n].ColumnName = &name
		}
	}
	next, at := 0, map[string]int{}
	err := i.Rows(job.Content, job.Format, job.Map.Get(), slices.Compact(lines), func(line int, cells []string) error {
		if line == 0 {
			for n, name := range cells {
				at[name] = n
			}
			return nil
		}
		for ; next < len(found) && found[next].Line <= line; next++ {
			f := &found[next]
			if f.Line < line || i.isSecret(f) {
				continue
			}
			var shown string
			if job.Format == imports.CSV {
				shown = cellsOf(cells, at, columns[next])
			} else {
				shown = valueOf(cells[0], f.Field)
			}
			if shown = clean(shown, 200); shown != "" {
				f.Value = &shown
			}
		}
		return nil
	})
	return found, err
}

func (i *Importer) isSecret(f *imports.Fault) bool {
	isIt := func(k jsonl.Key) bool { return k.WriteOnly && k.Path == f.Field }
	return f.RecordType != nil && slices.ContainsFunc(i.keys()[*f.RecordType], isIt)
}

func cellsOf(row []string, at map[string]int, columns []string) string {
	var cells []string
	for _, name := range columns {
		if n, ok := at[name]; ok && n < len(row) {
			cells = append(cells, strings.TrimSpace(row[n]))
		}
	}
	return strings.Join(cells, " ")
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
		return csvfile.Rows(file, read, lines, fn)
	}
	if err := fn(0, []string{"line"}); err != nil {
		return err
	}
	in := bufio.NewReaderSize(file, 1<<20)
	for number := 1; len(lines) > 0; number++ {
		text, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		kept := bytes.Clone(bytes.TrimSpace(text))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if lines[0] == number {
			lines = lines[1:]
			if long { // it is reported as too long
				kept = nil
			}
			if failed := fn(number, []string{string(kept)}); failed != nil {
				return failed
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}
