package postgres

import (
	"bytes"
	"reflect"
	"slices"
	"sync"

	"github.com/petcare/petcare/platform/jsonenc"
)

// storedRows are the rows of a page as the database sent them, until Items decodes them.
type storedRows[R any] struct {
	packedRows
	items []R
}

// Items implements paging.Stored.
func (s *storedRows[R]) Items() []R {
	if s.items == nil {
		if err := s.decode(true); err != nil {
			panic(err) // canEncode has checked the size of all values
		}
	}
	return s.items
}

func (s *storedRows[R]) decode(isBinary bool) error {
	items := make([]R, s.n)
	s.items = items
	return s.records(reflect.ValueOf(items), isBinary)
}

// AppendJSON implements paging.Stored.
func (s *storedRows[R]) AppendJSON(dst []byte) ([]byte, error) {
	if s.items != nil {
		return jsonenc.Append(dst, s.items)
	}
	return s.appendJSON(dst)
}

// packedRows are the part of storedRows that does not know the type of the records.
type packedRows struct {
	layout *layout
	data   *[]byte // of the layout's buffers, until it is released
	n      int
}

// layout is how the rows of a table become JSON.
type layout struct {
	columns  []column
	parts    []part // their numbers in the template follow those of the columns
	template jsonenc.Template
	buffers  sync.Pool // *[]byte
}

func (l *layout) buffer() *[]byte {
	if b, ok := l.buffers.Get().(*[]byte); ok {
		return b
	}
	return new([]byte)
}

// Len implements paging.Stored.
func (p *packedRows) Len() int { return p.n }

// Release implements paging.Stored.
func (p *packedRows) Release() {
	if p.data != nil {
		p.layout.buffers.Put(p.data)
		p.data = nil
	}
}

// records decodes the rows into a slice, and releases them.
func (p *packedRows) records(into reflect.Value, isBinary bool) error {
	defer p.Release()
	values := newUnpacker(bytes.Clone(*p.data), isBinary)
	for i := range p.n {
		if err := values.record(p.layout.columns, into.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (p *packedRows) appendJSON(dst []byte) (_ []byte, err error) {
	l := p.layout
	row, values := make([]span, len(l.columns)), newUnpacker(*p.data, true)
	dst = append(dst, '[')
	for i := range p.n {
		for k := range row {
			row[k] = values.next()
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		for _, gap := range l.template.Gaps {
			dst = append(dst, gap.Before...)
			switch n := gap.Value; {
			case n >= len(l.columns):
				dst, err = l.parts[n-len(l.columns)].appendJSON(dst, values, l.columns, row)
			case row[n].isNull:
				dst = append(dst, gap.Zero...)
			default:
				dst = l.columns[n].appendJSON(dst, values.data[row[n].start:row[n].end])
			}
			if err != nil {
				return dst, err
			}
		}
		dst = append(dst, l.template.End...)
	}
	return append(dst, ']'), nil
}

// part is a struct of several columns that encodes itself.
type part struct {
	of      reflect.Type
	index   []int
	columns []int
}

func (p part) appendJSON(dst []byte, values *unpacker, columns []column, row []span) ([]byte, error) {
	made := reflect.New(p.of)
	for _, n := range p.columns {
		if c := &columns[n]; !row[n].isNull {
			if err := c.read(values, row[n], made.Elem().FieldByIndex(c.index[len(p.index):])); err != nil {
				return dst, err
			}
		}
	}
	return jsonenc.Append(dst, made.Interface())
}

// layoutOf makes the layout of a record type. Its template has no gaps when some key does not come from columns.
func layoutOf(record reflect.Type, columns []column) *layout {
	l := &layout{columns: columns}
	template, ok := jsonenc.TemplateOf(record, func(index []int) (int, bool) {
		i := slices.IndexFunc(columns, func(c column) bool { return slices.Equal(c.index, index) })
		if i >= 0 {
			return i, columns[i].isEncodable
		}
		p := part{of: record.FieldByIndex(index).Type, index: index}
		for i, c := range columns {
			if len(c.index) > len(index) && slices.Equal(c.index[:len(index)], index) {
				p.columns = append(p.columns, i)
			}
		}
		l.parts = append(l.parts, p)
		return len(columns) + len(l.parts) - 1, len(p.columns) > 0 && jsonenc.Marshals(p.of)
	})
	if ok {
		l.template = template
	}
	return l
}
