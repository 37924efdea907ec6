package postgres_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/petcare/petcare/platform/postgres"
)

// counted counts the calls of Read.
type counted struct {
	io.Reader
	calls int
}

func (c *counted) Read(into []byte) (int, error) {
	c.calls++
	return c.Reader.Read(into)
}

func TestAnswersThatAreThereAreReadAtOnce(t *testing.T) {
	t.Parallel()
	var sent []byte
	for range 60 {
		row, err := (&pgproto3.DataRow{Values: [][]byte{make([]byte, 1000)}}).Encode(nil)
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, row...)
	}
	in := &counted{Reader: bytes.NewReader(sent)}
	f := postgres.BuildFrontend(in, io.Discard)
	for n := range 60 {
		m, err := f.Receive()
		if row, ok := m.(*pgproto3.DataRow); err != nil || !ok || len(row.Values[0]) != 1000 {
			t.Fatalf("message %d: %T, %v", n, m, err)
		}
	}
	if in.calls != 1 {
		t.Errorf("%d bytes were read with %d calls", len(sent), in.calls)
	}
}
