package webhookverify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const (
	serviceScheme  = "sha256="
	standardScheme = "v1,"
	secretPrefix   = "whsec_"
)

// Sign returns the value of X-Service-Signature: "sha256=" and the lower-case hex of HMAC-SHA256 over "<timestamp>.<body>", with the
// timestamp in Unix seconds. The key is the complete text of the secret, including the prefix "whsec_" if it has one.
func Sign(secret string, timestamp time.Time, body []byte) string {
	return signService(secret, unixSeconds(timestamp), body)
}

// SignStandard returns an entry of the webhook-signature header of the Standard Webhooks specification: "v1," and the base64 of
// HMAC-SHA256 over "<id>.<timestamp>.<body>", with the key StandardKey(secret). The header separates entries with spaces.
func SignStandard(secret, id string, timestamp time.Time, body []byte) string {
	return signStandard(secret, id, unixSeconds(timestamp), body)
}

// StandardKey returns the key with which Standard Webhooks signatures are made. If the secret is "whsec_" followed by at least one
// byte in padded standard base64 (alphabet A–Z a–z 0–9 + /, no line breaks), the key is the decoded part. Every other secret is the
// key itself, even one with "whsec_" that cannot be decoded. Libraries that always decode need such a secret in their "raw"
// constructor.
func StandardKey(secret string) []byte {
	encoded, found := strings.CutPrefix(secret, secretPrefix)
	if !found || strings.ContainsAny(encoded, "\r\n") { // Go's decoder ignores line breaks, those of other languages do not
		return []byte(secret)
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) == 0 {
		return []byte(secret)
	}
	return key
}

func signService(secret, timestamp string, body []byte) string {
	return serviceScheme + hex.EncodeToString(mac([]byte(secret), timestamp+".", body))
}

func signStandard(secret, id, timestamp string, body []byte) string {
	return standardScheme + base64.StdEncoding.EncodeToString(mac(StandardKey(secret), id+"."+timestamp+".", body))
}

func mac(key []byte, prefix string, body []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(prefix))
	m.Write(body)
	return m.Sum(nil)
}

func unixSeconds(t time.Time) string {
	return strconv.FormatInt(t.Unix(), 10)
}
