// Package load sends requests over persistent connections in a closed loop with as little CPU time as possible.
package load

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"
)

// Request holds the bytes of an HTTP/1.1 request. A write contains Serial, which is replaced by a number of the same length, so that no
// two writes are equal.
type Request struct {
	bytes   []byte
	serials []int // positions of Serial
}

// Serial stands for a number that is different in each request.
const Serial = "########"

// NewRequest returns a request with a JSON body, or without one if body is "".
func NewRequest(host, key, method, path, body string) Request {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, host)
	if key != "" {
		fmt.Fprintf(&b, "X-API-Key: %s\r\n", key)
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	r := Request{bytes: b.Bytes()}
	for at, next := 0, 0; ; at += next + len(Serial) {
		if next = bytes.Index(r.bytes[at:], []byte(Serial)); next < 0 {
			return r
		}
		r.serials = append(r.serials, at+next)
	}
}

// Connection sends one request at a time.
type Connection struct {
	net     net.Conn
	request []byte
	answer  []byte // headers and body of the current response, as far as received
}

// Dial opens a connection, which fails after the given lifetime.
func Dial(address string, life time.Duration) (*Connection, error) {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return nil, err
	}
	if err := c.SetDeadline(time.Now().Add(life)); err != nil {
		c.Close()
		return nil, err
	}
	return &Connection{net: c, answer: make([]byte, 0, 128<<10)}, nil
}

// Close closes the connection.
func (c *Connection) Close() error { return c.net.Close() }

// Do sends a request and reads the response. The body is valid until the next call.
func (c *Connection) Do(r Request, serial int64) (status int, body []byte, err error) {
	c.request = append(c.request[:0], r.bytes...)
	for _, at := range r.serials {
		for i, rest := at+len(Serial)-1, serial; i >= at; i, rest = i-1, rest/10 {
			c.request[i] = byte('0' + rest%10)
		}
	}
	if _, err := c.net.Write(c.request); err != nil {
		return 0, nil, err
	}
	c.answer = c.answer[:0]
	return c.read()
}

var (
	headerEnd     = []byte("\r\n\r\n")
	contentLength = []byte("\r\nContent-Length: ")
	chunked       = []byte("\r\nTransfer-Encoding: chunked")
	lineEnd       = []byte("\r\n")
)

// read parses responses of net/http: canonical header names, and either a length or chunks.
func (c *Connection) read() (status int, body []byte, err error) {
	end := -1
	for end < 0 {
		if err := c.more(); err != nil {
			return 0, nil, err
		}
		end = bytes.Index(c.answer, headerEnd)
	}
	header := c.answer[:end+2]
	if status, err = strconv.Atoi(string(header[len("HTTP/1.1 "):][:3])); err != nil {
		return 0, nil, fmt.Errorf("status line: %w", err)
	}
	start := end + len(headerEnd)
	if _, after, ok := bytes.Cut(header, contentLength); ok {
		value, _, _ := bytes.Cut(after, lineEnd)
		n, err := strconv.Atoi(string(value))
		if err != nil {
			return 0, nil, fmt.Errorf("content length: %w", err)
		}
		if err := c.until(start + n); err != nil {
			return 0, nil, err
		}
		return status, c.answer[start:], nil
	}
	if !bytes.Contains(header, chunked) {
		return 0, nil, errors.New("an answer without a length")
	}
	body, err = c.chunks(start)
	return status, body, err
}

// chunks joins the chunks in place.
func (c *Connection) chunks(at int) ([]byte, error) {
	start, body := at, at
	for {
		end := bytes.Index(c.answer[at:], lineEnd)
		if end < 0 {
			if err := c.more(); err != nil {
				return nil, err
			}
			continue
		}
		n, err := strconv.ParseInt(string(c.answer[at:at+end]), 16, 32)
		if err != nil {
			return nil, fmt.Errorf("chunk: %w", err)
		}
		at += end + len(lineEnd)
		if err := c.until(at + int(n) + len(lineEnd)); err != nil {
			return nil, err
		}
		body += copy(c.answer[body:], c.answer[at:at+int(n)])
		at += int(n) + len(lineEnd)
		if n == 0 {
			return c.answer[start:body], nil
		}
	}
}

func (c *Connection) until(size int) error {
	for len(c.answer) < size {
		if err := c.more(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Connection) more() error {
	if len(c.answer) == cap(c.answer) {
		c.answer = append(c.answer, make([]byte, cap(c.answer))...)[:len(c.answer)]
	}
	n, err := c.net.Read(c.answer[len(c.answer):cap(c.answer)])
	c.answer = c.answer[:len(c.answer)+n]
	if n > 0 {
		return nil
	}
	return err
}
