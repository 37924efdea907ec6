package httpapi

import (
	"context"
	"errors"
	"reflect"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// request is the state of a request that the layers of the adapter share.
type request struct {
	gin        *gin.Context
	id         string
	began      time.Time
	op         string        // operation id
	caller     caller.Caller // zero before authentication
	api        *API
	base       context.Context // the connection's context, without the time limit
	credential credential
	bucket     string // the rate limit bucket
	access     Access
	err        error    // the error of the handler
	problem    *Problem // the answer, if it is one
	importing  bool     // refused because of an import into the account
	rows       int      // number of records in the response of a list
	list       bool
	replays    bool
	kept       []patch.Kept // for each record in the body, the keys that the operation cannot change
	raw        []byte       // the body as received
	writer     answerWriter
	file       uuid.UUID     // what Upload.Receive has stored
	mediaType  string        // of the file
	body       reflect.Value // a pointer to the decoded body, until it is used
}

// left reports whether the client has closed the connection. A stop of the server does not cancel the connection's context.
func (r *request) left() bool { return errors.Is(r.base.Err(), context.Canceled) }

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}
