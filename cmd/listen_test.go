package petcarecmd

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/testkit"
)

func TestListenForwardsToAURLOnly(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	for _, bad := range []string{"nonsense", "127.0.0.1:3000/hook", "ftp://127.0.0.1/", "http://"} {
		args := []string{"webhooks", "listen", "--on=127.0.0.1:0", "--secret=0123456789abcdef", "--forward-to", bad}
		status := Run(t.Context(), args, &out, &errs)
		if status != statusUsage {
			t.Errorf("%s: %d %s", bad, status, errs.String())
		}
	}
}

// event is the body of deliveries.
var event = []byte(`{"id":"e1","type":"pet.updated","created_at":"2026-01-02T03:04:05Z","api_version":"1.0.0","account_id":"a","sequence":7,` +
	`"actor":{"type":"api_key","id":"k","name":"desk"},"data":{"object":{"name":"Rex"},"previous":{"name":"Max","breed":"Pug","sex":null,"color":"red","chip":"1","weight":2}}}`)

// delivery is one of the event, now.
func delivery(secret string) *http.Request {
	r, now := httptest.NewRequest(http.MethodPost, "/hook", bytes.NewReader(event)), time.Now()
	r.Header.Set(webhookverify.HeaderEvent, "pet.updated")
	r.Header.Set(webhookverify.HeaderTimestamp, strconv.FormatInt(now.Unix(), 10))
	r.Header.Set(webhookverify.HeaderSignature, webhookverify.Sign(secret, now, event))
	return r
}

// received returns the answer to a delivery that is signed with a secret, when listen forwards to a URL, and what is printed.
func received(t *testing.T, to, secret string) (answer *httptest.ResponseRecorder, printed string) {
	t.Helper()
	v := testkit.Must[*webhookverify.Verifier](t)(webhookverify.New(webhookverify.Options{Secrets: []string{"0123456789abcdef"}}))
	var out bytes.Buffer
	answer = httptest.NewRecorder()
	(&listenCmd{ForwardTo: to}).receiver(v, streams{&out, io.Discard}).ServeHTTP(answer, delivery(secret))
	return answer, out.String()
}

// Only what verifies is printed and forwarded, and its answer comes back as it is.
func TestListenPrintsAndForwardsOnlyWhatVerifies(t *testing.T) {
	t.Parallel()
	var forwarded []string
	next := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		forwarded = append(forwarded, string(body))
		if r.URL.Path == "/hook" {
			http.Redirect(w, r, "/hook/", http.StatusMovedPermanently)
			return
		}
		http.Error(w, "no such pet", http.StatusConflict)
	}))
	t.Cleanup(next.Close)
	if w, out := received(t, next.URL, "another secret 16"); w.Code != http.StatusUnauthorized || out != "" || forwarded != nil {
		t.Errorf("wrong secret: %d %q", w.Code, out)
	}
	w, out := received(t, next.URL, "0123456789abcdef")
	if w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "no such pet") ||
		!slices.Equal(forwarded, []string{string(event)}) || !strings.Contains(out, "pet.updated") || !strings.Contains(out, "breed, chip, color, name, sex, weight") {
		t.Errorf("%d %q, %q %q", w.Code, w.Body, out, forwarded)
	}
	if w, _ := received(t, next.URL+"/hook", "0123456789abcdef"); w.Code != http.StatusMovedPermanently {
		t.Errorf("a redirect is followed: %d, %v", w.Code, forwarded)
	}
}
