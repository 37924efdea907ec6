package postgres

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
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

func scanColumns(row Scanner, columns []column, record reflect.Value) error {
	rows, ok := row.(pgx.Rows)
	if !ok {
		return fmt.Errorf("a row of %s comes as %T", record.Type(), row)
	}
	fields, values := rows.FieldDescriptions(), rows.RawValues()[:len(columns)]
	var kept rowText
	kept.grow(columns, values)
	for i, raw := range values {
		c := &columns[i]
		if raw == nil {
			continue // the record has its zero value
		}
		if err := c.read(raw, fields[i].Format == pgtype.BinaryFormatCode, fields[i].DataTypeOID, c.of(record), &kept); err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
	}
	return nil
}

// rowText holds all texts of a row: three allocations per row instead of one or two per column.
type rowText struct {
	text     strings.Builder
	json     []byte
	pointers []string
}

func (r *rowText) grow(columns []column, values [][]byte) {
	var texts, json, pointers int
	for i, raw := range values {
		switch c := &columns[i]; {
		case raw == nil:
		case c.kind == jsonText:
			json += len(raw)
		case c.kind == text:
			texts += len(raw)
			if c.isPlain {
				pointers++
			}
		}
	}
	r.text.Grow(texts)
	r.json = make([]byte, 0, json)
	r.pointers = make([]string, 0, pointers)
}

func (r *rowText) keepText(raw []byte) string {
	start := r.text.Len()
	r.text.Write(raw)
	return r.text.String()[start:]
}

func (r *rowText) keepJSON(raw []byte) []byte {
	start := len(r.json)
	r.json = append(r.json, raw...)
	return r.json[start:len(r.json):len(r.json)]
}

// read decodes a value itself, because pgx's type map would take as long as the rest of a list request.
func (c *column) read(raw []byte, isBinary bool, oid uint32, to reflect.Value, kept *rowText) error {
	if c.isPlain {
		kept.pointers = append(kept.pointers, kept.keepText(raw))
		*to.Addr().Interface().(**string) = &kept.pointers[len(kept.pointers)-1]
		return nil
	}
	if c.pointer {
		made := reflect.New(to.Type().Elem())
		to.Set(made)
		to = made.Elem()
	}
	switch c.kind {
	case text:
		to.SetString(kept.keepText(raw))
		return nil
	case jsonText:
		if isBinary && oid == pgtype.JSONBOID {
			raw = raw[1:] // skip the format version
		}
		to.Addr().Interface().(jsonValue).Keep(kept.keepJSON(raw))
		return nil
	case other:
		return to.Addr().Interface().(sql.Scanner).Scan(string(raw))
	}
	if isBinary {
		return c.readBinary(raw, to)
	}
	return c.readText(string(raw), to)
}

var year2000 = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func (c *column) readBinary(raw []byte, to reflect.Value) error {
	switch {
	case c.kind == id && len(raw) == 16:
		copy(to.Addr().Interface().(*uuid.UUID)[:], raw)
	case c.kind == truth && len(raw) == 1:
		to.SetBool(raw[0] != 0)
	case c.kind == number && len(raw) == 8:
		to.SetInt(int64(binary.BigEndian.Uint64(raw))) //nolint:gosec // two's complement
	case c.kind == number && len(raw) == 4:
		to.SetInt(int64(int32(binary.BigEndian.Uint32(raw)))) //nolint:gosec // two's complement
	case c.kind == instant && len(raw) == 8:
		us := int64(binary.BigEndian.Uint64(raw)) //nolint:gosec // two's complement
		*to.Addr().Interface().(*time.Time) = time.UnixMicro(year2000.UnixMicro() + us).UTC()
	case c.kind == day && len(raw) == 4:
		n := int(int32(binary.BigEndian.Uint32(raw))) //nolint:gosec // two's complement
		*to.Addr().Interface().(*clock.Day) = clock.DayOf(year2000, time.UTC).Add(n)
	default:
		return fmt.Errorf("%d bytes are no %s", len(raw), to.Type())
	}
	return nil
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
		return pgUUID(*v.Addr().Interface().(*uuid.UUID))
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
