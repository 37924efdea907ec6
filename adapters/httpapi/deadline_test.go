package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
	"github.com/rs/zerolog"
)

// deadlines records the read deadline of the connection.
type deadlines struct {
	*httptest.ResponseRecorder
	read time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = t
	return nil
}

func toyHandler(t *testing.T) (handler http.Handler, account uuid.UUID) {
	t.Helper()
	a, account := toysOfOneKey()
	handler = testkit.Must[http.Handler](t)(a.Handler())
	return handler, account
}

// toysOfOneKey is an API of toys for the key "good" of a new account.
func toysOfOneKey() (a *API, account uuid.UUID) {
	account = ids.New()
	key := caller.Caller{Kind: caller.APIKey, ID: ids.New(), Accounts: []uuid.UUID{account}, Abilities: []string{"*"}}
	a = New(Options{Authenticator: keyring{key: key}, Log: zerolog.Nop(), RateBurst: 1})
	(&toys{}).register(a)
	return a, account
}

// A body that is late says nothing about its JSON, and the request can be sent again.
func TestABodyThatDoesNotArriveInTimeIsNoBadJSON(t *testing.T) {
	t.Parallel()
	handler, account := toyHandler(t)
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/v1/accounts/"+account.String()+"/toys", iotest.ErrReader(os.ErrDeadlineExceeded))
	r.Header.Set("X-API-Key", "good")
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"unavailable"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// If a read deadline expires while an operation runs, net/http cancels this request and all later ones on the connection. After a few
// slow seconds of the database, clients would have connections that only return 503.
func TestNoReadDeadlineIsLeftOnTheConnectionOfARequestWithABody(t *testing.T) {
	t.Parallel()
	handler, account := toyHandler(t)
	w := &deadlines{ResponseRecorder: httptest.NewRecorder(), read: time.Now().Add(20 * time.Second)}
	r := httptest.NewRequest(http.MethodPost, "/v1/accounts/"+account.String()+"/toys", strings.NewReader(`{"name":"a"}`))
	r.Header.Set("X-API-Key", "good")
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusCreated || !w.read.IsZero() {
		t.Errorf("%d, the deadline is %s", w.Code, w.read)
	}
}

func TestABodyHasTheTimeOfItsRequest(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Timeout = 300 * time.Millisecond })
	conn := testkit.Must[net.Conn](t)(net.Dial("tcp", strings.TrimPrefix(s.url, "http://")))
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: good\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"na", s.path(""))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Fatalf("the answer is %v, %v", res, err)
	}
}

// Beyond the write timeout, net/http drops the answer: an operator who allows two minutes would see changes without one.
func TestAnswerAfterTheLongestRequestCanBeWritten(t *testing.T) {
	t.Parallel()
	server := testkit.Must[*Server](t)(NewServer(New(Options{Timeout: 2 * time.Minute}), func(context.Context) error { return nil }))
	if limit := server.http.WriteTimeout; limit <= 2*time.Minute {
		t.Errorf("an answer has to be written within %s", limit)
	}
}
