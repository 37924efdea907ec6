package petcarecmd

import (
	"bytes"
	"net/http"
	"net/http/httptest"
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

func TestListenPrintsAndForwardsOnlyWhatVerifies(t *testing.T) {
	t.Parallel()
	const secret = "0123456789abcdef"
	var forwarded []byte
	next := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b bytes.Buffer
		_, _ = b.ReadFrom(r.Body)
		forwarded = b.Bytes()
		w.WriteHeader(http.StatusTeapot)
	}))
	t.Cleanup(next.Close)
	v := testkit.Must[*webhookverify.Verifier](t)(webhookverify.New(webhookverify.Options{Secrets: []string{secret}}))
	var out, errs bytes.Buffer
	c := &listenCmd{ForwardTo: next.URL}
	h := c.receiver(v, streams{&out, &errs})
	send := func(secret string) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, delivery(secret))
		return w.Code
	}
	if code := send("another secret 16"); code != http.StatusUnauthorized || out.Len() > 0 || forwarded != nil {
		t.Errorf("wrong secret: %d %q", code, out.String())
	}
	if code := send(secret); code != http.StatusTeapot || !bytes.Equal(forwarded, event) || !strings.Contains(out.String(), "pet.updated") || !strings.Contains(out.String(), "breed, chip, color, name, sex, weight") {
		t.Errorf("%d %q %q %s", code, out.String(), errs.String(), forwarded)
	}
}

func TestListenGivesTheAnswerBackAsItIs(t *testing.T) {
	t.Parallel()
	const secret = "0123456789abcdef"
	var got []string
	next := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Method+r.URL.Path)
		if r.URL.Path == "/hook" {
			http.Redirect(w, r, "/hook/", http.StatusMovedPermanently)
			return
		}
		http.Error(w, "no such pet", http.StatusConflict)
	}))
	t.Cleanup(next.Close)
	v := testkit.Must[*webhookverify.Verifier](t)(webhookverify.New(webhookverify.Options{Secrets: []string{secret}}))
	send := func(to string) *httptest.ResponseRecorder {
		var out, errs bytes.Buffer
		w := httptest.NewRecorder()
		(&listenCmd{ForwardTo: to}).receiver(v, streams{&out, &errs}).ServeHTTP(w, delivery(secret))
		return w
	}
	if w := send(next.URL + "/hook"); w.Code != http.StatusMovedPermanently {
		t.Errorf("a redirect is followed: %d, %v", w.Code, got)
	}
	if w := send(next.URL + "/hook/"); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "no such pet") {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
