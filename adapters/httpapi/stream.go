package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

const eventStream = "text/event-stream"

// Stream is a response with server-sent events.
type Stream struct {
	r    *request
	conn *http.ResponseController
	ctx  context.Context
	end  context.CancelFunc

	mu      sync.Mutex // of the connection's deadline and stopped
	stopped bool
}

// writeTime is the timeout of a write to the client. When the server stops, a write has only stopTime left.
const (
	writeTime = 30 * time.Second
	stopTime  = 500 * time.Millisecond
)

// StreamOf returns the stream of a request whose client prefers one, or nil, also for a HEAD: it would never end. Call Close at the
// end.
func StreamOf(ctx context.Context) *Stream {
	r := requestOf(ctx)
	if !prefers(r.gin.Request, eventStream) || ctx.Value(headOnly{}) != nil {
		return nil
	}
	s := &Stream{r: r, conn: http.NewResponseController(r.gin.Writer)}
	s.ctx, s.end = context.WithCancel(context.WithoutCancel(ctx)) // a stream is not subject to the request timeout
	context.AfterFunc(r.base, s.end)
	unlisten := context.AfterFunc(r.api.inFlight.stop(), s.stop)
	context.AfterFunc(s.ctx, func() { unlisten() })
	return s
}

// stop ends the stream after the write in progress.
func (s *Stream) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return // the connection may have another request already
	}
	s.stopped = true
	_ = s.conn.SetWriteDeadline(time.Now().Add(stopTime))
	s.end()
}

// Context ends when the client disconnects, the server stops or the stream is closed.
func (s *Stream) Context() context.Context { return s.ctx }

// Close ends the stream.
func (s *Stream) Close() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.end()
}

// GoesOn is called between pages that follow each other at once. It reports false if the stream has ended, or the credential is no longer
// valid.
func (s *Stream) GoesOn() bool {
	return s.ctx.Err() == nil && s.r.recheck(s.ctx) == nil
}

// Timeout is the timeout of one step, such as reading a page.
func (s *Stream) Timeout() time.Duration { return s.r.api.options.Timeout }

// LastEventID returns the id of the last event that a reconnecting client has received.
func (s *Stream) LastEventID() string { return s.r.gin.GetHeader("Last-Event-ID") }

// Open sends the headers.
func (s *Stream) Open() error {
	h := s.r.gin.Writer.Header()
	h.Set("Content-Type", eventStream)
	h.Set("X-Accel-Buffering", "no") // turns off buffering in proxies
	h.Set(gzhttp.HeaderNoCompression, "1")
	_ = s.conn.SetReadDeadline(time.Time{}) // the server's deadline would end the stream; an error means that there is none
	s.r.gin.Writer.WriteHeader(http.StatusOK)
	return s.Send(nil)
}

// AppendEvent appends an event, or only its id if line is empty, to what Send writes. line must not contain line breaks.
func AppendEvent(b []byte, id string, line []byte) []byte {
	if len(line) > 0 {
		b = append(append(append(b, "data: "...), line...), '\n')
	}
	return append(append(append(b, "id: "...), id...), '\n', '\n')
}

// Send writes events, see AppendEvent.
func (s *Stream) Send(text []byte) error {
	s.mu.Lock()
	if s.stopped {
		s.mu.Unlock()
		return http.ErrServerClosed
	}
	_ = s.conn.SetWriteDeadline(time.Now().Add(writeTime))
	s.mu.Unlock()
	if _, err := s.r.writer.ResponseWriter.Write(text); err != nil { // which does not count what is counted by HoldSpare
		return err
	}
	return s.conn.Flush()
}
