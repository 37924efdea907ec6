package events

import (
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/platform/events"
)

// Text is a page as it is sent: the events go from the database to the client as they are, through a place that is used again.
type Text struct {
	ContentType string `header:"Content-Type"`
	Body        func(huma.Context)
}

// maxText is how large a place is kept at most.
const maxText = 1 << 20

// texts are places for pages, most of them some hundred KiB.
type texts struct{ sync.Pool }

func newTexts() *texts { return &texts{sync.Pool{New: func() any { return new([]byte) }}} }

// begin is the beginning of a page, before its events.
func (t *texts) begin() []byte { return append((*t.Get().(*[]byte))[:0], `{"data":[`...) }

// end is a page whose Text began with begin.
func (t *texts) end(p events.FeedPage) *Text {
	b := append(append(append(p.Text, `],"next_cursor":"`...), p.Next...), `","has_more":`...)
	if p.More {
		b = append(b, "true}\n"...)
	} else {
		b = append(b, "false}\n"...)
	}
	return &Text{"application/json", func(c huma.Context) {
		_, _ = c.BodyWriter().Write(b) // a client that has gone comes back
		if cap(b) <= maxText {
			t.Put(&b)
		}
	}}
}
