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
	"net/http"
	"net/url"
	"reflect"
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
		name := v.Type().Field(i).Tag.Get("query")
		switch f := v.Field(i); {
		case f.IsZero():
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
	var text []byte
	err := c.send(ctx, call, c.settings.with(options), func(r *http.Response) (err error) {
		text, err = io.ReadAll(r.Body)
		return broken(err)
	})
	if err != nil || len(text) == 0 {
		return result, err
	}
	return result, json.Unmarshal(text, &result)
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

// send gives read the answer, which is a success.
func (c *Client) send(ctx context.Context, call call, s settings, read func(*http.Response) error) error {
	var body []byte
	if call.body != nil {
		var err error
		if body, err = json.Marshal(call.body); err != nil {
			return err
		}
	}
	if call.once {
		s.header["Idempotency-Key"] = cmp.Or(s.key, rand.Text())
	}
	uncertain := false // whether an earlier attempt may have been carried out
	for attempt := 0; ; attempt++ {
		err := c.attempt(ctx, call, body, s, read)
		if err == nil {
			return nil
		}
		e := (*Error)(nil)
		answered := errors.As(err, &e)
		if uncertain && call.method == http.MethodDelete && answered && e.Status == http.StatusNotFound {
			return nil // an attempt before this one has done it
		}
		refused := answered && e.refused()
		passing := answered && e.passing() || errors.As(err, new(brokenError))
		repeat := refused || passing && call.safe(s)
		pause := pauseBefore(attempt, e)
		if ctx.Err() != nil || attempt >= s.retries || !repeat || pause > s.maxWait {
			return err
		}
		uncertain = uncertain || !refused
		if !sleep(ctx, pause) {
			return err
		}
	}
}

// safe reports whether the call does no harm when the server has carried it out already.
func (c call) safe(s settings) bool {
	switch c.method {
	case http.MethodGet, http.MethodDelete:
		return true
	case http.MethodPut:
		return s.header["If-Match"] == ""
	}
	return c.once
}

// client follows no redirect: over most of them a POST would become a GET, and the credential might go to another host.
func (s settings) client() *http.Client {
	own := *s.http
	if own.CheckRedirect == nil {
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &own
}

func (c *Client) attempt(ctx context.Context, call call, body []byte, s settings, read func(*http.Response) error) error {
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	request, err := http.NewRequestWithContext(ctx, call.method, c.base+call.path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if request.URL.Host == "" { // as in localhost:8080; a feed would repeat it for ever
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
	response, err := s.client().Do(request)
	if err != nil {
		return broken(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusMultipleChoices {
		return errorOf(response)
	}
	return read(response)
}
