package httpapi

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
)

func TestWritesIntoAnAccountThatIsImportedAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	refusals := 0
	s := serve(t, func(o *Options) {
		o.Busy = func(context.Context, uuid.UUID) bool { return true }
		o.Observe = func(o Observation) {
			if o.Importing {
				refusals++
			}
		}
	})
	a := s.do("POST", s.path(""), `{"name":"Rex"}`)
	a.problem(t, http.StatusServiceUnavailable, "unavailable")
	if a.header.Get("Retry-After") != "2" {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	if a := s.do("GET", s.path(""), ""); a.status != http.StatusOK {
		t.Errorf("a read is answered with %d", a.status)
	}
	if a := s.do("POST", s.path("/compare"), ""); a.status != http.StatusOK {
		t.Errorf("a read by POST is answered with %d", a.status)
	}
	within(t, "the requests are logged", func() bool { return s.api.inFlight.running.Load() == 0 })
	if refusals != 1 {
		t.Errorf("%d requests are told to have been refused for the import", refusals)
	}
	if text := s.log.String(); strings.Count(text, `"code":"unavailable","detail":"an import into the account`) != 1 || strings.Count(text, `"code"`) != 1 {
		t.Error(text)
	}
}

// asked counts authentications by key.
type asked struct {
	keyring
	times *atomic.Int64
}

func (a asked) APIKey(ctx context.Context, key string, fresh bool) (caller.Caller, error) {
	a.times.Add(1)
	return a.keyring.APIKey(ctx, key, fresh)
}

func TestEveryRefusalCostsAToken(t *testing.T) {
	t.Parallel()
	for what, headers := range map[string][]string{
		"not acceptable":        {"Accept", "text/html"},
		"ambiguous credentials": {"Authorization", "ApiKey good"},
		"an unknown key":        {"X-API-Key", "made up"},
		"no key":                {"X-API-Key", ""},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			times := &atomic.Int64{}
			s := serve(t, func(o *Options) {
				o.RatePerSecond, o.RateBurst = 0.001, 3
				o.Authenticator = asked{o.Authenticator.(keyring), times}
			})
			for i := range 5 {
				a := s.do("GET", s.path(""), "", headers...)
				if limited := a.status == http.StatusTooManyRequests; limited != (i >= 3) {
					t.Errorf("request %d is answered with %d", i+1, a.status)
				}
			}
			if n := times.Load(); n > 3 {
				t.Errorf("somebody was asked for %d times", n)
			}
		})
	}
}

// The document needs no credential.
func TestTheDocumentCostsATokenOfTheAddress(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst = 0.001, 2 })
	for i, status := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		if a := s.do("GET", "/v1/openapi.json", ""); a.status != status {
			t.Errorf("request %d is answered with %d", i+1, a.status)
		}
	}
}

// A bucket that is forgotten is full again.
func TestBucketsAreKeptUntilTheyAreFull(t *testing.T) {
	t.Parallel()
	l := newLimiter(1, 10)
	for _, who := range []string{"busy", "idle"} {
		if err := l.take(who, 10, http.Header{}); err != nil {
			t.Fatal(err)
		}
	}
	l.buckets["idle"].used = time.Now().Add(-12 * time.Second)
	l.swept = time.Now().Add(-time.Minute)
	if err := l.take("busy", 9, http.Header{}); err == nil {
		t.Error("the busy one has tokens again")
	}
	if l.buckets["idle"] != nil {
		t.Error("the idle one takes memory")
	}
}

func TestRetryAfterIsInWholeSecondsAndNeverTooShort(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{0: "1", time.Second: "1", time.Second + time.Nanosecond: "2", 90 * time.Second: "90"} {
		if got := retryAfter(wait); got != want {
			t.Errorf("%s: %s, want %s", wait, got, want)
		}
	}
}

func TestLargeBodiesCostMoreTokens(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst = 0.001, 40 })
	large := `{"name":"` + strings.Repeat("x", maxBody-100) + `"}` // costs 31 tokens, and the request costs one
	if a := s.do("POST", s.path(""), large); a.status != http.StatusUnprocessableEntity {
		t.Errorf("the first is answered with %d", a.status)
	}
	s.do("POST", s.path(""), large).problem(t, http.StatusTooManyRequests, "rate_limited")
}

func TestSmallBucketRejectsNoBodyForEver(t *testing.T) {
	t.Parallel()
	for _, burst := range []int{1, 2, 10} {
		for size, status := range map[int]int{maxBody - 100: http.StatusUnprocessableEntity, maxBody + 1: http.StatusRequestEntityTooLarge} {
			s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst = 0.001, burst })
			body := `{"name":"` + strings.Repeat("x", size) + `"}`
			if a := s.do("POST", s.path(""), body); a.status != status {
				t.Errorf("burst %d, %d bytes: %d", burst, size, a.status)
			}
			s.do("POST", s.path(""), body).problem(t, http.StatusTooManyRequests, "rate_limited")
		}
	}
}
