package postgres

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
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

// span is where a value is.
type span struct {
	start, end int
	isNull     bool
}

func (u *unpacker) next() span {
	size, n := binary.Uvarint(u.data[u.at:])
	start := u.at + n
	u.at = start + max(int(size)-1, 0) // the length of a slice
	return span{start, u.at, size == 0}
}

// row finds the values of a row.
func (u *unpacker) row(into []span) {
	for i := range into {
		into[i] = u.next()
	}
}

// record reads a row. A null leaves the zero value.
func (u *unpacker) record(columns []column, into reflect.Value) error {
	for i := range columns {
		value, c := u.next(), &columns[i]
		if value.isNull {
			continue
		}
		if err := c.read(u, value, c.of(into)); err != nil {
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
	return newUnpacker(data, isBinary(columns, rows.FieldDescriptions())).record(columns, record)
}
