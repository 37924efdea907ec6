package webhookverify

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The largest accepted timestamp, in Unix seconds (year 9999). Beyond it, the difference to now could overflow.
const maxUnixSeconds = 253402300799

// Check verifies only the signature and the timestamp, for receivers that decode the body themselves. There are two families of
// headers, X-Service-… and webhook-…; one that verifies is enough, because proxies may remove unknown headers.
// X-Service-Signature-Previous is accepted like X-Service-Signature, so that a receiver with the old secret continues to work for 24
// h after a rotation. Every error is an *Error.
func (v *Verifier) Check(header http.Header, body []byte) error {
	hasService := header.Get(HeaderSignature) != "" || header.Get(HeaderSignaturePrevious) != ""
	hasStandard := header.Get(HeaderStandardSignature) != ""
	switch {
	case hasService && hasStandard:
		err := v.checkService(header, body)
		if err == nil || v.checkStandard(header, body) == nil {
			return nil
		}
		return err
	case hasService:
		return v.checkService(header, body)
	case hasStandard:
		return v.checkStandard(header, body)
	default:
		return rejected(MissingHeader, "neither "+HeaderSignature+" nor "+HeaderStandardSignature)
	}
}

func (v *Verifier) checkService(header http.Header, body []byte) error {
	timestamp := header.Get(HeaderTimestamp)
	sent, err := parseTimestamp(HeaderTimestamp, timestamp)
	if err != nil {
		return err
	}
	given := []string{header.Get(HeaderSignature), header.Get(HeaderSignaturePrevious)}
	if !v.matches(given, func(secret string) string { return signService(secret, timestamp, body) }) {
		return rejected(WrongSignature, HeaderSignature)
	}
	return v.checkAge(HeaderTimestamp, sent)
}

func (v *Verifier) checkStandard(header http.Header, body []byte) error {
	id, timestamp := header.Get(HeaderStandardID), header.Get(HeaderStandardTimestamp)
	if id == "" {
		return rejected(MissingHeader, HeaderStandardID)
	}
	sent, err := parseTimestamp(HeaderStandardTimestamp, timestamp)
	if err != nil {
		return err
	}
	given := strings.Fields(header.Get(HeaderStandardSignature))
	if !v.matches(given, func(secret string) string { return signStandard(secret, id, timestamp, body) }) {
		return rejected(WrongSignature, HeaderStandardSignature)
	}
	return v.checkAge(HeaderStandardTimestamp, sent)
}

// matches compares each signature with that of each secret, in constant time. The time only reveals how many there are, and not how
// much of one is right.
func (v *Verifier) matches(given []string, sign func(secret string) string) bool {
	found := 0
	for _, secret := range v.secrets {
		want := []byte(sign(secret))
		for _, signature := range given {
			found |= subtle.ConstantTimeCompare(want, []byte(signature))
		}
	}
	return found == 1
}

// checkAge runs after the signature was verified, so that strangers learn nothing about the receiver's clock.
func (v *Verifier) checkAge(name string, sent time.Time) error {
	off := v.clock().Sub(sent)
	if off.Abs() <= v.tolerance {
		return nil
	}
	if off > 0 {
		return rejected(StaleTimestamp, name+" is "+off.Truncate(time.Second).String()+" old")
	}
	return rejected(StaleTimestamp, name+" is "+off.Abs().Truncate(time.Second).String()+" ahead")
}

func parseTimestamp(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, rejected(MissingHeader, name)
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds < 0 || seconds > maxUnixSeconds {
		return time.Time{}, rejected(MalformedHeader, name+" is not Unix seconds")
	}
	return time.Unix(seconds, 0), nil
}
