package postgres

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
)

// scan reads a row of all columns.
func (t *Table[R]) scan(row Scanner, into *R) error {
	return scanColumns(row, t.columns, reflect.ValueOf(into).Elem())
}

// read decodes a value itself, because pgx's type map would take as long as the rest of a list request.
func (c *column) read(u *unpacker, at span, to reflect.Value) error {
	if c.isPlain {
		*to.Addr().Interface().(**string) = u.pointer(u.text[at.start:at.end])
		return nil
	}
	if c.pointer {
		made := reflect.New(to.Type().Elem())
		to.Set(made)
		to = made.Elem()
	}
	switch c.kind {
	case text:
		to.SetString(u.text[at.start:at.end])
		return nil
	case jsonText:
		to.Addr().Interface().(jsonValue).Keep(u.data[at.start:at.end:at.end])
		return nil
	case other:
		return to.Addr().Interface().(sql.Scanner).Scan(u.text[at.start:at.end])
	}
	if u.isBinary {
		return c.readBinary(u.data[at.start:at.end], to)
	}
	return c.readText(u.text[at.start:at.end], to)
}

var year2000 = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (c *column) readBinary(raw []byte, to reflect.Value) error {
	if !c.fits(len(raw)) {
		return fmt.Errorf("%d bytes are no %s", len(raw), to.Type())
	}
	switch c.kind {
	case id:
		copy(to.Addr().Interface().(*uuid.UUID)[:], raw)
	case truth:
		to.SetBool(raw[0] != 0)
	case number:
		to.SetInt(integer(raw))
	case instant:
		*to.Addr().Interface().(*time.Time) = instantOf(raw)
	case day:
		*to.Addr().Interface().(*clock.Day) = clock.DayOf(midnight(raw), time.UTC)
	}
	return nil
}

// fits reports whether a binary value has the right size, in bytes.
func (c *column) fits(size int) bool {
	switch c.kind {
	case id:
		return size == 16
	case truth:
		return size == 1
	case number:
		return size == 4 || size == 8
	case instant:
		return size == 8
	case day:
		return size == 4
	default:
		return true
	}
}

// integer reads a big-endian number of four or eight bytes.
func integer(raw []byte) int64 {
	if len(raw) == 4 {
		return int64(int32(binary.BigEndian.Uint32(raw))) // two's complement
	}
	return int64(binary.BigEndian.Uint64(raw)) // two's complement
}

func instantOf(raw []byte) time.Time {
	return time.UnixMicro(year2000.UnixMicro() + integer(raw)).UTC()
}

func midnight(raw []byte) time.Time { return year2000.AddDate(0, 0, int(integer(raw))) }

// appendJSON appends a value in binary format as JSON.
func (c *column) appendJSON(dst, raw []byte) []byte {
	switch c.kind {
	case id:
		return jsonenc.UUID(dst, uuid.UUID(raw))
	case truth:
		return strconv.AppendBool(dst, raw[0] != 0)
	case number:
		return strconv.AppendInt(dst, integer(raw), 10)
	case instant:
		return jsonenc.Time(dst, instantOf(raw))
	case day:
		return midnight(raw).AppendFormat(dst, `"2006-01-02"`)
	case jsonText:
		return append(dst, raw...)
	default:
		return jsonenc.Text(dst, raw)
	}
}

func (c *column) readText(s string, to reflect.Value) (err error) {
	switch c.kind {
	case id:
		*to.Addr().Interface().(*uuid.UUID), err = uuid.Parse(s)
	case truth:
		to.SetBool(s == "t")
	case number:
		var n int64
		n, err = strconv.ParseInt(s, 10, 64)
		to.SetInt(n)
	case instant:
		var at time.Time
		at, err = time.Parse("2006-01-02 15:04:05.999999999Z07", s)
		*to.Addr().Interface().(*time.Time) = at.UTC()
	case day:
		err = to.Addr().Interface().(*clock.Day).Scan(s)
	}
	return err
}
