package schema

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// DecodeFault returns the fault for JSON that Check accepts and Decode rejects, such as a whole number of more than 64 bits.
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
	what := "is not valid"
	if errors.Is(err, errYear) {
		what = errYear.Error()
	} else if t := semantic.GoType; t != nil {
		switch t.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			what = "is not a whole number written as digits"
		}
	}
	return apperr.FieldError{Field: at, Code: "type", Message: what}
}
