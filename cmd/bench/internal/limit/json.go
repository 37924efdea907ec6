package limit

import (
	"encoding/binary"
	"strconv"
	"strings"
	"time"
)

// write appends a column in PostgreSQL's binary format as JSON.
type write func(to, value []byte) []byte

// table describes the columns of a response in the order of the select list.
type table struct {
	list  string   // for SQL
	keys  []string // `{"id":`, `,"name":` and so on
	write []write
}

// columns parses "name" and "name:kind". A column without a kind is text.
func columns(spec string) table {
	var t table
	var names []string
	for i, field := range strings.Fields(spec) {
		name, kind, _ := strings.Cut(field, ":")
		names = append(names, name)
		open := ","
		if i == 0 {
			open = "{"
		}
		t.keys = append(t.keys, open+strconv.Quote(name)+":")
		t.write = append(t.write, map[string]write{"": text, "n": number, "b": boolean, "j": stored, "d": day, "t": instant}[kind])
	}
	t.list = strings.Join(names, ", ")
	return t
}

func (t *table) append(to []byte, values [][]byte) []byte {
	for i, value := range values {
		to = append(to, t.keys[i]...)
		if value == nil {
			to = append(to, "null"...)
		} else {
			to = t.write[i](to, value)
		}
	}
	return append(to, '}')
}

func number(to, value []byte) []byte {
	return strconv.AppendInt(to, int64(binary.BigEndian.Uint64(value)), 10)
}

func boolean(to, value []byte) []byte { return strconv.AppendBool(to, value[0] == 1) }

// stored appends a JSON column unchanged.
func stored(to, value []byte) []byte { return append(to, value...) }

var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func day(to, value []byte) []byte {
	date := epoch.AddDate(0, 0, int(int32(binary.BigEndian.Uint32(value))))
	return append(date.AppendFormat(append(to, '"'), time.DateOnly), '"')
}

func instant(to, value []byte) []byte {
	at := epoch.Add(time.Duration(binary.BigEndian.Uint64(value)) * time.Microsecond)
	return append(at.AppendFormat(append(to, '"'), time.RFC3339Nano), '"')
}

func text(to, value []byte) []byte {
	to = append(to, '"')
	done := 0
	for i, c := range value {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		to = append(to, value[done:i]...)
		done = i + 1
		if c >= ' ' {
			to = append(to, '\\', c)
		} else {
			const digits = "0123456789abcdef"
			to = append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return append(append(to, value[done:]...), '"')
}
