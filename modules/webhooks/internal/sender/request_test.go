package sender

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
	"github.com/petcare/petcare/platform/testkit"
)

func TestRequestCarriesExactlyTheDocumentedHeaders(t *testing.T) {
	t.Parallel()
	at := time.Unix(1772359200, 987654321)
	r := newReceiver(t, answerWith(200, "ok"))
	s := openSender(t, Options{Clock: func() time.Time { return at }})

	req := request(r.URL + "/hook?x=1")
	result := s.Send(t.Context(), req)
	if result.Outcome != delivered || result.Error != "" || !result.StartedAt.Equal(at) {
		t.Fatalf("result: %+v", result)
	}
	got := r.got()[0]
	want := map[string]string{
		"Content-Type":        "application/json",
		"User-Agent":          "petcare-webhooks/1.0.0",
		"X-Service-Event":     "pet.updated",
		"X-Service-Timestamp": "1772359200",
		"X-Service-Signature": webhookverify.Sign(req.Secret, at, req.Body),
		"Webhook-Id":          req.EventID,
		"Webhook-Timestamp":   "1772359200",
		"Webhook-Signature":   webhookverify.SignStandard(req.Secret, req.EventID, at, req.Body),
		"Content-Length":      "66",
	}
	if got.method != http.MethodPost {
		t.Errorf("method %s", got.method)
	}
	for name, value := range want {
		if !slices.Equal(got.header[name], []string{value}) {
			t.Errorf("%s: %q, want %q", name, got.header[name], value)
		}
	}
	for name := range got.header { // no Accept-Encoding, no Previous, no Referer
		if _, ok := want[name]; !ok {
			t.Errorf("unexpected header %s: %q", name, got.header[name])
		}
	}
}

func TestRotationAddsTheOldSignatureInBothFamilies(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(200, ""))
	req := request(r.URL)
	req.PreviousSecret = "the secret before this one"
	openSender(t, Options{}).Send(t.Context(), req)

	got := r.got()[0]
	if n := len(strings.Split(got.header.Get("X-Service-Signature"), " ")); n != 1 {
		t.Errorf("X-Service-Signature has %d values: receivers compare it whole", n)
	}
	if entries := strings.Split(got.header.Get("Webhook-Signature"), " "); len(entries) != 2 {
		t.Errorf("webhook-signature: %q", entries)
	}
	for _, family := range [][]string{{"Webhook-Signature"}, {"X-Service-Signature", "X-Service-Signature-Previous"}} {
		header := got.header.Clone()
		for _, name := range family {
			header.Del(name)
		}
		for _, secret := range []string{req.Secret, req.PreviousSecret} {
			v := testkit.Must[*webhookverify.Verifier](t)(webhookverify.New(webhookverify.Options{Secrets: []string{secret}}))
			if _, err := v.Verify(header, got.body); err != nil {
				t.Errorf("without %v: %v", family, err)
			}
		}
	}
}

func TestEveryAttemptSendsTheSameBytesAndIsSignedAnew(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, answerWith(500, ""))
	seconds := int64(1772359200)
	s := openSender(t, Options{Clock: func() time.Time {
		seconds += 300
		return time.Unix(seconds, 0)
	}})
	req := request(r.URL)
	// Encoding this again would change spaces, key order, escapes, and invalid UTF-8, and might add a line feed.
	req.Body = []byte("{ \"type\" : \"\\u0041\",\"id\":\"<&>\u2028\", \"b\":1e2, \"a\":\"\xff\"}")
	for range 3 {
		s.Send(t.Context(), req)
	}
	timestamps := map[string]bool{}
	for _, got := range r.got() {
		if !bytes.Equal(got.body, req.Body) {
			t.Errorf("body %q", got.body)
		}
		stamp := got.header.Get("X-Service-Timestamp")
		timestamps[stamp] = true
		v, err := webhookverify.New(webhookverify.Options{Secrets: []string{req.Secret}, Clock: func() time.Time { return time.Unix(seconds, 0) }, Tolerance: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Check(got.header, got.body); err != nil {
			t.Errorf("attempt at %s: %v", stamp, err)
		}
	}
	if len(timestamps) != 3 {
		t.Errorf("three attempts carried the timestamps %v", timestamps)
	}
}
