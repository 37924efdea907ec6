package postgres

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/petcare/petcare/platform/jsonenc"
)

// pack appends the first values of a row to dst, each with its length + 1 as a varint before it; 0 is null.
func pack(dst []byte, row pgx.Rows, columns int) []byte {
	fields := row.FieldDescriptions()
	for i, raw := range row.RawValues()[:columns] {
		if raw == nil {
			dst = append(dst, 0)
			continue
		}
		if fields[i].DataTypeOID == pgtype.JSONBOID && fields[i].Format == pgtype.BinaryFormatCode {
			raw = raw[1:] // skip the format version
		}
		dst = append(binary.AppendUvarint(dst, uint64(len(raw))+1), raw...)
	}
	return dst
}

// unpacker reads packed rows. Its texts are parts of one string and its JSON of one slice: a few allocations for all rows instead of
// one or two per column.
type unpacker struct {
	data     []byte
	text     string // the same bytes: nobody changes them any more
	at       int
	isBinary bool // the format of ids, numbers, instants and the like
	pointers []string
}

func newUnpacker(data []byte, isBinary bool) *unpacker {
	return &unpacker{data: data, text: unsafe.String(unsafe.SliceData(data), len(data)), isBinary: isBinary}
}

// next returns where the next value is; ok is false for null.
func (u *unpacker) next() (start, end int, ok bool) {
	size, n := binary.Uvarint(u.data[u.at:])
	start = u.at + n
	u.at = start + max(int(size)-1, 0) //nolint:gosec // the length of a slice
	return start, u.at, size > 0
}

// record reads a row. A null leaves the zero value.
func (u *unpacker) record(columns []column, into reflect.Value) error {
	for i := range columns {
		start, end, ok := u.next()
		if !ok {
			continue
		}
		c := &columns[i]
		if err := c.read(u, start, end, c.of(into)); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return nil
}

// pointer keeps a text and returns its address.
func (u *unpacker) pointer(text string) *string {
	if len(u.pointers) == cap(u.pointers) {
		u.pointers = make([]string, 0, min(max(8, 2*cap(u.pointers)), 128)) // addresses in the full one stay valid
	}
	u.pointers = append(u.pointers, text)
	return &u.pointers[len(u.pointers)-1]
}

// scanColumns reads a row whose first columns are these.
func scanColumns(row Scanner, columns []column, record reflect.Value) error {
	rows, ok := row.(pgx.Rows)
	if !ok {
		return fmt.Errorf("a row of %s comes as %T", record.Type(), row)
	}
	size := 0
	for _, raw := range rows.RawValues()[:len(columns)] {
		size += len(raw) + binary.MaxVarintLen16
	}
	data := pack(make([]byte, 0, size), rows, len(columns))
	isBinary, _ := formatOf(columns, rows.FieldDescriptions())
	return newUnpacker(data, isBinary).record(columns, record)
}

// storedRows are the rows of a page as the database sent them, until Items decodes them.
type storedRows[R any] struct {
	table *Table[R]
	data  *[]byte // from table.buffers, until it is released
	n     int
	items []R
}

// Len implements paging.Stored.
func (s *storedRows[R]) Len() int { return s.n }

// Items implements paging.Stored.
func (s *storedRows[R]) Items() []R {
	if s.items == nil {
		if err := s.decode(true); err != nil {
			panic(err) // formatOf has checked the size of all values
		}
	}
	return s.items
}

func (s *storedRows[R]) decode(isBinary bool) error {
	items, values := make([]R, s.n), newUnpacker(bytes.Clone(*s.data), isBinary)
	defer s.Release()
	for i := range items {
		if err := values.record(s.table.columns, reflect.ValueOf(&items[i]).Elem()); err != nil {
			return err
		}
	}
	s.items = items
	return nil
}

// AppendJSON implements paging.Stored.
func (s *storedRows[R]) AppendJSON(dst []byte) ([]byte, error) {
	if s.items != nil {
		return jsonenc.Append(dst, s.items)
	}
	t := s.table
	row, values := make([][]byte, len(t.columns)), unpacker{data: *s.data}
	dst = append(dst, '[')
	for i := range s.n {
		for k := range row {
			row[k] = nil
			if start, end, ok := values.next(); ok {
				row[k] = (*s.data)[start:end]
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		for _, gap := range t.template.Gaps {
			dst = append(dst, gap.Before...)
			if raw := row[gap.Value]; raw == nil {
				dst = append(dst, gap.Zero...)
			} else {
				dst = t.columns[gap.Value].appendJSON(dst, raw)
			}
		}
		dst = append(dst, t.template.End...)
	}
	return append(dst, ']'), nil
}

// Release implements paging.Stored.
func (s *storedRows[R]) Release() {
	if s.data != nil {
		s.table.buffers.Put(s.data)
		s.data = nil
	}
}

// templateOf makes the template of R's JSON. It has no gaps when some key does not come from a column, or a type encodes itself.
func (t *Table[R]) templateOf() jsonenc.Template {
	made, ok := jsonenc.TemplateOf(reflect.TypeFor[R](), func(index []int) (int, bool) {
		for i, c := range t.columns {
			if reflect.DeepEqual(c.index, index) {
				return i, c.isEncodable
			}
		}
		return 0, false
	})
	if !ok {
		return jsonenc.Template{}
	}
	return made
}
