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
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Limits of what is stored, in bytes: one compressed response, and all responses of one credential. Of a response beyond them, only
// the status and the id of the record are stored. The oldest responses of a credential are reduced first.
const (
	maxResponse      = 64 << 10
	maxPerCredential = 64 << 20
)

// formatCompressed is the first byte of a stored response.
const formatCompressed = 1

// seal compresses and encrypts a response. It returns nil for one that is too large. The body is part of the JSON, in base64, which may
// compress worse than the body; then it follows the JSON as it is. Versions that do not know this cannot open it, because its purpose is
// another one, and so answer as if the response had been too large.
func (s *Store) seal(r idempotency.Request, a idempotency.Response) ([]byte, error) {
	packed, err := pack(a, nil)
	if err == nil && len(packed) <= maxResponse {
		return s.box.Seal(packed, purpose(r)), nil
	}
	body := a.Body
	a.Body = nil
	if packed, err = pack(a, body); err != nil || len(packed) > maxResponse {
		return nil, err
	}
	return s.box.Seal(packed, purposeApart(r)), nil
}

// open opens what seal returned. found is false if it is nil, or the key is lost.
func (s *Store) open(r idempotency.Request, sealed []byte) (a idempotency.Response, found bool, err error) {
	packed, err := s.box.Open(sealed, purpose(r))
	if err == nil {
		_, err = unpack(packed, &a)
		return a, true, err
	}
	if packed, err = s.box.Open(sealed, purposeApart(r)); err != nil {
		return a, false, nil
	}
	body, err := unpack(packed, &a)
	a.Body = body
	return a, true, err
}

// small is how many bytes are not compressed: to save a third of them would take longer than to store the response.
const small = 2 << 10

// Compressors are used again: a new one takes a megabyte.
var fast, none = compressors(flate.BestSpeed), compressors(flate.NoCompression)

func compressors(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, err := flate.NewWriter(nil, level)
		if err != nil {
			panic(err) // there is no such level
		}
		return w
	}}
}

func pack(a idempotency.Response, body []byte) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode a response: %w", err)
	}
	packed := bytes.NewBuffer(append(make([]byte, 0, small), formatCompressed))
	pool := fast
	if len(plain)+len(body) <= small {
		pool = none
	}
	w := pool.Get().(*flate.Writer)
	defer pool.Put(w)
	w.Reset(packed)
	_, _ = w.Write(plain) // cannot fail in memory
	_, _ = w.Write(body)
	_ = w.Close()
	return packed.Bytes(), nil
}

// unpack fills in a response and returns what follows its JSON.
func unpack(packed []byte, a *idempotency.Response) ([]byte, error) {
	in := flate.NewReader(bytes.NewReader(packed[1:]))
	d := json.NewDecoder(in)
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("read a stored response: %w", err)
	}
	body, err := io.ReadAll(io.MultiReader(d.Buffered(), in))
	if err != nil {
		return nil, fmt.Errorf("read the body of a stored response: %w", err)
	}
	return body, nil
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

// shorten reduces the oldest responses of a credential to status and record id. It skips rows that another transaction has locked. Each
// subquery is an array, so that it runs once, however few responses the planner believes the credential to have.
const shorten = `
update idempotency.answers set answer = null
where principal_id = @principal and key = any(array(
	select key from idempotency.answers where principal_id = @principal and key = any(array(
		select key from (
			select key, sum(octet_length(answer)) over (order by created_at desc, key) as total
			from idempotency.answers where principal_id = @principal and answer is not null
		) as kept where total > @most))
	order by key for update skip locked))`

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
