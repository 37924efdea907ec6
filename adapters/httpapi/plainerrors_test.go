package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

func TestWhatNetHTTPRefusesIsAProblemToo(t *testing.T) {
	t.Parallel()
	server := testkit.Must[*Server](t)(NewServer(New(Options{}), func(context.Context) error { return nil }))
	listener := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	server.Start(listener, func(err error) { t.Error(err) })
	t.Cleanup(func() { _ = server.http.Close() })
	for request, want := range map[string]int{
		"nonsense\r\n\r\n":                                     400,
		"GET /v1/x HTTP/1.1\r\n\r\n":                           400, // without Host
		"GET /v1/x HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n": 400,
		"GET /v1/x HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 80<<10) + "\r\n\r\n": 413,
		"POST /v1/x HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 0\r\n\r\n":      417,
		"POST /v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: rot13\r\n\r\n":                   501,
		"GET /v1/x HTTP/3.0\r\nHost: x\r\n\r\n":                                                505,
	} {
		c := testkit.Must[net.Conn](t)(net.Dial("tcp", listener.Addr().String()))
		go func() { _, _ = io.WriteString(c, request) }()
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%.40q: %v", request, err)
		}
		var p Problem
		err = json.NewDecoder(response.Body).Decode(&p)
		if err != nil || response.StatusCode != want || p.Status != want || p.Code == "" || p.RequestID != response.Header.Get("X-Request-Id") ||
			response.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%.40q: %d %+v, %v", request, response.StatusCode, p, err)
		}
		_ = c.Close()
	}
}

func TestDocumentNamesEveryCode(t *testing.T) {
	t.Parallel()
	text := serve(t, nil).do("GET", Base+"/openapi.yaml", "").body
	for _, code := range []string{
		"malformed_json", "malformed_request", "ambiguous_credentials", "unauthenticated", "ability_missing", "forbidden", "not_found",
		"method_not_allowed", "not_acceptable", "conflict", "duplicate", "in_use", "built_in", "version_mismatch", "payload_too_large",
		"unsupported_media_type", "validation_failed", "idempotency_key_reused", "idempotency_in_progress",
		"idempotency_replay_too_large", "rate_limited", "unavailable", "internal", "account_inactive", "login_failed", "too_large",
		"cursor_expired",
	} {
		if !strings.Contains(string(text), code) {
			t.Errorf("%s is not in the document", code)
		}
	}
}

func TestEveryProblemHasATitle(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	for name, want := range map[string]string{"no key": "Unauthenticated", "too many": "Rate limited", "own code": "Shop is closed"} {
		var p Problem
		if err := json.Unmarshal([]byte(s.do("POST", s.path(""), `{"name":"`+name+`"}`).body), &p); err != nil || p.Title != want {
			t.Errorf("%s: %q, %v", name, p.Title, err)
		}
	}
	if got := internalProblem().Title; got != "Internal error" {
		t.Errorf("internal: %q", got)
	}
}
