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
	"net"
	"net/http"
	"net/url"
	slashes "path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// call is one request of an operation.
type call struct {
	method, path string
	query        url.Values
	body         any
	once         bool // takes an Idempotency-Key
}

// Upload is a file that is sent.
type Upload struct {
	Type string    // such as image/jpeg or text/csv
	Name string    // of the file; "" if it has none
	Body io.Reader // is read once; if it is an io.Seeker, a request that gave no answer is repeated from its beginning
}

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
		list, isList := v.Field(i).Interface().([]string)
		if !isList && !v.Field(i).IsZero() {
			list = []string{fmt.Sprint(reflect.Indirect(v.Field(i)))}
		}
		if commas && len(list) > 0 {
			list = []string{strings.Join(list, ",")}
		}
		if len(list) > 0 {
			values[name] = list
		}
	}
	return values
}

// do sends a call, repeats it where that is safe, and decodes the answer.
func do[T any](ctx context.Context, c *Client, call call, options []Option) (result T, err error) {
	text, err := c.send(ctx, call, c.settings.with(options))
	if err != nil || text == nil {
		return result, err
	}
	if file, ok := any(&result).(*[]byte); ok {
		*file = text
		return result, nil
	}
	err = json.Unmarshal(text, &result)
	if page, is := any(result).(page); err == nil && is && !page.whole() {
		err = errors.New("it is no page: it has no data or next_cursor")
	}
	if err != nil {
		err = fmt.Errorf("petcare: the answer to %s %s: %w", call.method, call.path, err)
	}
	return result, err
}

// errBroken is a connection that gave no answer, or not all of it.
var errBroken = errors.New("petcare: no whole answer")

// send returns the text of the answer, nil when it has none.
func (c *Client) send(ctx context.Context, call call, s settings) ([]byte, error) {
	if call.path != slashes.Clean(call.path) { // it would be the path of something else; ids are escaped
		return nil, fmt.Errorf("petcare: %s %s: an id is empty, a dot or two dots", call.method, call.path)
	}
	body, again, err := call.open(s.header)
	if err != nil {
		return nil, err
	}
	if call.once {
		s.header.Set("Idempotency-Key", cmp.Or(s.header.Get("Idempotency-Key"), rand.Text()))
	}
	// Whether the call does no harm when the server has carried it out already.
	safe := call.once || call.method == http.MethodGet || call.method == http.MethodDelete
	uncertain := false // whether an earlier attempt may have been carried out
	for attempt := 0; ; attempt++ {
		text, err := c.attempt(ctx, call, body(), s)
		if err == nil || uncertain && call.method == http.MethodDelete && HasCode(err, "not_found") { // an earlier attempt has done it
			return text, nil
		}
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			return nil, fmt.Errorf("petcare: %w after: %w", ended, err)
		}
		e, network := &Error{}, &net.OpError{}
		// The server has said that it did nothing: any request may be sent again.
		refused := errors.As(err, &e) && (e.Status == http.StatusTooManyRequests || e.Code == "idempotency_in_progress")
		// It may be over soon, though the request may have been carried out.
		passing := slices.Contains([]int64{502, 503, 504}, e.Status) || errors.Is(err, errBroken)
		repeat := (refused || passing && safe) && again()
		pause := pauseBefore(attempt, s.maxWait, e.RetryAfter)
		if ctx.Err() != nil || attempt >= s.retries || pause > s.maxWait || !repeat {
			return nil, err
		}
		unsent := errors.As(err, &network) && network.Op == "dial" // there was no connection
		uncertain = uncertain || !refused && !unsent
		if !sleep(ctx, pause) {
			return nil, fmt.Errorf("petcare: %w in the pause after: %w", ctx.Err(), err)
		}
	}
}

// open returns what gives the body of each attempt, and what prepares another one and reports whether there can be one.
func (call call) open(header http.Header) (body func() io.Reader, again func() bool, err error) {
	yes := func() bool { return true }
	if call.body == nil {
		return func() io.Reader { return http.NoBody }, yes, nil
	}
	file, ok := call.body.(Upload)
	if !ok {
		text, err := json.Marshal(call.body)
		header.Set("Content-Type", "application/json")
		return func() io.Reader { return bytes.NewReader(text) }, yes, err
	}
	header.Set("Content-Type", file.Type)
	if file.Name != "" {
		header.Set("Content-Disposition", "attachment; filename*=UTF-8''"+strings.ReplaceAll(url.QueryEscape(file.Name), "+", "%20"))
	}
	last := &part{}
	return func() io.Reader { last = &part{from: file.Body}; return last }, func() bool {
		seeker, ok := file.Body.(io.Seeker)
		if !ok {
			return false
		}
		_ = last.Close()
		_, err := seeker.Seek(0, io.SeekStart)
		return err == nil
	}, nil
}

// part is the file as one attempt reads it. After an early answer, net/http may go on reading: not any more once it is closed.
type part struct {
	mu   sync.Mutex
	from io.Reader
}

func (p *part) Read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.from == nil {
		return 0, io.ErrClosedPipe
	}
	return p.from.Read(b)
}

func (p *part) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.from = nil
	return nil
}

func (c *Client) attempt(ctx context.Context, call call, body io.Reader, s settings) ([]byte, error) {
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	request, err := http.NewRequestWithContext(ctx, call.method, c.base+call.path, body)
	if err != nil {
		return nil, err
	}
	if s := request.URL.Scheme; s != "http" && s != "https" || request.URL.Host == "" { // as in localhost:8080; a feed would repeat it
		return nil, fmt.Errorf("petcare: %s does not begin with http:// or https:// and a host", c.base)
	}
	request.URL.RawQuery = call.query.Encode()
	request.Header = s.header.Clone()
	if s.token != nil {
		token, err := s.token()
		if err != nil {
			return nil, err
		}
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for name := range request.Header {
		if !sendable.MatchString(name + "\x00" + request.Header.Get(name)) { // net/http fails as if the connection had broken
			return nil, fmt.Errorf("petcare: the header %q has a character that cannot be sent, such as a line break", name)
		}
	}
	response, err := s.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w to %s %s: %w", errBroken, call.method, call.path, err)
	}
	defer response.Body.Close()
	if s.onResponse != nil {
		s.onResponse(response.Header)
	}
	switch {
	case response.StatusCode >= http.StatusMultipleChoices:
		return nil, errorOf(response)
	case response.StatusCode == http.StatusNoContent:
		return nil, nil
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%w to %s %s: %w", errBroken, call.method, call.path, err)
	}
	return text, nil
}

// sendable is a header as name, zero byte and value: the name is a token, the value has no control character but tabs.
var sendable = regexp.MustCompile("^[\\w!#$%&'*+.^`|~-]+\\x00[^\\x00-\\x08\\x0a-\\x1f\\x7f]*$")
