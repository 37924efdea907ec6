package console

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

// keyAtMost bounds the body of a sign-in.
const keyAtMost = 4 << 10

// ServeHTTP signs in (POST, {"key": "…"}) and out (DELETE), both only with the console's header: 204, or a problem.
func (s *Sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !fromConsole(r) {
		httpapi.WriteProblem(w, r, apperr.NewForbidden("forbidden", "the console sends the header "+headerName+": 1"))
		return
	}
	if r.Method == http.MethodDelete {
		http.SetCookie(w, newCookie(r, "", -1))
		w.WriteHeader(http.StatusNoContent)
		return
	}
	key, err := keyIn(w, r)
	if err == nil {
		err = s.check(r.Context(), key)
	}
	if err != nil {
		httpapi.WriteProblem(w, r, err)
		return
	}
	http.SetCookie(w, newCookie(r, s.seal(key), int(lifetime.Seconds())))
	w.WriteHeader(http.StatusNoContent)
}

// check lets a key in that works; attempts are counted before it is looked at.
func (s *Sessions) check(ctx context.Context, key string) error {
	if err := s.admit(ctx, httpapi.ClientAddress(ctx)); err != nil {
		return err
	}
	_, err := s.keys.APIKey(ctx, key, true)
	return err
}

func keyIn(w http.ResponseWriter, r *http.Request) (string, error) {
	if err := httpapi.CheckMediaType(r.Header, false); err != nil {
		return "", err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, keyAtMost))
	switch _, long := errors.AsType[*http.MaxBytesError](err); {
	case long:
		return "", apperr.NewInvalid("key", "too_long", "is not an API key")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "", apperr.NewUnavailable(time.Second) // it may arrive in time when it is sent again
	case err != nil:
		return "", malformed("the body could not be read")
	}
	var body map[string]json.RawMessage
	var otherType *json.UnmarshalTypeError
	switch err := json.Unmarshal(text, &body); {
	case errors.As(err, &otherType):
		return "", apperr.NewInvalid("", "type", "is not an object")
	case err != nil:
		return "", malformed("the body is not JSON")
	}
	var key string
	var faults apperr.FieldErrors
	if given := body["key"]; given != nil && json.Unmarshal(given, &key) != nil {
		faults.Add("key", "type", "is not text")
	} else if key == "" {
		faults.Add("key", "required", "is required")
	}
	for _, name := range slices.Sorted(maps.Keys(body)) {
		if name != "key" {
			faults.Add(name, "unknown", "is not a key of this resource")
		}
	}
	return key, faults.Err()
}

func malformed(detail string) error {
	return &apperr.Error{Kind: apperr.Malformed, Code: "malformed_json", Detail: detail}
}
