package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/testkit"
	"github.com/rs/zerolog"
)

// These tests use a toy resource, so that they are independent of the modules.

type toy struct {
	ID      uuid.UUID `json:"id" format:"uuid" doc:"Id"`
	Name    string    `json:"name" maxLength:"10" doc:"Name" example:"Rex"`
	Size    int       `json:"size" minimum:"1" maximum:"9" doc:"Size"`
	Note    *string   `json:"note" maxLength:"20" doc:"Note"`
	Version int64     `json:"version" minimum:"1" maximum:"1000"`
}

func (t toy) RecordID() uuid.UUID  { return t.ID }
func (t toy) RecordVersion() int64 { return t.Version }

type toyDraft struct {
	Name string  `json:"name" minLength:"1" maxLength:"10" doc:"Name" example:"Rex"`
	Size int     `json:"size,omitempty" minimum:"1" maximum:"9" doc:"Size"`
	Note *string `json:"note,omitempty" maxLength:"20" doc:"Note"`

	Tags  []string       `json:"tags,omitempty" maxItems:"3" uniqueItems:"true" doc:"Tags"`
	Extra map[string]any `json:"extra,omitempty" maxProperties:"3" doc:"Anything"`
}

// Faults finds spare parts of a toy without a size, and those that are none.
func (d toyDraft) Faults() (f apperr.FieldErrors) {
	if d.Extra["spare"] == nil {
		return nil
	}
	if d.Size == 0 {
		f.AddWith("size", "extra.spare", "not_allowed", "goes with a size only")
	}
	if d.Extra["spare"] == d.Name {
		f.Add("tags[0]", "same", "is the toy itself")
	}
	return f
}

type toyChange struct {
	Name patch.Field[string] `json:"name,omitzero" minLength:"1" maxLength:"10" doc:"Name"`
	Note patch.Field[string] `json:"note,omitzero" maxLength:"20" doc:"Note"`
}

// ToyPath is exported because Huma ignores unexported embedded structs.
type ToyPath struct {
	AccountPath
	ToyID uuid.UUID `path:"toyId" format:"uuid" doc:"The toy"`
}

type toys struct {
	mu   sync.Mutex
	rows []toy
}

func (s *toys) register(a *API) {
	access := Ability("toys:manage").AndCustomers("all of them")
	List(a, Operation{ID: "listToys", Path: "/accounts/{accountId}/toys", Tag: "Toys", Summary: "List", Access: access}, s.list)
	Create(a, Operation{ID: "createToy", Path: "/accounts/{accountId}/toys", Tag: "Toys", Summary: "Create", Access: Ability("toys:manage")}, s.create)
	Get(a, Operation{ID: "getToy", Path: "/accounts/{accountId}/toys/{toyId}", Tag: "Toys", Summary: "Get", Access: access}, s.get)
	Update(a, Operation{ID: "updateToy", Path: "/accounts/{accountId}/toys/{toyId}", Tag: "Toys", Summary: "Change", Access: Ability("toys:manage")}, s.change)
	Delete(a, Operation{ID: "deleteToy", Path: "/accounts/{accountId}/toys/{toyId}", Tag: "Toys", Summary: "Delete", Access: Ability("toys:manage")}, s.remove)
	Handle(a, Operation{ID: "nextToy", Method: http.MethodGet, Path: "/accounts/{accountId}/toys/next", Tag: "Toys", Summary: "Next", Access: access}, s.next)
	Handle(a, Operation{ID: "nextCustomerToy", Method: http.MethodGet, Path: "/accounts/{accountId}/customers/{customerId}/toys/next",
		Tag: "Toys", Summary: "Next", Access: access}, s.nextOf)
	Handle(a, Operation{ID: "compareToys", Method: http.MethodPost, Path: "/accounts/{accountId}/toys/compare", Tag: "Toys", Summary: "Compare", ReadOnly: true, Access: access}, s.next)
	Handle(a, Operation{ID: "break", Method: http.MethodGet, Path: "/break/{how}", Tag: "Toys", Summary: "Break", Access: Public()}, s.breakdown)
}

func (s *toys) list(ctx context.Context, in *struct {
	AccountPath
	Paging
	Name   string         `query:"name" maxLength:"10" doc:"Name"`
	Active Optional[bool] `query:"active" doc:"Active"`
}, p paging.Request) (paging.Page[toy], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	after, err := p.ID()
	if err != nil {
		return paging.Page[toy]{}, err
	}
	var rows []toy
	for _, r := range s.rows {
		if (p.After == nil || bytes.Compare(r.ID[:], after[:]) > 0) && len(rows) < p.Fetch() {
			rows = append(rows, r)
		}
	}
	return paging.Cut(p, rows, func(t toy) []string { return []string{t.ID.String()} }), nil
}

func (s *toys) create(ctx context.Context, in *struct {
	AccountPath
	Body toyDraft
}) (toy, error) {
	switch in.Body.Name {
	case "no key":
		return toy{}, &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated", Detail: "the key was revoked meanwhile"}
	case "too many":
		return toy{}, &apperr.Error{Kind: apperr.RateLimited, Code: "rate_limited", Detail: "too many at once", RetryAfter: time.Second}
	case "own code":
		return toy{}, apperr.NewConflict("shop_is_closed", "nothing can be made on Sundays")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := toy{ID: ids.New(), Name: in.Body.Name, Size: in.Body.Size, Note: in.Body.Note, Version: 1}
	s.rows = append(s.rows, t)
	return t, nil
}

func (s *toys) get(_ context.Context, in *ToyPath) (toy, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.rows, func(t toy) bool { return t.ID == in.ToyID })
	if i < 0 {
		return toy{}, apperr.NewNotFound()
	}
	return s.rows[i], nil
}

func (s *toys) change(_ context.Context, in *struct {
	ToyPath
	IfMatch
	Body toyChange
}) (toy, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.rows, func(t toy) bool { return t.ID == in.ToyID })
	if i < 0 {
		return toy{}, apperr.NewNotFound()
	}
	t := &s.rows[i]
	if err := in.Match().Check(t.Version, *t); err != nil {
		return toy{}, err
	}
	var faults apperr.FieldErrors
	in.Body.Name.NotNull(&t.Name, "name", &faults)
	in.Body.Note.ApplyPtr(&t.Note)
	if err := faults.Err(); err != nil {
		return toy{}, err
	}
	t.Version++
	return *t, nil
}

func (s *toys) remove(context.Context, *ToyPath) error { return apperr.NewNotFound() }

func (s *toys) next(context.Context, *AccountPath) (*Output[toy], error) { return Plain(toy{}), nil }

func (s *toys) nextOf(context.Context, *struct {
	AccountPath
	CustomerID uuid.UUID `path:"customerId" format:"uuid" doc:"The customer"`
}) (*Output[toy], error) {
	return Plain(toy{}), nil
}

func (s *toys) breakdown(ctx context.Context, in *struct {
	How string `path:"how" maxLength:"20" doc:"How"`
}) (*Output[toy], error) {
	switch in.How {
	case "panic":
		panic("postgres://user:secret@host")
	case "error":
		return nil, errors.New("pq: password secret is wrong")
	case "taken":
		return nil, apperr.NewConflict("duplicate", "another one has this").With(ids.New())
	case "slow":
		<-ctx.Done()
		return nil, ctx.Err()
	default:
		return nil, errDown
	}
}

var errDown = errors.New("the database is gone")

// keyring knows one key and one customer.
type keyring struct{ key, customer caller.Caller }

func (k keyring) APIKey(_ context.Context, key string, _ bool) (caller.Caller, error) {
	switch key {
	case "good":
		return k.key, nil
	case "as good": // another one that may do the same, of the same organization
		other := k.key
		other.ID = ids.New()
		return other, nil
	}
	return caller.Caller{}, unauthenticated()
}

func (k keyring) Bearer(_ context.Context, token string) (caller.Caller, error) {
	if token != "customer" {
		return caller.Caller{}, unauthenticated()
	}
	return k.customer, nil
}

// service is a running API with toys.
type service struct {
	t       testing.TB
	url     string
	account uuid.UUID
	log     *bytes.Buffer
	api     *API

	transport *http.Transport // its own, so that tests do not share connections
}

func serve(t testing.TB, adjust func(*Options)) service {
	t.Helper()
	account := ids.New()
	log := &bytes.Buffer{}
	o := Options{
		Authenticator: keyring{
			key:      caller.Caller{Kind: caller.APIKey, ID: ids.New(), Organization: ids.New(), Accounts: []uuid.UUID{account}, Abilities: []string{"toys:manage"}},
			customer: caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{account}},
		},
		Unavailable: func(err error) bool { return errors.Is(err, errDown) },
		Log:         zerolog.New(zerolog.SyncWriter(log)), RatePerSecond: 0, RateBurst: 1,
	}
	if adjust != nil {
		adjust(&o)
	}
	a := New(o)
	(&toys{}).register(a)
	h := testkit.Must[http.Handler](t)(a.Handler())
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return service{t, server.URL, account, log, a, transport}
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   string
}

func (s service) do(method, path, body string, headers ...string) answer {
	s.t.Helper()
	return s.doTraced(&httptrace.ClientTrace{}, method, path, body, headers...)
}

func (s service) doTraced(trace *httptrace.ClientTrace, method, path, body string, headers ...string) answer {
	s.t.Helper()
	ctx := httptrace.WithClientTrace(context.Background(), trace)
	r := testkit.Must[*http.Request](s.t)(http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body)))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("X-API-Key", "good")
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{Transport: s.transport, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res := testkit.Must[*http.Response](s.t)(client.Do(r))
	defer res.Body.Close()
	text := testkit.Must[[]byte](s.t)(io.ReadAll(res.Body))
	return answer{res.StatusCode, res.Header, string(text)}
}

func (s service) path(rest string) string {
	return "/v1/accounts/" + s.account.String() + "/toys" + rest
}

func (s service) make(name string) toy {
	s.t.Helper()
	var made toy
	a := s.do("POST", s.path(""), `{"name":"`+name+`"}`)
	if a.status != 201 {
		s.t.Fatalf("create: %d %s", a.status, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), &made); err != nil {
		s.t.Fatal(err)
	}
	return made
}

// problem checks that the response is a problem with a status and code, and returns its faults as "location code".
func (a answer) problem(t testing.TB, status int, code string) []string {
	t.Helper()
	var p Problem
	if err := json.Unmarshal([]byte(a.body), &p); err != nil {
		t.Fatalf("%d %q is no problem: %v", a.status, a.body, err)
	}
	if a.status != status || p.Status != status || p.Code != code || p.Type != "urn:petcare:problem:"+code || p.Title == "" || p.Detail == "" {
		t.Fatalf("got %d %s, want %d %s", a.status, a.body, status, code)
	}
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("content type %q", got)
	}
	if p.RequestID == "" || p.RequestID != a.header.Get("X-Request-Id") {
		t.Errorf("request id %q, header %q", p.RequestID, a.header.Get("X-Request-Id"))
	}
	faults := []string{}
	for _, f := range p.Errors {
		faults = append(faults, f.Location+" "+f.Code)
	}
	return faults
}

func want(t testing.TB, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
