package jsonl

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/petcare/petcare/platform/kernel/text"
)

// maxLine is the maximum size of a line in bytes, the same as for a body of the API.
const maxLine = 1 << 20

// InputError is an error of reading the input, not one of the database, which often has the same cause.
type InputError struct{ error }

func (e *InputError) Error() string {
	var broken flate.CorruptInputError
	if errors.Is(e.error, io.ErrUnexpectedEOF) || errors.Is(e.error, gzip.ErrHeader) || errors.Is(e.error, gzip.ErrChecksum) ||
		errors.As(e.error, &broken) {
		return "the file is cut or damaged: " + e.error.Error()
	}
	return e.error.Error()
}

func (e *InputError) Unwrap() error { return e.error }

// source makes the errors of a reader InputErrors.
type source struct{ io.Reader }

func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &InputError{err}
	}
	return n, err
}

// Unpacked returns an input, decompressed if it is gzip, which its first bytes show. Reading it fails with *InputError.
func Unpacked(input io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(source{input}, maxLine+len("\r\n"))
	if !startsPacked(in) {
		return in, nil
	}
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("unpack: %w", &InputError{err})
	}
	in = bufio.NewReaderSize(source{unpacked}, maxLine+len("\r\n"))
	if startsPacked(in) {
		return nil, errors.New("it is gzipped twice")
	}
	return in, nil
}

func startsPacked(in *bufio.Reader) bool {
	magic, _ := in.Peek(2)
	return bytes.Equal(magic, []byte{0x1f, 0x8b})
}

// lineReader reads a file line by line.
type lineReader struct {
	in     *bufio.Reader
	name   string
	number int
}

// newLineReader decompresses gzip and skips a byte order mark.
func newLineReader(name string, input io.Reader) (*lineReader, error) {
	name = text.Printable(name)
	in, err := Unpacked(input)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	switch mark, _ := in.Peek(3); {
	case bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}):
		_, _ = in.Discard(3) // they were peeked
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}), bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		return nil, fmt.Errorf("read %s: it is UTF-16, but JSON Lines are UTF-8", name)
	}
	return &lineReader{in: in, name: name}, nil
}

// line is a line of the file.
type line struct {
	number int
	text   []byte // without white space around it
	long   bool   // it is longer than maxLine, and text is empty
}

// next reads a line, which may be blank. With io.EOF it is the last one.
func (r *lineReader) next() (line, error) {
	r.number++
	read, err := r.in.ReadSlice('\n')
	isLong := len(bytes.TrimRight(read, "\r\n")) > maxLine
	for errors.Is(err, bufio.ErrBufferFull) {
		isLong = true
		_, err = r.in.ReadSlice('\n')
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return line{}, fmt.Errorf("read line %d of %s: %w", r.number, r.name, err)
	case isLong:
		return line{number: r.number, long: true}, err
	}
	return line{number: r.number, text: bytes.Clone(bytes.TrimSpace(read))}, err
}

// Lines calls fn for each line of a file, without the text of one that is too long.
func Lines(input io.Reader, fn func(number int, text []byte) error) error {
	in, err := newLineReader("the file", input)
	for err == nil {
		var next line
		if next, err = in.next(); err == nil || errors.Is(err, io.EOF) {
			err = cmp.Or(fn(next.number, next.text), err)
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
