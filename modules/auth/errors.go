package auth

import "github.com/petcare/petcare/platform/apperr"

// unauthenticated is the one answer to every credential that is not good: it does not say why.
func unauthenticated() *apperr.Error {
	return &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated", Detail: "a valid credential is needed"}
}

// Unauthenticated is what adapters answer with for a credential that they cannot even read.
func Unauthenticated() error { return unauthenticated() }
