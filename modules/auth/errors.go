package auth

import "github.com/petcare/petcare/platform/apperr"

func refused(code, detail string) *apperr.Error {
	return &apperr.Error{Kind: apperr.Unauthenticated, Code: code, Detail: detail}
}

// malformedKey is the answer to what cannot be a key at all: the checksum tells a mistyped one.
func malformedKey() *apperr.Error {
	return refused("unauthenticated", "the API key is malformed: it was mistyped or cut off")
}

// unknownKey is the one answer to every other key that is not good: it does not say why.
func unknownKey() *apperr.Error {
	return refused("unauthenticated", "the API key is unknown, revoked or has expired")
}

// badToken is the one answer to every access token that is not good: it does not say why.
func badToken() *apperr.Error {
	return refused("unauthenticated", "the access token is not valid: it is malformed, has expired or was replaced, or its session has ended")
}

// Unauthenticated is what adapters answer with for an access token that they cannot even read.
func Unauthenticated() error { return badToken() }

// loginFailed is the one answer to a login that fails: it does not say what was wrong.
func loginFailed() *apperr.Error {
	return refused("login_failed", "the e-mail or the password is wrong")
}

func wrongPassword() *apperr.Error { return refused("login_failed", "the current password is wrong") }

// badReset is the one answer to every reset token that is not good.
func badReset() *apperr.Error {
	return refused("login_failed", "the token is wrong, was used or has expired")
}
