package store

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
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

// seal compresses and encrypts a response. It returns nil for one that is too large. The body follows the JSON of the rest as it is,
// because in JSON it would be base64, which compresses worse.
func (s *Store) seal(r idempotency.Request, a idempotency.Response) ([]byte, error) {
	body := a.Body
	a.Body = nil
	head, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode a response: %w", err)
	}
	packed := bytes.NewBuffer([]byte{formatCompressed})
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(packed)
	_, _ = w.Write(head) // cannot fail in memory
	_, _ = w.Write(body)
	_ = w.Close()
	if packed.Len() > maxResponse {
		return nil, nil
	}
	return s.box.Seal(packed.Bytes(), purposeApart(r)), nil
}

// formatCompressed is the first byte of a stored response.
const formatCompressed = 1

// compressors are used again: a new one takes a megabyte.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // there is such a level
	return w
}}

// open opens what seal returned. found is false if it is nil, or the key is lost. Versions before 1.0.0-rc.25 had the body of
// most in the JSON.
func (s *Store) open(r idempotency.Request, sealed []byte) (a idempotency.Response, found bool, err error) {
	packed, err := s.box.Open(sealed, purposeApart(r))
	if err != nil {
		packed, err = s.box.Open(sealed, purpose(r))
	}
	if err != nil {
		return a, false, nil
	}
	in := flate.NewReader(bytes.NewReader(packed[1:]))
	d := json.NewDecoder(in)
	if err := d.Decode(&a); err != nil {
		return a, false, fmt.Errorf("read a stored response: %w", err)
	}
	body, err := io.ReadAll(io.MultiReader(d.Buffered(), in))
	if err != nil {
		return a, false, fmt.Errorf("read the body of a stored response: %w", err)
	}
	if a.Body == nil {
		a.Body = body
	}
	return a, true, nil
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

// checkEvery is how many bytes a credential adds, on average, before its total is checked, because the query reads all its responses.
const checkEvery = 4 << 20

// isCheckDue reports whether the total of a credential is checked after it has added bytes. Chance needs no memory of what others added.
func isCheckDue(bytes int) bool { return rand.IntN(checkEvery) < bytes }
