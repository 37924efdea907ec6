package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/testkit"
)

// Health checks that succeed would be most lines at info; whatever else reaches no operation is named as in the metrics.
func TestHealthChecksAreLoggedAtInfoOnlyWhenTheyFail(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	ready := errors.New("starting")
	server := testkit.Must[*Server](t)(
		NewServer(New(Options{Authenticator: keyring{}, Log: zerolog.New(&log)}), func(context.Context) error { return ready }))
	level := func(path string) any {
		t.Helper()
		log.Reset()
		server.http.Handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		var line map[string]any
		if err := json.Unmarshal(log.Bytes(), &line); err != nil || line["operation"] != "none" {
			t.Errorf("%s: %v %s", path, err, log.String())
		}
		return line["level"]
	}
	if level("/readyz") != "info" || level("/nowhere") != "info" || level("/healthz") != "debug" {
		t.Errorf("the last line is %s", log.String())
	}
	ready = nil
	if level("/readyz") != "debug" {
		t.Errorf("the last line is %s", log.String())
	}
}

func TestWhatTheServerItselfSaysIsInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	server := testkit.Must[*Server](t)(
		NewServer(New(Options{Authenticator: keyring{}, Log: zerolog.New(&log)}), func(context.Context) error { return nil }))
	server.http.ErrorLog.Print("http: Accept error")
	if got := log.String(); got != `{"level":"warn","message":"http: Accept error"}`+"\n" {
		t.Error(got)
	}
}

// An answer to a HEAD has no body, though it is made like that to a GET.
func TestAHEADIsLoggedAndCountedAsSuch(t *testing.T) {
	t.Parallel()
	var method string
	s := serve(t, func(o *Options) { o.Observe = func(o Observation) { method = o.Method } })
	s.do("HEAD", s.path(""), "")
	within(t, "the request is logged", func() bool { return s.api.inFlight.running.Load() == 0 })
	if text := s.log.String(); method != "HEAD" || !strings.Contains(text, `"method":"HEAD"`) || !strings.Contains(text, `"bytes":0,`) {
		t.Errorf("counted as %s: %s", method, text)
	}
}
