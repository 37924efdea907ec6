package postgres

import (
	"bytes"
	"reflect"
	"slices"
	"sync"

	"github.com/petcare/petcare/platform/kernel/jsonenc"
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
	if err := s.records(reflect.ValueOf(items), isBinary); err != nil {
		return err
	}
	for i := range items {
		for _, d := range s.derived {
			d.set(&items[i])
		}
	}
	return nil
}

// Each implements paging.Stored.
func (s *storedRows[R]) Each(call func(*R), columns ...string) {
	if s.items == nil {
		s.each(derivation{s.layout.named(columns), func(r any) { call(r.(*R)) }})
		return
	}
	for i := range s.items {
		call(&s.items[i])
	}
}

// Derive implements paging.Stored.
func (s *storedRows[R]) Derive(set func(*R), columns ...string) {
	if s.items != nil {
		s.Each(set)
		return
	}
	s.derived = append(s.derived, derivation{s.layout.named(columns), func(r any) { set(r.(*R)) }})
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
	layout  *layout
	data    *[]byte // of the layout's buffers, until it is released
	n       int
	derived []derivation
}

// derivation sets fields of a record, which are not columns, from columns.
type derivation struct {
	columns []int
	set     func(record any) // gets a pointer
}

// layout is how the rows of a table become JSON.
type layout struct {
	record   reflect.Type
	columns  []column
	parts    []part // their numbers in the template follow those of the columns
	template jsonenc.Template
	buffers  sync.Pool // *[]byte
}

// maxReused is the maximum size of a buffer that is reused, in bytes.
const maxReused = 1 << 20

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
	if p.data != nil && cap(*p.data) <= maxReused {
		p.layout.buffers.Put(p.data)
	}
	p.data = nil
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

// each calls a function for records that have only some columns. It panics as Items does.
func (p *packedRows) each(d derivation) {
	data := *p.data
	if slices.ContainsFunc(d.columns, func(n int) bool { return !p.layout.columns[n].isFixed }) {
		data = bytes.Clone(data) // the function may keep texts
	}
	row, values, record := make([]span, len(p.layout.columns)), newUnpacker(data, true), reflect.New(p.layout.record)
	for range p.n {
		values.row(row)
		record.Elem().SetZero()
		if err := p.derive(d, record, values, row); err != nil {
			panic(err)
		}
	}
}

// derive reads the columns of a derivation into a record and runs it.
func (p *packedRows) derive(d derivation, record reflect.Value, values *unpacker, row []span) error {
	for _, n := range d.columns {
		if c := &p.layout.columns[n]; !row[n].isNull {
			if err := c.read(values, row[n], c.of(record.Elem())); err != nil {
				return err
			}
		}
	}
	d.set(record.Interface())
	return nil
}

func (p *packedRows) appendJSON(dst []byte) (_ []byte, err error) {
	l := p.layout
	row, values, record := make([]span, len(l.columns)), newUnpacker(*p.data, true), reflect.New(l.record)
	dst = append(dst, '[')
	for i := range p.n {
		values.row(row)
		if len(p.derived) > 0 {
			record.Elem().SetZero()
		}
		for _, d := range p.derived {
			if err := p.derive(d, record, values, row); err != nil {
				return dst, err
			}
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		for _, gap := range l.template.Gaps {
			dst = append(dst, gap.Before...)
			switch n := gap.Value; {
			case gap.Key != "":
				dst, err = l.parts[n-len(l.columns)].appendDerived(dst, gap.Key, record.Elem())
			case n >= len(l.columns):
				dst, err = l.parts[n-len(l.columns)].appendJSON(dst, values, l.columns, row, record.Elem())
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
		return p.appendDerived(dst, "", record)
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

// appendDerived appends a derived field, or nothing if it has a key that is left out with an empty value.
func (p part) appendDerived(dst []byte, key string, record reflect.Value) ([]byte, error) {
	value := record.FieldByIndex(p.index)
	if key != "" && jsonenc.IsEmpty(value) {
		return dst, nil
	}
	return jsonenc.Append(append(dst, key...), value.Interface())
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

// layoutOf makes the layout of a record type. Its template has no gaps when some key cannot be encoded without its record, or when the
// key of a stored field can be absent.
func layoutOf(record reflect.Type, columns []column) *layout {
	l := &layout{record: record, columns: columns}
	template, ok := jsonenc.TemplateOf(record, func(index []int, optional bool) (int, bool) {
		i := slices.IndexFunc(columns, func(c column) bool { return slices.Equal(c.index, index) })
		if i >= 0 {
			return i, columns[i].isEncodable && !optional
		}
		p := part{of: record.FieldByIndex(index).Type, index: index}
		for i, c := range columns {
			if len(c.index) > len(index) && slices.Equal(c.index[:len(index)], index) {
				p.columns = append(p.columns, i)
			}
		}
		l.parts = append(l.parts, p)
		return len(columns) + len(l.parts) - 1, len(p.columns) == 0 || !optional && jsonenc.Marshals(p.of)
	})
	if ok {
		l.template = template
	}
	return l
}
