package webhookverify_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

// The expected values were computed with OpenSSL.
func TestSignaturesMatchValuesComputedElsewhere(t *testing.T) {
	t.Parallel()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	at := time.Unix(1614265330, 0)
	body := []byte(`{"test": 2432232314}`)

	if got, want := webhookverify.Sign(secret, at, body), "sha256=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964"; got != want {
		t.Errorf("Sign = %s, want %s", got, want)
	}
	// The example in the libraries of the Standard Webhooks specification.
	const want = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	if got := webhookverify.SignStandard(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body); got != want {
		t.Errorf("SignStandard = %s, want %s", got, want)
	}
}

func TestStandardKeyDecodesOnlyWhsecSecretsThatAreBase64(t *testing.T) {
	t.Parallel()
	encoded := base64.StdEncoding.EncodeToString([]byte("0123456789abcdef"))
	for name, c := range map[string]struct{ secret, want string }{
		"made secret":            {"whsec_" + encoded, "0123456789abcdef"},
		"no prefix":              {encoded, encoded},
		"not base64":             {"whsec_not base64!", "whsec_not base64!"},
		"unpadded":               {"whsec_QQ", "whsec_QQ"},
		"padded":                 {"whsec_QQ==", "A"},
		"url alphabet":           {"whsec_-_-_", "whsec_-_-_"},
		"prefix only":            {"whsec_", "whsec_"},
		"line break":             {"whsec_QQ=\n=", "whsec_QQ=\n="},
		"prefix in another case": {"WHSEC_QQ==", "WHSEC_QQ=="},
	} {
		if got := string(webhookverify.StandardKey(c.secret)); got != c.want {
			t.Errorf("%s: StandardKey(%q) = %q, want %q", name, c.secret, got, c.want)
		}
	}
}

func TestSignatureIgnoresFractionsOfASecond(t *testing.T) {
	t.Parallel()
	at := time.Unix(1700000000, 0)
	if webhookverify.Sign("s", at, nil) != webhookverify.Sign("s", at.Add(999*time.Millisecond), nil) {
		t.Error("two instants of one second were signed differently")
	}
}
