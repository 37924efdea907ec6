package apijson_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

type meta struct {
	ID uuid.UUID `json:"id"`
	At time.Time `json:"at"`
}

type record struct {
	Kind string `json:"kind"`
	meta
	Born    *clock.Day               `json:"born"`
	Gone    *clock.Day               `json:"gone"`
	Tags    []string                 `json:"tags"`
	Pets    []string                 `json:"pets,omitzero"`
	Found   []string                 `json:"found,omitempty"`
	Count   int                      `json:"count,omitzero"`
	Custom  jsonb.Of[map[string]any] `json:"custom"`
	Raw     json.RawMessage          `json:"raw"`
	Ignored string                   `json:"-"`
}

func TestRecordsAreShownAsClientsKnowThem(t *testing.T) {
	t.Parallel()
	day, id := clock.DayOf(time.Unix(0, 0), time.UTC), uuid.MustParse("0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11")
	at := time.Date(2026, 3, 14, 9, 26, 53, 120_000_000, time.UTC)
	var kept jsonb.Of[map[string]any]
	if err := kept.Scan(`{"b": 1.50, "a": "<>"}`); err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]record{
		`{"kind":"<b> & \u0001\"é` + "\u2028" + `","id":"0198a3c2-7f00-7cc2-9a55-0a4b8d7c1e11","at":"2026-03-14T09:26:53.12Z","born":"1970-01-01",` +
			`"gone":null,"tags":[],"pets":[],"count":1,"custom":{"b":1.50,"a":"<>"},"raw":{"n":9007199254740993}}`: {
			Kind: "<b> & \x01\"é\u2028", meta: meta{id, at}, Born: &day, Pets: []string{}, Found: []string{}, Count: 1, Custom: kept,
			Raw: json.RawMessage(`{"n": 9007199254740993}`), Ignored: "x"},
		`{"kind":"�","id":"00000000-0000-0000-0000-000000000000","at":"0001-01-01T00:00:00Z","born":null,"gone":null,"tags":["a"],` +
			`"found":["b"],"custom":{},"raw":null}`: {
			Kind: "\xff", Tags: []string{"a"}, Found: []string{"b"}, Custom: jsonb.New(map[string]any{}), Raw: json.RawMessage("null")},
	} {
		if got, err := apijson.Marshal(&r); err != nil || string(got) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
		}
	}
}

func TestWhatCannotBeEncodedIsAnError(t *testing.T) {
	t.Parallel()
	if text, err := apijson.Marshal(make(chan int)); err == nil {
		t.Errorf("a channel is %s", text)
	}
}
