package sender

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
)

// failure is a reason for the owner of the webhook why an attempt failed. It never contains the text of network errors, because they
// name addresses and name servers of this network.
type failure string

func (f failure) Error() string { return string(f) }

const (
	none            failure = ""
	badURL          failure = "the URL is not valid"
	addressRefused  failure = "the host's address is not allowed"
	notPublic       failure = "the host name has no address on the public Internet"
	slowConnection  failure = "timed out while connecting"
	slowAnswer      failure = "timed out while waiting for the answer"
	slowBody        failure = "timed out while reading the answer"
	cancelled       failure = "the attempt was cancelled"
	redirected      failure = "redirects are not followed"
	hostNotFound    failure = "the host name was not found"
	hostUnresolved  failure = "the host name could not be resolved"
	connRefused     failure = "the connection was refused"
	hostUnreachable failure = "the host cannot be reached"
	connClosed      failure = "the connection was closed before the answer was complete"
	notHTTP         failure = "the answer is not valid HTTP"
)

// closedIdle is the text of the only error of net/http for a connection that ends before the request is sent; it has no name.
const closedIdle = "http: server closed idle connection"

// tellsNames holds for reasons that, told apart, would show which names the network around the service knows.
func (f failure) tellsNames() bool {
	return f == addressRefused || f == hostNotFound || f == hostUnresolved
}

// explain returns the reason for an error. It asks ctx whether it has ended, because the network code wraps that in many different
// errors. The dialer's timeout may expire just before. onTimeout is the reason if the time was exceeded.
func explain(ctx context.Context, err error, onTimeout failure) failure {
	switch {
	case errors.Is(err, addressRefused):
		return addressRefused
	case errors.Is(ctx.Err(), context.Canceled):
		return cancelled
	case ctx.Err() != nil, isTimeout(err):
		return onTimeout
	}
	if words := explainTLS(err); words != none {
		return words
	}
	return explainNetwork(err)
}

func explainNetwork(err error) failure {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return hostNotFound
		}
		return hostUnresolved
	}
	switch {
	case errors.Is(err, http.ErrSchemeMismatch):
		return notTLS
	case errors.Is(err, syscall.ECONNREFUSED):
		return connRefused
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return hostUnreachable
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), err.Error() == closedIdle:
		return connClosed
	default:
		return notHTTP
	}
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}
