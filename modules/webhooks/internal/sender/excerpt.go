package sender

import (
	"io"
	"strings"
	"unicode/utf8"
)

const maxExcerpt = 4 << 10

// readExcerpt reads the first 4 KiB of a body, and one byte more, which shows whether the limit splits a character. It does not read to
// the end, so that the transport closes the connection instead of reading the rest for reuse.
func readExcerpt(body io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(body, maxExcerpt+1))
	return excerpt(raw), err
}

// excerpt returns text that PostgreSQL accepts: valid UTF-8 without NUL, at most 4 KiB, ending with a complete character.
func excerpt(raw []byte) string {
	text := strings.ReplaceAll(strings.ToValidUTF8(string(raw), "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= maxExcerpt {
		return text
	}
	end := maxExcerpt
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
