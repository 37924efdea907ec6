package postgres

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonenc"
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
