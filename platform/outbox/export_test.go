package outbox

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/clock"
)

// By returns the Retention with another clock than that of the database.
func (r *Retention) By(c clock.Clock) *Retention {
	r.now = func(context.Context) (time.Time, error) { return c.Now().UTC(), nil }
	return r
}
