package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/idempotency"
	"github.com/petcare/petcare/platform/ids"
)

// How much is kept whole: of one answer, compressed, and of the answers of one credential. Of what is beyond, the oldest first,
// the status and the id of the record stay.
const (
	maxAnswer       = 64 << 10
	maxOfCredential = 64 << 20
)

// packedForm is the first byte of a compressed answer. Those that were kept before are JSON.
const packedForm = 1

func pack(a idempotency.Response) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode an answer: %w", err)
	}
	packed := bytes.NewBuffer(append(make([]byte, 0, 1024), packedForm))
	w, err := flate.NewWriter(packed, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress an answer: %w", err)
	}
	_, _ = w.Write(plain) // into memory
	_ = w.Close()
	return packed.Bytes(), nil
}

func unpack(packed []byte) (a idempotency.Response, err error) {
	if len(packed) > 0 && packed[0] == packedForm {
		if packed, err = io.ReadAll(flate.NewReader(bytes.NewReader(packed[1:]))); err != nil {
			return a, fmt.Errorf("read a kept answer: %w", err)
		}
	}
	if err := json.Unmarshal(packed, &a); err != nil {
		return a, fmt.Errorf("read a kept answer: %w", err)
	}
	return a, nil
}

// recordOf is the id of the record that an answer has made, nil where it has made none.
func recordOf(a idempotency.Response) *uuid.UUID {
	if id, ok := ids.Parse(path.Base(a.Header["Location"])); ok {
		return &id
	}
	var made struct {
		ID uuid.UUID `json:"id"`
	}
	if json.Unmarshal(a.Body, &made) != nil || made.ID == uuid.Nil {
		return nil
	}
	return &made.ID
}

// shorten leaves of the oldest answers of a credential no more than status and id. What another transaction has its hands on is
// left to that one.
const shorten = `
update idempotency.answers a set answer = null
from (
	select key from idempotency.answers where principal_id = $1 and key in (
		select key from (
			select key, sum(octet_length(answer)) over (order by created_at desc, key) as total
			from idempotency.answers where principal_id = $1 and answer is not null
		) as kept where total > $2)
	order by key for update skip locked
) as old
where a.principal_id = $1 and a.key = old.key`

// lookEvery is after how many bytes it is looked whether a credential has too many: to add them up costs a look at each answer.
const lookEvery = 4 << 20

// growth counts what was kept since it was last looked, for each credential.
type growth struct {
	mu    sync.Mutex
	bytes map[uuid.UUID]int
}

// by counts bytes and reports whether it is time to look.
func (g *growth) by(principal uuid.UUID, bytes int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.bytes) > 100_000 { // customers come and go
		clear(g.bytes)
	}
	if g.bytes[principal] += bytes; g.bytes[principal] < lookEvery {
		return false
	}
	delete(g.bytes, principal)
	return true
}
