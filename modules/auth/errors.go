package auth

import "github.com/petcare/petcare/platform/kernel/apperr"

func refused(code, detail string) *apperr.Error {
	return &apperr.Error{Kind: apperr.Unauthenticated, Code: code, Detail: detail}
}

// malformedKey is the error for text that cannot be a key. The checksum detects typing errors.
func malformedKey() *apperr.Error {
	return refused("unauthenticated", "the API key is malformed: it was mistyped or cut off")
}

// unknownKey is the error for all other invalid keys. It does not tell why a key is invalid.
func unknownKey() *apperr.Error {
	return refused("unauthenticated", "the API key is unknown, revoked or has expired")
}

// badToken is the error for all invalid access tokens. It does not tell why a token is invalid.
func badToken() *apperr.Error {
	return refused("unauthenticated", "the access token is not valid: it is malformed, has expired or was replaced, or its session has ended")
}

// keyAsToken is the error for an API key in the place of an access token.
func keyAsToken() *apperr.Error {
	return refused("unauthenticated", "this is no access token: an API key goes into X-API-Key or Authorization: ApiKey")
}

// Unauthenticated returns the error that adapters use for an access token that they cannot parse.
func Unauthenticated() error { return badToken() }

// loginFailed is the error for all failed logins. It does not tell what was wrong.
func loginFailed() *apperr.Error {
	return refused("login_failed", "the e-mail or the password is wrong")
}

func wrongPassword() *apperr.Error { return refused("login_failed", "the current password is wrong") }

// badReset is the error for all invalid reset tokens.
func badReset() *apperr.Error {
	return refused("login_failed", "the token is wrong, was used or has expired")
}
