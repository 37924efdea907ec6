package schema

import (
	"errors"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/petcare/petcare/platform/apperr"
)

// DecodeFault returns the fault for JSON that Check accepts and Decode rejects, as a type with its own UnmarshalJSON may.
func DecodeFault(err error) apperr.FieldError {
	semantic, ok := errors.AsType[*jsonv2.SemanticError](err)
	if !ok {
		return apperr.FieldError{Code: "invalid", Message: "is not valid"}
	}
	at := ""
	for token := range semantic.JSONPointer.Tokens() {
		if _, err := strconv.Atoi(token); err == nil && at != "" {
			at += "[" + token + "]"
			continue
		}
		at = strings.TrimPrefix(at+"."+token, ".")
	}
	return apperr.FieldError{Field: at, Code: "type", Message: "is not valid"}
}
