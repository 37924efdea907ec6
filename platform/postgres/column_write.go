package postgres

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
)

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
