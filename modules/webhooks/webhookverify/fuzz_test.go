package webhookverify_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

// Without the secret, nothing verifies and nothing panics. What is signed with it always verifies.
func FuzzOnlySignedRequestsVerify(f *testing.F) {
	f.Add("1772359200", "sha256=00", "", "id", "1772359200", "v1,AAAA v1,", []byte(bodyText))
	f.Add("", "", "sha256=", "", "x", "v1", []byte(nil))
	f.Add("-1", "é", "sha256", "\x00", "99999999999999999999", "  ,", []byte("{"))
	f.Fuzz(func(t *testing.T, ts, sig, prev, id, stdTS, stdSig string, body []byte) {
		v := verifier(t, current)
		guessed := headers(
			webhookverify.HeaderTimestamp, ts,
			webhookverify.HeaderSignature, sig,
			webhookverify.HeaderSignaturePrevious, prev,
			webhookverify.HeaderStandardID, id,
			webhookverify.HeaderStandardTimestamp, stdTS,
			webhookverify.HeaderStandardSignature, stdSig)
		_, err := v.Verify(guessed, body)
		if typed := (*webhookverify.Error)(nil); !errors.As(err, &typed) {
			t.Fatalf("guessed headers: %v", err)
		}

		if err := v.Check(signed(body, id), body); err != nil {
			t.Fatalf("signed request rejected: %v", err)
		}
		if v.Check(signed(body, id), append(body, 0)) == nil {
			t.Fatal("a changed body verified")
		}
	})
}

func signed(body []byte, id string) http.Header {
	at := now().Add(time.Minute)
	h := headers(
		webhookverify.HeaderTimestamp, "1772359260",
		webhookverify.HeaderSignature, webhookverify.Sign(current, at, body))
	if id != "" {
		h.Set(webhookverify.HeaderStandardID, id)
		h.Set(webhookverify.HeaderStandardTimestamp, "1772359260")
		h.Set(webhookverify.HeaderStandardSignature, webhookverify.SignStandard(current, id, at, body))
	}
	return h
}
