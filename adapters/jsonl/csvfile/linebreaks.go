package csvfile

import (
	"bufio"
	"bytes"
	"io"
)

// withNewlines returns the text with newlines between its rows. Spreadsheets on a Macintosh write carriage returns there, which
// encoding/csv does not know: it would read the whole file as the names of the columns.
func withNewlines(text io.Reader) io.Reader {
	in := bufio.NewReaderSize(text, 32<<10)
	start, _ := in.Peek(32 << 10)
	if endsWithReturn(start) {
		return newlines{in}
	}
	return in
}

// endsWithReturn reports whether the first row ends with a carriage return that no newline follows.
func endsWithReturn(start []byte) bool {
	quoted := false
	for i, c := range start {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			return false
		case c == '\r':
			return !bytes.HasPrefix(bytes.TrimLeft(start[i:], "\r"), []byte("\n"))
		}
	}
	return false
}

// newlines replaces carriage returns.
type newlines struct{ io.Reader }

func (n newlines) Read(p []byte) (int, error) {
	read, err := n.Reader.Read(p)
	for i, c := range p[:read] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return read, err
}
