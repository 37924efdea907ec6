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
	items   []R
	derived []derivation[R]
}

// derivation sets fields that are not columns from columns.
type derivation[R any] struct {
	columns []int
	set     func(*R)
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
	if err := s.records(reflect.ValueOf(items), isBinary); err != nil {
		return err
	}
	for _, d := range s.derived {
		s.each(d.set)
	}
	return nil
}

func (s *storedRows[R]) each(call func(*R)) {
	for i := range s.items {
		call(&s.items[i])
	}
}

// Each implements paging.Stored.
func (s *storedRows[R]) Each(call func(*R), columns ...string) {
	if s.items != nil {
		s.each(call)
		return
	}
	row, d, r := make([]span, len(s.layout.columns)), derivation[R]{s.layout.named(columns), call}, new(R)
	data := *s.data
	if slices.ContainsFunc(d.columns, func(n int) bool { return !s.layout.columns[n].isFixed }) {
		data = bytes.Clone(data) // call may keep texts
	}
	values := newUnpacker(data, true)
	for range s.n {
		values.row(row)
		*r = *new(R)
		if err := s.derive(d, r, values, row); err != nil {
			panic(err) // as in Items
		}
	}
}

// derive reads the columns of a derivation and runs it.
func (s *storedRows[R]) derive(d derivation[R], r *R, values *unpacker, row []span) error {
	record := reflect.ValueOf(r).Elem()
	for _, n := range d.columns {
		if c := &s.layout.columns[n]; !row[n].isNull {
			if err := c.read(values, row[n], c.of(record)); err != nil {
				return err
			}
		}
	}
	d.set(r)
	return nil
}

// Derive implements paging.Stored.
func (s *storedRows[R]) Derive(set func(*R), columns ...string) {
	if s.items != nil {
		s.each(set)
		return
	}
	s.derived = append(s.derived, derivation[R]{s.layout.named(columns), set})
}

// AppendJSON implements paging.Stored.
func (s *storedRows[R]) AppendJSON(dst []byte) ([]byte, error) {
	if s.items != nil {
		return jsonenc.Append(dst, s.items)
	}
	r := new(R)
	return s.appendJSON(dst, func(values *unpacker, row []span) (reflect.Value, error) {
		*r = *new(R)
		for _, d := range s.derived {
			if err := s.derive(d, r, values, row); err != nil {
				return reflect.Value{}, err
			}
		}
		return reflect.ValueOf(r).Elem(), nil
	})
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

	isDerived bool // some part has no columns
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

// appendJSON encodes the rows. derived returns a record with the fields of a row that are not columns.
func (p *packedRows) appendJSON(dst []byte, derived func(*unpacker, []span) (reflect.Value, error)) (_ []byte, err error) {
	l := p.layout
	row, values := make([]span, len(l.columns)), newUnpacker(*p.data, true)
	dst = append(dst, '[')
	for i := range p.n {
		values.row(row)
		var record reflect.Value
		if l.isDerived {
			if record, err = derived(values, row); err != nil {
				return dst, err
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		for _, gap := range l.template.Gaps {
			dst = append(dst, gap.Before...)
			switch n := gap.Value; {
			case n >= len(l.columns):
				dst, err = l.parts[n-len(l.columns)].appendJSON(dst, values, l.columns, row, record)
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

// part is a field of a record that is not one column: a struct of several columns that encodes itself, or, without columns, a field
// that is derived from others.
type part struct {
	of      reflect.Type
	index   []int
	columns []int
}

func (p part) appendJSON(dst []byte, values *unpacker, columns []column, row []span, record reflect.Value) ([]byte, error) {
	if len(p.columns) == 0 {
		return jsonenc.Append(dst, record.FieldByIndex(p.index).Interface())
	}
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

// named are the numbers of columns. A name that is none is a programming error.
func (l *layout) named(columns []string) (list []int) {
	for _, name := range columns {
		i := slices.IndexFunc(l.columns, func(c column) bool { return c.name == name })
		if i < 0 {
			panic("there is no column " + name)
		}
		list = append(list, i)
	}
	return list
}

// layoutOf makes the layout of a record type. Its template has no gaps when some key cannot be encoded without its record.
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
		l.isDerived = l.isDerived || len(p.columns) == 0
		return len(columns) + len(l.parts) - 1, len(p.columns) == 0 || jsonenc.Marshals(p.of)
	})
	if ok {
		l.template = template
	}
	return l
}
