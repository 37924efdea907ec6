package petcare

import (
	"context"
	"iter"
	"maps"
)

// Page is a part of a list.
type Page[T any] struct {
	Data       []T     `json:"data"`
	NextCursor *string `json:"next_cursor"` // nil on the last page
}

// page fails a page's answer that is JSON of something else, which would look like the end of the list, or the beginning of the feed.
type page interface{ whole() bool }

func (p Page[T]) whole() bool { return p.Data != nil }

// List is a list of records. Nothing is sent before All or Page.
type List[T any] struct {
	ctx     context.Context
	client  *Client
	call    call
	options []Option
}

// All goes over the records, fetching page after page. It ends after the first error.
func (l List[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			page, err := l.Page()
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, record := range page.Data {
				if !yield(record, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			l.call.query = maps.Clone(l.call.query) // the list can be gone over again
			l.call.query.Set("cursor", *page.NextCursor)
		}
	}
}

// Page is the page that the parameters name: the first, unless they have a cursor.
func (l List[T]) Page() (Page[T], error) { return do[Page[T]](l.ctx, l.client, l.call, l.options) }
