package limit

import (
	"encoding/binary"
	"encoding/json"
	"testing"
)

func TestRowsAreJSON(t *testing.T) {
	t.Parallel()
	table := columns("id:n open:b name note born:d at:t tags:j none:t")
	number := func(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
	raw := table.append(nil, [][]byte{number(7), {1}, []byte("a\"b\\c\n\x01é"), {}, binary.BigEndian.AppendUint32(nil, 9_000),
		number(800_000_000_123_456), []byte(`["x"]`), nil})
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	for name, want := range map[string]any{"id": 7.0, "open": true, "name": "a\"b\\c\n\x01é", "note": "", "born": "2024-08-22",
		"at": "2025-05-08T06:13:20.123456Z", "none": nil} {
		if value, there := got[name]; !there || value != want {
			t.Errorf("%s is %v, not %v", name, value, want)
		}
	}
}
