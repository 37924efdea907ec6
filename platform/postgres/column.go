package postgres

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/jsonenc"
	"gorm.io/gorm/schema"
)

// column is one column of a Table and the record field that it stores.
type column struct {
	name     string
	index    []int
	kind     kind
	pointer  bool
	isPlain  bool // a *string
	isKey    bool // never changes
	isUpdate bool // updated_at and version, which every update changes

	isFixed     bool // binary values have a fixed size; see fits
	isEncodable bool // appendJSON writes what the field's type would
}

// kind is the kind of value in a column.
type kind int

const (
	text kind = iota
	id
	truth
	number
	instant
	day
	jsonText
	other // a sql.Scanner and driver.Valuer, stored as text
)

// casts turn the text of a value into the column's type.
var casts = map[kind]string{
	text: "text", id: "uuid", truth: "boolean", number: "bigint", instant: "timestamptz", day: "date", jsonText: "json", other: "text",
}

// jsonValue is the field type of a JSON column.
type jsonValue interface {
	Keep(text []byte)
	Text() []byte
}

func columnOf(f *schema.Field) column {
	c := column{name: f.DBName, index: f.StructField.Index, isKey: f.PrimaryKey || f.DBName == "created_at",
		isUpdate: f.DBName == "updated_at" || f.DBName == "version"}
	t := f.FieldType
	c.isPlain = t == reflect.TypeFor[*string]()
	if t.Kind() == reflect.Pointer {
		c.pointer, t = true, t.Elem()
	}
	switch {
	case t == reflect.TypeFor[uuid.UUID]():
		c.kind = id
	case t == reflect.TypeFor[time.Time]():
		c.kind = instant
	case t == reflect.TypeFor[clock.Day]():
		c.kind = day
	case reflect.PointerTo(t).Implements(reflect.TypeFor[jsonValue]()):
		c.kind = jsonText
	case reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]()):
		c.kind = other
	case t.Kind() == reflect.String:
		c.kind = text
	case t.Kind() == reflect.Bool:
		c.kind = truth
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		c.kind = number
	default:
		panic(fmt.Sprintf("column %s: a %s cannot be kept", f.DBName, t))
	}
	c.isFixed = !slices.Contains([]kind{text, jsonText, other}, c.kind)
	c.isEncodable = slices.Contains([]kind{id, instant, day, jsonText}, c.kind) || c.kind != other && !jsonenc.Marshals(t)
	return c
}

func (c column) of(record reflect.Value) reflect.Value {
	for _, i := range c.index {
		record = record.Field(i)
	}
	return record
}

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
		return int64(int32(binary.BigEndian.Uint32(raw))) //nolint:gosec // two's complement
	}
	return int64(binary.BigEndian.Uint64(raw)) //nolint:gosec // two's complement
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

// text returns the value as text that can be cast to the column's type, nil for null.
func (c *column) text(v reflect.Value) *string {
	if c.pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	var s string
	switch c.kind {
	case text:
		s = v.String()
	case id:
		s = v.Interface().(uuid.UUID).String()
	case truth:
		s = strconv.FormatBool(v.Bool())
	case number:
		s = strconv.FormatInt(v.Int(), 10)
	case instant:
		s = v.Interface().(time.Time).Format(time.RFC3339Nano)
	case day:
		d := v.Interface().(clock.Day)
		if d.IsZero() {
			return nil
		}
		s = d.String()
	case jsonText:
		s = string(v.Addr().Interface().(jsonValue).Text())
	case other:
		s = fmt.Sprint(v.Interface())
	}
	return &s
}

// equal compares two values of the column. It compares JSON by meaning, because the database may format it differently.
func (c *column) equal(a, b reflect.Value) bool {
	if c.pointer {
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		a, b = a.Elem(), b.Elem()
	}
	switch c.kind {
	case text:
		return a.String() == b.String()
	case instant:
		return a.Addr().Interface().(*time.Time).Equal(*b.Addr().Interface().(*time.Time))
	case id:
		return *a.Addr().Interface().(*uuid.UUID) == *b.Addr().Interface().(*uuid.UUID)
	case jsonText:
		return jsonenc.Equal(a.Addr().Interface().(jsonValue).Text(), b.Addr().Interface().(jsonValue).Text())
	default:
		return a.Equal(b)
	}
}

// argument converts the value to a type that pgx encodes directly; for our own types pgx tries several encoders first.
func (c *column) argument(v reflect.Value) any {
	if c.pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch c.kind {
	case text:
		return v.String()
	case id:
		return *v.Addr().Interface().(*uuid.UUID)
	case truth:
		return v.Bool()
	case number:
		return v.Int()
	case jsonText:
		return v.Addr().Interface().(jsonValue).Text()
	case day:
		if d := v.Interface().(clock.Day); !d.IsZero() {
			return d.String()
		}
		return nil
	default:
		return v.Interface()
	}
}
