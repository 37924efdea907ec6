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

// Limits of what is stored, in bytes: one compressed response, and all responses of one credential. Of a response beyond them, only
// the status and the id of the record are stored. The oldest responses of a credential are reduced first.
const (
	maxResponse      = 64 << 10
	maxPerCredential = 64 << 20
)

// formatCompressed is the first byte of a compressed response. Earlier versions stored plain JSON.
const formatCompressed = 1

func pack(a idempotency.Response) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode a response: %w", err)
	}
	packed := bytes.NewBuffer(append(make([]byte, 0, 1024), formatCompressed))
	w, err := flate.NewWriter(packed, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress a response: %w", err)
	}
	_, _ = w.Write(plain) // cannot fail in memory
	_ = w.Close()
	return packed.Bytes(), nil
}

func unpack(packed []byte) (a idempotency.Response, err error) {
	if len(packed) > 0 && packed[0] == formatCompressed {
		if packed, err = io.ReadAll(flate.NewReader(bytes.NewReader(packed[1:]))); err != nil {
			return a, fmt.Errorf("read a stored response: %w", err)
		}
	}
	if err := json.Unmarshal(packed, &a); err != nil {
		return a, fmt.Errorf("read a stored response: %w", err)
	}
	return a, nil
}

// recordOf returns the id of the record that a response says was created, or nil.
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

// shorten reduces the oldest responses of a credential to status and record id. It skips rows that another transaction has locked.
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

// checkEvery is how many bytes a credential may add before the total is checked, because the query reads all its responses.
const checkEvery = 4 << 20

// growth counts the bytes that each credential has added since its last check.
type growth struct {
	mu    sync.Mutex
	bytes map[uuid.UUID]int
}

// by adds bytes and reports whether a check is due.
func (g *growth) by(principal uuid.UUID, bytes int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.bytes) > 100_000 { // bounds the map: each customer has an entry
		clear(g.bytes)
	}
	if g.bytes[principal] += bytes; g.bytes[principal] < checkEvery {
		return false
	}
	delete(g.bytes, principal)
	return true
}
