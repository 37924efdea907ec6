package httpapi

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"

	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// net/http rejects a request that it cannot parse with plain text, before any handler runs and without a hook. These responses are
// recognized by their first bytes on the connection and replaced with problems.

// problemListener returns connections that replace plain-text rejections of net/http with problems, and send each other response at once.
type problemListener struct{ net.Listener }

func (l problemListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return problemConn{&joiningConn{Conn: c}}, nil
}

type problemConn struct{ net.Conn }

// Write implements net.Conn. net/http writes each of its rejections in one call, and then closes the connection.
func (c problemConn) Write(p []byte) (int, error) {
	answer := refusalOf(p)
	if answer == nil {
		return c.Conn.Write(p)
	}
	if _, err := c.Conn.Write(answer); err != nil {
		return 0, err
	}
	return len(p), nil
}

// plainText ends the headers of such a rejection, and of no response of a handler.
var plainText = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// refusals maps the statuses of net/http's own rejections to problems.
var refusals = map[int]*Problem{
	http.StatusBadRequest: problem(http.StatusBadRequest, "malformed_request", "this is not a valid HTTP request"),
	http.StatusExpectationFailed: problem(http.StatusExpectationFailed, "malformed_request",
		"the only supported expectation is 100-continue"),
	http.StatusRequestHeaderFieldsTooLarge: problem(http.StatusRequestEntityTooLarge, "payload_too_large",
		"the headers of a request must not exceed 32 KiB"),
	http.StatusNotImplemented:          problem(http.StatusNotImplemented, "malformed_request", "the only transfer encoding is chunked"),
	http.StatusHTTPVersionNotSupported: problem(http.StatusHTTPVersionNotSupported, "malformed_request", "the only version is HTTP/1.1"),
}

// refusalOf returns the problem that replaces p, or nil if p is not a rejection by net/http.
func refusalOf(p []byte) []byte {
	const start, digits = "HTTP/1.1 ", 3
	if len(p) < len(start)+digits || p[len(start)] < '4' || !bytes.HasPrefix(p, []byte(start)) {
		return nil
	}
	status, err := strconv.Atoi(string(p[len(start) : len(start)+digits]))
	refusal, ours := refusals[status]
	if err != nil || !ours || status != http.StatusExpectationFailed && !bytes.Contains(p, plainText) {
		return nil
	}
	answer := *refusal
	answer.RequestID = ids.New().String()
	body, err := apijson.Marshal(answer)
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/problem+json\r\nX-Request-Id: %s\r\nConnection: "+
		"close\r\nContent-Length: %d\r\n\r\n%s",
		answer.Status, http.StatusText(answer.Status), answer.RequestID, len(body), body)
}
