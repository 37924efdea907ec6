// Package petcare is a client of the petcare API: every operation, typed, with lists as iterators, repeats that do no harm, the
// event feed and a receiver of webhooks.
package petcare

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"
)

// Version is the version of the interface that this client was made for.
const Version = "1.0.0"

// Client calls the API. It is safe for use by many goroutines.
type Client struct {
	base     string
	settings settings
}

// settings are those of a client, or of one call.
type settings struct {
	http       *http.Client
	header     http.Header
	token      func() (string, error)
	onResponse func(http.Header)
	retries    int
	timeout    time.Duration
	maxWait    time.Duration
}

// Option sets up a client, or one call.
type Option func(*settings)

// New makes a client of the service at a URL such as https://petcare.example, which may have the prefix of a proxy, but no /v1.
func New(url string, options ...Option) *Client {
	s := settings{header: http.Header{"Accept": {"application/json"}}, retries: 5, timeout: 30 * time.Second, maxWait: time.Minute}
	HTTPClient(http.DefaultClient)(&s)
	return &Client{strings.TrimRight(url, "/") + "/v1", s.with(options)}
}

func (s settings) with(options []Option) settings {
	s.header = s.header.Clone()
	for _, set := range options {
		set(&s)
	}
	return s
}

// APIKey is the credential of a staff tool or integration.
func APIKey(key string) Option { return Header("X-API-Key", key) }

// Token gets the access token of a customer before every request.
func Token(get func() (string, error)) Option { return func(s *settings) { s.token = get } }

// Header is sent with every request, such as X-Staff-Id.
func Header(name, value string) Option { return func(s *settings) { s.header.Set(name, value) } }

// HTTPClient sends the requests, in place of http.DefaultClient. Unless it has a rule of its own, no redirect is followed: over most of
// them a POST would become a GET, and the credential might go to another host.
func HTTPClient(c *http.Client) Option {
	own := *c
	if own.CheckRedirect == nil {
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return func(s *settings) { s.http = &own }
}

// Retries is how often a request is repeated at most. Default 5.
func Retries(n int) Option { return func(s *settings) { s.retries = n } }

// Timeout is that of one attempt; 0 is no limit. Default 30 s.
func Timeout(d time.Duration) Option { return func(s *settings) { s.timeout = d } }

// MaxWait is how long a repeat waits at most; a longer Retry-After is an error at once. Default one minute.
func MaxWait(d time.Duration) Option { return func(s *settings) { s.maxWait = d } }

// OnResponse is given the headers of every answer, also of those that are errors or repeated, by the goroutine of the call.
func OnResponse(f func(http.Header)) Option { return func(s *settings) { s.onResponse = f } }

// IfMatch applies a write only to this version of the record: else it is an error with the code version_mismatch.
func IfMatch(version int64) Option {
	return Header("If-Match", strconv.Quote(strconv.FormatInt(version, 10)))
}

// IdempotencyKey takes the place of a random one, for a POST that has to stay one across restarts of your program.
func IdempotencyKey(key string) Option { return Header("Idempotency-Key", key) }

// Value is a value of a key that may also be null or absent.
func Value[T any](v T) nullable.Nullable[T] { return nullable.NewNullableWithValue(v) }

// Null clears a key in a PATCH. A key that is not set stays as it is.
func Null[T any]() nullable.Nullable[T] { return nullable.NewNullNullable[T]() }

// Ptr is a value of an optional key that cannot be null, such as the name in a PATCH, and of a parameter that may be false.
func Ptr[T any](v T) *T { return &v }
