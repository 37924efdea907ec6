package httpapi

import (
	"context"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzhttp"
)

const eventStream = "text/event-stream"

// acceptsStream reports whether the client wants server-sent events, and JSON no more than these.
func acceptsStream(r *http.Request) bool {
	if r.Method != http.MethodGet {
		return false
	}
	wanted := map[string]float64{}
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		media, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		weight, err := strconv.ParseFloat(parameters["q"], 64)
		if err != nil {
			weight = 1
		}
		wanted[media] = max(wanted[media], weight)
	}
	return wanted[eventStream] > 0 && wanted[eventStream] >= wanted["application/json"]
}

// Stream is an answer of server-sent events that goes on until the client or the server ends it.
type Stream struct {
	r    *request
	conn *http.ResponseController
	ctx  context.Context
	end  context.CancelFunc
	open bool

	checked time.Time // when the credential was last looked at
}

// writeTime is how long a client may take to take something in.
const writeTime = 30 * time.Second

// StreamOf is the stream of a request whose client wants one; nil for the others. Close has to follow.
func StreamOf(ctx context.Context) *Stream {
	r := requestOf(ctx)
	if !acceptsStream(r.gin.Request) {
		return nil
	}
	s := &Stream{r: r, conn: http.NewResponseController(r.gin.Writer), checked: time.Now()}
	s.ctx, s.end = context.WithCancel(context.WithoutCancel(ctx)) // a stream outlives the time of a request
	context.AfterFunc(r.base, s.end)
	return s
}

// Context ends when the client has gone.
func (s *Stream) Context() context.Context { return s.ctx }

// Close ends the stream.
func (s *Stream) Close() { s.end() }

// GoesOn is asked between what is sent at once: it is false when the client has gone, the server stops, or the credential does not
// hold any more.
func (s *Stream) GoesOn() bool {
	select {
	case <-s.ctx.Done():
		return false
	case <-s.r.api.inFlight.stopped:
		return false
	default:
	}
	if time.Since(s.checked) < recheck {
		return true
	}
	s.checked = time.Now()
	return s.r.recheck(s.ctx) == nil
}

// Timeout is how long one step of it may take.
func (s *Stream) Timeout() time.Duration { return s.r.api.timeout }

// LastEventID is where a client that comes back wants to go on.
func (s *Stream) LastEventID() string { return s.r.gin.GetHeader("Last-Event-ID") }

// Open sends the head of the answer.
func (s *Stream) Open() error {
	s.open = true
	h := s.r.gin.Writer.Header()
	h.Set("Content-Type", eventStream)
	h.Set("X-Accel-Buffering", "no") // proxies hand on what comes
	h.Set(gzhttp.HeaderNoCompression, "1")
	_ = s.conn.SetReadDeadline(time.Time{}) // the server's own would end the connection; where there is none, nothing is lost
	s.r.gin.Writer.WriteHeader(http.StatusOK)
	return s.flush()
}

// Send writes a text, which has to be one line, under an id. Without text it renews the id only.
func (s *Stream) Send(id string, line []byte) error {
	b := make([]byte, 0, len(id)+len(line)+16)
	if len(line) > 0 {
		b = append(append(append(b, "data: "...), line...), '\n')
	}
	b = append(append(append(b, "id: "...), id...), '\n', '\n')
	_ = s.conn.SetWriteDeadline(time.Now().Add(writeTime))
	_, err := s.r.gin.Writer.Write(b)
	return err
}

func (s *Stream) flush() error {
	_ = s.conn.SetWriteDeadline(time.Now().Add(writeTime))
	return s.conn.Flush()
}

// Flush hands on what was sent.
func (s *Stream) Flush() error { return s.flush() }

// responseOf describes a success that the handler writes itself.
func (a *API) responseOf(op Operation) map[string]*huma.Response {
	schema := huma.SchemaFromType(a.huma.OpenAPI().Components.Schemas, reflect.TypeOf(op.Answers))
	content := map[string]*huma.MediaType{"application/json": {Schema: schema}}
	if op.Streams {
		content[eventStream] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString},
			Example: "id: c29tZSBjdXJzb3I\ndata: {\"type\":\"pet.updated\"}\n\n"}
	}
	return map[string]*huma.Response{"200": {Description: http.StatusText(http.StatusOK), Content: content}}
}
