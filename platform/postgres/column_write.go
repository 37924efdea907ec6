package postgres

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
)

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

// textOf returns an argument as text that can be cast to the type of its column, nil for null.
func textOf(argument any) *string {
	switch v := argument.(type) {
	case nil:
		return nil
	case string:
		return &v
	case []byte:
		return new(string(v))
	case int64:
		return new(strconv.FormatInt(v, 10))
	case time.Time:
		return new(v.Format(time.RFC3339Nano))
	case uuid.UUID:
		return new(v.String())
	default:
		return new(fmt.Sprint(v))
	}
}
