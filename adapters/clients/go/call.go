package petcare

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	slashes "path"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// call is one request of an operation.
type call struct {
	method, path string
	query        url.Values
	body         any
	once         bool // takes an Idempotency-Key
}

// nothing is what a call without an answer answers.
type nothing struct{}

// path fills the parameters into a path.
func path(format string, parameters ...string) string {
	escaped := make([]any, len(parameters))
	for i, p := range parameters {
		escaped[i] = url.PathEscape(p)
	}
	return fmt.Sprintf(format, escaped...)
}

// query are the parameters that are not zero.
func query(params any) url.Values {
	values := url.Values{}
	v := reflect.ValueOf(params)
	for i := range v.NumField() {
		name, commas := strings.CutSuffix(v.Type().Field(i).Tag.Get("query"), ",commas")
		switch f := v.Field(i); {
		case f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0:
		case commas:
			values.Set(name, strings.Join(f.Interface().([]string), ","))
		case f.Kind() == reflect.Slice:
			values[name] = f.Interface().([]string)
		default:
			values.Set(name, fmt.Sprint(reflect.Indirect(f)))
		}
	}
	return values
}

// do sends a call, repeats it where that is safe, and decodes the answer.
func do[T any](ctx context.Context, c *Client, call call, options []Option) (T, error) {
	var result T
	var text []byte // nil: there is nothing to decode
	err := c.send(ctx, call, c.settings.with(options), func(r *http.Response, _ *time.Timer) (err error) {
		if r.StatusCode != http.StatusNoContent {
			text, err = io.ReadAll(r.Body)
		}
		return broken(call.failed(err))
	})
	if err != nil || text == nil {
		return result, err
	}
	return result, call.failed(json.Unmarshal(text, &result))
}

// failed says which call an error is of.
func (c call) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("petcare: the answer to %s %s: %w", c.method, c.path, err)
}

// brokenError is a connection that gave no answer, or not all of it.
type brokenError struct{ error }

func (b brokenError) Unwrap() error { return b.error }

func broken(err error) error {
	if err == nil {
		return nil
	}
	return brokenError{err}
}

// reader reads an answer, which is a success. It may set the time limit of the attempt anew.
type reader func(*http.Response, *time.Timer) error

// send gives read the answer.
func (c *Client) send(ctx context.Context, call call, s settings, read reader) error {
	if call.path != slashes.Clean(call.path) { // it would be the path of something else; ids are escaped
		return fmt.Errorf("petcare: %s %s: an id is empty, a dot or two dots", call.method, call.path)
	}
	var body []byte
	if call.body != nil {
		var err error
		if body, err = json.Marshal(call.body); err != nil {
			return err
		}
	}
	if call.once {
		s.header["Idempotency-Key"] = cmp.Or(s.key, s.header["Idempotency-Key"], rand.Text())
	}
	uncertain := false // whether an earlier attempt may have been carried out
	for attempt := 0; ; attempt++ {
		err := c.attempt(ctx, call, body, s, read)
		if err == nil {
			return nil
		}
		e := (*Error)(nil)
		answered := errors.As(err, &e)
		if uncertain && call.method == http.MethodDelete && HasCode(err, "not_found") {
			return nil // an attempt before this one has done it
		}
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			return fmt.Errorf("petcare: %w after: %w", ended, err)
		}
		refused := answered && e.refused()
		passing := answered && e.passing() || errors.As(err, new(brokenError))
		repeat := refused || passing && call.safe()
		pause := pauseBefore(attempt, s.maxWait, e)
		if ctx.Err() != nil || attempt >= s.retries || !repeat || pause > s.maxWait {
			return err
		}
		uncertain = uncertain || !refused && !unsent(err)
		if !sleep(ctx, pause) {
			return fmt.Errorf("petcare: %w in the pause after: %w", ctx.Err(), err)
		}
	}
}

// unsent reports whether there was no connection on which the request could have been sent.
func unsent(err error) bool {
	network := (*net.OpError)(nil)
	return errors.As(err, &network) && network.Op == "dial"
}

// safe reports whether the call does no harm when the server has carried it out already.
func (c call) safe() bool {
	return c.once || c.method == http.MethodGet || c.method == http.MethodDelete
}

// client follows no redirect: over most of them a POST would become a GET, and the credential might go to another host.
func (s settings) client() *http.Client {
	own := *s.http
	if own.CheckRedirect == nil {
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &own
}

func (c *Client) attempt(ctx context.Context, call call, body []byte, s settings, read reader) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if s.timeout <= 0 {
		s.timeout = math.MaxInt64
	}
	limit := time.AfterFunc(s.timeout, func() { cancel(context.DeadlineExceeded) })
	defer limit.Stop()
	request, err := http.NewRequestWithContext(ctx, call.method, c.base+call.path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if s := request.URL.Scheme; s != "http" && s != "https" || request.URL.Host == "" { // as in localhost:8080; a feed would repeat it
		return fmt.Errorf("petcare: %s does not begin with http:// or https:// and a host", c.base)
	}
	request.URL.RawQuery = call.query.Encode()
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range s.header {
		request.Header.Set(name, value)
	}
	if s.token != nil {
		token, err := s.token()
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for name := range request.Header {
		if !sendable.MatchString(name + "\x00" + request.Header.Get(name)) { // net/http fails as if the connection had broken
			return fmt.Errorf("petcare: the header %q has a character that cannot be sent, such as a line break", name)
		}
	}
	response, err := s.client().Do(request)
	if err != nil {
		return broken(err)
	}
	defer response.Body.Close()
	if s.onResponse != nil {
		s.onResponse(response.Header)
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return errorOf(response)
	}
	return read(response, limit)
}

// sendable is a header as name, zero byte and value: the name is a token, the value has no control character but tabs.
var sendable = regexp.MustCompile("^[\\w!#$%&'*+.^`|~-]+\\x00[^\\x00-\\x08\\x0a-\\x1f\\x7f]*$")
