package httpapi

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/petcare/petcare/platform/kernel/paging"
)

// cursors signs and verifies cursors. A cursor is the position at the end of a page with an HMAC of the position and its list (path
// and filters), so that a forged or changed cursor, or one of another list, never reaches a query. The first key signs, all keys
// verify.
type cursors struct{ keys [][]byte }

// newCursors generates a key if there are none, as in tests and in a single replica without configuration.
func newCursors(keys [][]byte) cursors {
	if len(keys) == 0 {
		key := make([]byte, sha256.Size)
		_, _ = rand.Read(key) // never fails
		keys = [][]byte{key}
	}
	return cursors{keys}
}

const sumLength = 15

func (c cursors) encode(r *http.Request, position []string) string {
	payload, err := json.Marshal(position)
	if err != nil {
		panic(err) // strings always encode
	}
	return base64.RawURLEncoding.EncodeToString(append(cursorSum(c.keys[0], r, payload), payload...))
}

func (c cursors) decode(r *http.Request, cursor string) ([]string, error) {
	raw, err := paging.DecodeText(cursor)
	if err != nil || len(raw) <= sumLength {
		return nil, paging.BadCursor()
	}
	payload := raw[sumLength:]
	if !slices.ContainsFunc(c.keys, func(key []byte) bool { return hmac.Equal(cursorSum(key, r, payload), raw[:sumLength]) }) {
		return nil, paging.BadCursor()
	}
	var position []string
	if err := json.Unmarshal(payload, &position); err != nil || len(position) == 0 {
		return nil, paging.BadCursor()
	}
	return position, nil
}

func cursorSum(key []byte, r *http.Request, payload []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("petcare cursor 2\n" + lowerIDs(r.URL.Path) + "?" + filters(r).Encode() + "\n"))
	h.Write(payload)
	return h.Sum(nil)[:sumLength]
}

// filters returns the query without the paging parameters, because the page size may change between pages.
func filters(r *http.Request) url.Values {
	q := r.URL.Query()
	q.Del("cursor")
	q.Del("limit")
	return q
}

// nextLink returns the Link header of the next page.
func nextLink(r *http.Request, cursor string) string {
	q := r.URL.Query()
	q.Set("cursor", cursor)
	return "<" + r.URL.Path + "?" + q.Encode() + `>; rel="next"`
}
