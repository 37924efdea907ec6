package httpapi

import (
	"maps"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"golang.org/x/time/rate"
)

// organizationBurst is how many times the burst of a credential all keys of an organization may use up at once.
const organizationBurst = 8

// spend takes n tokens from the bucket of the caller's credential, or address, and from that which all keys of their organization share.
// The RateLimit headers are those of the credential, unless the organization's bucket is empty.
func (a *API) spend(r *request, n int) error {
	h := r.gin.Writer.Header()
	err := a.limiter.take(r.bucket, n, h)
	if err != nil || r.caller.Organization == uuid.Nil {
		return err
	}
	of := http.Header{}
	if err = a.ofAllKeys.take(string(r.caller.Organization[:]), n, of); err != nil {
		maps.Copy(h, of)
	}
	return err
}

// limiter has token buckets, one for each name.
type limiter struct {
	perSecond float64
	burst     int
	mu        sync.Mutex
	buckets   map[string]*bucket
	swept     time.Time
}

type bucket struct {
	*rate.Limiter
	used time.Time
}

func newLimiter(perSecond float64, burst int) *limiter {
	return &limiter{perSecond: perSecond, burst: burst, buckets: map[string]*bucket{}}
}

// tokenBytes is the number of bytes of a body that cost one token. Validating a body of 1 MiB takes as long as many small requests.
const tokenBytes = 32 << 10

// costOf returns the tokens for a body. With the one for the request itself, they never exceed the capacity of a bucket, which would
// reject the body for ever.
func (l *limiter) costOf(bytes int) int { return min(bytes/tokenBytes, l.burst-1) }

// take removes n tokens from the bucket of who and sets the RateLimit headers. It fails with apperr.RateLimited if there are too few.
func (l *limiter) take(who string, n int, h http.Header) error {
	if l.perSecond <= 0 || l.burst <= 0 || n <= 0 {
		return nil
	}
	now := time.Now()
	b := l.bucket(who, now)
	ok := b.AllowN(now, n)
	tokens := max(b.TokensAt(now), 0)
	h.Set("RateLimit-Limit", strconv.Itoa(l.burst))
	h.Set("RateLimit-Remaining", strconv.Itoa(int(tokens)))
	h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil((float64(l.burst)-tokens)/l.perSecond))))
	if ok {
		return nil
	}
	wait := time.Duration((float64(n) - tokens) / l.perSecond * float64(time.Second))
	return &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many requests, slow down", RetryAfter: wait}
}

func (l *limiter) bucket(who string, now time.Time) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	b, ok := l.buckets[who]
	if !ok {
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(l.perSecond), l.burst)}
		l.buckets[who] = b
	}
	b.used = now
	return b
}

// sweep removes full buckets once a minute, because a new bucket is full, too.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Minute {
		return
	}
	l.swept = now
	full := time.Duration(float64(l.burst)/l.perSecond*float64(time.Second)) + time.Second
	for who, b := range l.buckets {
		if now.Sub(b.used) > full {
			delete(l.buckets, who)
		}
	}
}
