package httpapi

import (
	"context"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/platform/caller"
)

// request is what the layers of the adapter know of one request.
type request struct {
	gin     *gin.Context
	id      string
	began   time.Time
	op      string        // operation id
	caller  caller.Caller // nobody before authentication
	faults  []FieldError  // of the query
	err     error         // what the handler failed with
	rows    int           // records in the answer, where it is a list
	list    bool
	replays bool
	reached bool // the operation: validation is behind us

	rehearse  func([]FieldError) []FieldError // what more is wrong with the body; nil where that cannot be found out
	rehearses bool                            // for its faults alone
	rehearsed []FieldError
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}

// knows reports whether the location is already named by a fault of the query.
func (r *request) knows(location string) bool {
	for _, f := range r.faults {
		if f.Location == location {
			return true
		}
	}
	return false
}

func itoa(n int) string { return strconv.Itoa(n) }
