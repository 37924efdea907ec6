package postgres

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// pageRows are the rows of a page while it is being read: the columns of a table, then as text the sort keys that are no columns.
type pageRows struct {
	limit     int
	keys      []int // the columns of the sort keys, see Relation.keys
	rows      int
	size      int      // in a response, at most
	data      *[]byte  // see pack
	position  [][]byte // the sort keys of the last row
	more      bool     // there is a next page
	isBinary  bool
	canEncode bool // see storedRows
}

func (p *pageRows) add(row Scanner, columns []column) error {
	r, ok := row.(pgx.Rows)
	if !ok {
		return fmt.Errorf("a row comes as %T", row)
	}
	values := r.RawValues()
	size := shownSize(values)
	if p.more = p.more || p.rows == p.limit || p.rows > 0 && p.size+size > maxPage; p.more {
		return nil
	}
	if p.rows == 0 {
		p.isBinary, p.canEncode = isBinary(columns, r.FieldDescriptions()), canEncode(columns, r.FieldDescriptions())
	}
	p.rows++
	p.size += size
	*p.data = pack(*p.data, r, len(columns))
	further := values[len(columns):]
	for i, at := range p.keys {
		var key []byte
		if at >= 0 {
			key = values[at]
		} else {
			key, further = further[0], further[1:]
		}
		p.position[i] = append(p.position[i][:0], key...)
	}
	return nil
}

// next is the position after which the next page begins, nil on the last page.
func (p *pageRows) next() []string {
	if !p.more {
		return nil
	}
	list := make([]string, len(p.keys))
	for i, key := range p.position {
		list[i] = string(key)
		if id, err := uuid.FromBytes(key); p.keys[i] >= 0 && err == nil { // in binary format
			list[i] = id.String()
		}
	}
	return list
}

// isBinary reports the format of the values that have a fixed size. The database sends all of them in one format.
func isBinary(columns []column, fields []pgconn.FieldDescription) bool {
	for i := range columns { // by index: a column is large
		if columns[i].isFixed {
			return fields[i].Format == pgtype.BinaryFormatCode
		}
	}
	return false
}

// canEncode reports whether all values that have a fixed size are binary and have the right one.
func canEncode(columns []column, fields []pgconn.FieldDescription) bool {
	for i := range columns {
		if c := &columns[i]; c.isFixed && (fields[i].Format != pgtype.BinaryFormatCode || !c.fits(int(fields[i].DataTypeSize))) {
			return false
		}
	}
	return true
}

// maxPage limits the bytes of records in a page, except for a single larger record; the page ends early. A response has at most
// 8 MiB; the rest is for what lists show beside the records. In memory a record is about three times as large.
const maxPage = 7 << 20

// JSON adds to a row: a key for each value, and longer forms of ids and instants; a control character becomes six characters. Rows
// that are small even in the worst case are not scanned.
const (
	perValue   = 48
	perControl = 5
	smallRow   = 4 << 10
)

// shownSize is an upper bound of the size of a row in a response, in bytes.
func shownSize(values [][]byte) (n int) {
	for _, raw := range values {
		n += len(raw)
	}
	if n <= smallRow {
		return n*(1+perControl) + len(values)*perValue
	}
	for _, raw := range values {
		for _, c := range raw {
			switch {
			case c < ' ':
				n += perControl
			case c == '"', c == '\\':
				n++
			}
		}
	}
	return n + len(values)*perValue
}
