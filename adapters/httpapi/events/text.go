package events

import (
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Text is the encoded page. The events are copied from the database to the client unchanged, through a reused buffer.
type Text struct {
	ContentType string `header:"Content-Type"`
	Body        func(huma.Context)
}

// maxText is the maximum size of a buffer that is reused, in bytes.
const maxText = 1 << 20

// texts holds buffers for pages, which usually have some hundred KiB.
type texts struct{ sync.Pool }

func newTexts() *texts { return &texts{sync.Pool{New: func() any { return new([]byte) }}} }

// begin returns a buffer with the start of a page, to which its events are appended.
func (t *texts) begin() []byte { return append((*t.Get().(*[]byte))[:0], `{"data":[`...) }

// end completes a page whose Text was started with begin.
func (t *texts) end(p events.FeedPage) *Text {
	b := append(append(append(p.Text, `],"next_cursor":"`...), p.Next...), `","has_more":`...)
	b = append(strconv.AppendBool(b, p.More), "}\n"...)
	return &Text{"application/json", func(c huma.Context) {
		_, _ = c.BodyWriter().Write(b) // an error means that the client has disconnected
		if cap(b) <= maxText {
			t.Put(&b)
		}
	}}
}
