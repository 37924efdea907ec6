package httpapi

import (
	"context"
	"reflect"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/patch"
)

// request is what the layers of the adapter know of one request.
type request struct {
	gin        *gin.Context
	id         string
	began      time.Time
	op         string        // operation id
	caller     caller.Caller // nobody before authentication
	api        *API
	base       context.Context // of the connection, without the time limit
	credential credential
	bucket     string // whose tokens the request takes
	access     Access
	err        error // what the handler failed with
	rows       int   // records in the answer, where it is a list
	list       bool
	replays    bool
	cursors    cursors
	kept       []patch.Kept  // keys of the body that the operation cannot change, of each record in it
	raw        []byte        // the body as it came
	body       reflect.Value // a pointer to the body that was read, until it is used
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}

func itoa(n int) string { return strconv.Itoa(n) }
