package sender

import (
	"io"
	"strings"
	"unicode/utf8"
)

const maxExcerpt = 4 << 10

// readExcerpt reads the first 4 KiB of a body. It does not read to the end, so that the transport closes the connection instead of
// reading the rest for reuse.
func readExcerpt(body io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(body, maxExcerpt+1))
	return excerpt(raw), err
}

// excerpt returns text that PostgreSQL accepts: valid UTF-8 without NUL, at most 4 KiB, ending with a complete character.
func excerpt(raw []byte) string {
	text := strings.ToValidUTF8(string(dropPartialRune(raw)), "\uFFFD")
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	if len(text) <= maxExcerpt {
		return text
	}
	end := maxExcerpt
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// dropPartialRune truncates the text to the limit. A character that the limit would split is removed.
func dropPartialRune(raw []byte) []byte {
	if len(raw) <= maxExcerpt {
		return raw
	}
	raw = raw[:maxExcerpt]
	for i := 1; i < utf8.UTFMax; i++ {
		tail := raw[len(raw)-i:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return raw[:len(raw)-i]
			}
			return raw
		}
	}
	return raw
}
