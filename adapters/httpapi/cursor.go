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

	"github.com/petcare/petcare/platform/paging"
)

// cursors sign and read cursors. A cursor is the position where a page ended, with an HMAC over it and over the list it
// belongs to (path and filters): one that was made up, changed, or taken to another list, is refused before a position that
// no list has written reaches a query. The first key signs, all of them verify.
type cursors struct{ keys [][]byte }

// newCursors takes a key for this process alone when there is none: for tests, and for one replica without a configuration.
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
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
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
	h.Write([]byte("petcare cursor 2\n" + r.URL.Path + "?" + filters(r).Encode() + "\n"))
	h.Write(payload)
	return h.Sum(nil)[:sumLength]
}

// filters is the query without the paging parameters: the page size may change from page to page.
func filters(r *http.Request) url.Values {
	q := r.URL.Query()
	q.Del("cursor")
	q.Del("limit")
	return q
}

// nextLink is the Link header of the next page.
func nextLink(r *http.Request, cursor string) string {
	q := r.URL.Query()
	q.Set("cursor", cursor)
	return "<" + r.URL.Path + "?" + q.Encode() + `>; rel="next"`
}
