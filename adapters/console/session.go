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
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/text"
)

// bodyAtMost bounds the body of a sign-in.
const bodyAtMost = 4 << 10

// Staff signs members of staff in and out.
type Staff interface {
	Login(ctx context.Context, email, password, organization, address string) (token string, err error)
	Accept(ctx context.Context, token, password, address string) (session string, err error)
	Logout(ctx context.Context, token string) error
	Lasts() time.Duration
	Any(ctx context.Context) (bool, error) // whether there is a member of staff
	Issuer() bool                          // whether they can sign in at an issuer
}

// ServeHTTP says how one can sign in (GET), and signs in (POST, with one of the sets of keys below) and out (DELETE): 204, or a problem.
// The last two take the console's header only.
func (s *Sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var err error
	switch {
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		err = s.describe(w, r)
	case !fromConsole(r):
		err = apperr.NewForbidden("forbidden", "the console sends the header "+headerName+": 1")
	case r.Method == http.MethodDelete:
		err = s.signOut(w, r)
	default:
		err = s.signIn(w, r)
	}
	if err != nil {
		httpapi.WriteProblem(w, r, err)
	}
}

func (s *Sessions) describe(w http.ResponseWriter, r *http.Request) error {
	some, err := s.staff.Any(r.Context())
	if err != nil {
		return err
	}
	who, _, _ := strings.Cut(s.Credential(r), " ")
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]any{"staff": some, "issuer": s.staff.Issuer(), "keys": !s.noKeys,
		"signed_in": map[string]string{"ApiKey": "key", "Bearer": "staff"}[who]})
}

func (s *Sessions) signOut(w http.ResponseWriter, r *http.Request) error {
	if token, ok := strings.CutPrefix(s.Credential(r), withToken); ok {
		if err := s.staff.Logout(r.Context(), token); err != nil && !apperr.Is(err, apperr.Unauthenticated) {
			return err
		}
	}
	http.SetCookie(w, newCookie(r, "", -1))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Sessions) signIn(w http.ResponseWriter, r *http.Request) error {
	given, err := bodyOf(w, r)
	if err != nil {
		return err
	}
	ctx, address := r.Context(), httpapi.ClientAddress(r.Context())
	var cookie *http.Cookie
	var token string
	switch {
	case given["email"] != "":
		token, err = s.staff.Login(ctx, given["email"], given["password"], given["organization"], address)
	case given["token"] != "":
		token, err = s.staff.Accept(ctx, given["token"], given["new_password"], address)
	default:
		err = s.check(ctx, given["key"], address)
		cookie = newCookie(r, s.seal(withKey+given["key"], lifetime), int(lifetime.Seconds()))
	}
	if err != nil {
		return err
	}
	if token != "" {
		cookie = s.SignedIn(r, token)
	}
	http.SetCookie(w, cookie)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// check lets a key in that works; attempts are counted before it is looked at.
func (s *Sessions) check(ctx context.Context, key, address string) error {
	if s.noKeys {
		return apperr.NewForbidden("forbidden", "API keys cannot sign in to the console of this installation")
	}
	if err := s.admit(ctx, address); err != nil {
		return err
	}
	_, err := s.keys.APIKey(ctx, key, true)
	return err
}

// forms are the sets of keys of a sign-in: the first key of each tells which one it is.
var forms = []struct{ required, optional []string }{
	{[]string{"email", "password"}, []string{"organization"}},
	{[]string{"token", "new_password"}, nil},
	{[]string{"key"}, nil},
}

func bodyOf(w http.ResponseWriter, r *http.Request) (map[string]string, error) {
	if err := httpapi.CheckMediaType(r.Header, false); err != nil {
		return nil, err
	}
	read, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyAtMost))
	switch _, long := errors.AsType[*http.MaxBytesError](err); {
	case long:
		return nil, apperr.NewInvalid("", "too_long", "is longer than any sign-in")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, apperr.NewUnavailable(time.Second) // it may arrive in time when it is sent again
	case err != nil:
		return nil, malformed("the body could not be read")
	}
	var body map[string]json.RawMessage
	var otherType *json.UnmarshalTypeError
	switch err := json.Unmarshal(read, &body); {
	case errors.As(err, &otherType):
		return nil, apperr.NewInvalid("", "type", "is not an object")
	case err != nil:
		return nil, malformed("the body is not JSON")
	}
	return check(body)
}

// check returns the texts of the form that the body fits.
func check(body map[string]json.RawMessage) (map[string]string, error) {
	at := slices.IndexFunc(forms, func(f struct{ required, optional []string }) bool { return body[f.required[0]] != nil })
	form := forms[max(at, 0)]
	if at < 0 {
		form = forms[len(forms)-1]
	}
	found := map[string]string{}
	var faults apperr.FieldErrors
	for _, name := range slices.Concat(form.required, form.optional) {
		var value string
		if given := body[name]; given != nil && json.Unmarshal(given, &value) != nil {
			faults.Add(name, "type", "is not text")
		} else if value == "" && slices.Contains(form.required, name) {
			faults.Add(name, "required", "is required")
		}
		found[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(body)) {
		if _, known := found[name]; !known {
			faults.Add(name, "unknown", "is not a key of this resource")
		}
	}
	if n := text.Len(found["new_password"]); found["new_password"] != "" && (n < 10 || n > 128) {
		faults.Add("new_password", "length", "has 10 to 128 characters")
	}
	return found, faults.Err()
}

func malformed(detail string) error {
	return &apperr.Error{Kind: apperr.Malformed, Code: "malformed_json", Detail: detail}
}
