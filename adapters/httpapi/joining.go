package httpapi

import (
	"bytes"
	"net"
	"slices"
	"strconv"
)

// joiningConn sends a response that is larger than the buffer of net/http, 4 KiB, at once. net/http writes the first 4 KiB and then the
// rest: two system calls, each of which wakes the client.
type joiningConn struct {
	net.Conn
	first []byte // of a response whose rest has not been written yet
}

// Write implements net.Conn.
func (c *joiningConn) Write(p []byte) (int, error) {
	switch {
	case c.first != nil:
		first := c.first
		c.first = nil
		parts := net.Buffers{first, p}
		n, err := parts.WriteTo(c.Conn)
		return max(int(n)-len(first), 0), err
	case isFirstPart(p):
		c.first = slices.Clone(p) // net/http uses p again
		return len(p), nil
	default:
		return c.Conn.Write(p)
	}
}

// isFirstPart reports whether p is the head of a response and less of its body than the head says: net/http will write the rest. The
// head alone does not tell, as no body follows in the response to a HEAD.
func isFirstPart(p []byte) bool {
	if !bytes.HasPrefix(p, []byte("HTTP/1.1 ")) {
		return false // a part of a stream, which may be long
	}
	head, body, _ := bytes.Cut(p, []byte("\r\n\r\n"))
	_, length, ok := bytes.Cut(head, []byte("\r\nContent-Length: "))
	if !ok || len(body) == 0 {
		return false
	}
	length, _, _ = bytes.Cut(length, []byte("\r\n"))
	n, err := strconv.Atoi(string(length))
	return err == nil && n > len(body)
}
