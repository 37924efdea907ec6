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
			panic(err) // formatOf has checked the size of all values
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
	return s.appendJSON(dst), nil
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

func (p *packedRows) appendJSON(dst []byte) []byte {
	l := p.layout
	row, values := make([][]byte, len(l.columns)), unpacker{data: *p.data}
	dst = append(dst, '[')
	for i := range p.n {
		for k := range row {
			row[k] = nil
			if start, end, ok := values.next(); ok {
				row[k] = values.data[start:end]
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		for _, gap := range l.template.Gaps {
			dst = append(dst, gap.Before...)
			if raw := row[gap.Value]; raw == nil {
				dst = append(dst, gap.Zero...)
			} else {
				dst = l.columns[gap.Value].appendJSON(dst, raw)
			}
		}
		dst = append(dst, l.template.End...)
	}
	return append(dst, ']')
}

// layoutOf makes the layout of a record type. Its template has no gaps when some key does not come from a column, or a type encodes
// itself.
func layoutOf(record reflect.Type, columns []column) *layout {
	template, ok := jsonenc.TemplateOf(record, func(index []int) (int, bool) {
		i := slices.IndexFunc(columns, func(c column) bool { return slices.Equal(c.index, index) })
		return i, i >= 0 && columns[i].isEncodable
	})
	if !ok {
		template = jsonenc.Template{}
	}
	return &layout{columns: columns, template: template}
}
