package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/petcare/petcare/platform/paging"
)

// A cursor is the position where a page ended, with a check sum over it and over the list it belongs to (path and
// filters): one that was changed, or taken to another list, is found out. It grants nothing, so it needs no secret.
const sumLength = 9

func encodeCursor(r *http.Request, position []string) string {
	payload, err := json.Marshal(position)
	if err != nil {
		panic(err) // strings always encode
	}
	return base64.RawURLEncoding.EncodeToString(append(cursorSum(r, payload), payload...))
}

func decodeCursor(r *http.Request, cursor string) ([]string, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(raw) <= sumLength {
		return nil, paging.BadCursor()
	}
	payload := raw[sumLength:]
	if string(cursorSum(r, payload)) != string(raw[:sumLength]) {
		return nil, paging.BadCursor()
	}
	var position []string
	if err := json.Unmarshal(payload, &position); err != nil || len(position) == 0 {
		return nil, paging.BadCursor()
	}
	return position, nil
}

func cursorSum(r *http.Request, payload []byte) []byte {
	h := sha256.New()
	h.Write([]byte("petcare cursor 1\n" + r.URL.Path + "?" + filters(r).Encode() + "\n"))
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
