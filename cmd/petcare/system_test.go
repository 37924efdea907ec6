package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	if os.Getenv("PETCARE_TEST_BE_PETCARE") == "1" {
		main() // a test runs this binary as the program itself
		return
	}
	testdb.Main(m, func(ctx context.Context, url string) error {
		var db *postgres.DB
		var p parts
		if _, err := build(testConfig(), databaseURL(url), zerolog.Nop(), &db, &p); err != nil {
			return err
		}
		defer db.Close()
		_, err := db.Migrate(ctx, p.migrations)
		return err
	})
}

func testConfig() config.Config {
	c, err := config.Load("", nil, map[string]string{"RATE_LIMIT": "0", "DATABASE_POOL": "16", "TRUST_PROXY": "true"})
	if err != nil {
		panic(err)
	}
	c.JWTKeys = config.Keys{secrets.Key{ID: "test", Secret: bytes.Repeat([]byte("k"), 32)}}
	return c
}

// system is the whole service on the database of this package, without workers.
type system struct {
	t        testing.TB
	url      string
	api      *httpapi.API
	db       *postgres.DB
	parts    parts
	accounts *accounts.Service
	auth     *auth.Service
}

var (
	sharedSystem system
	sharedOnce   sync.Once
)

// newSystem shares one service between all tests: each has an organization of its own.
func newSystem(t testing.TB) system {
	t.Helper()
	sharedOnce.Do(func() { sharedSystem = startSystem(t, testdb.URL(), testConfig(), io.Discard) })
	s := sharedSystem
	s.t = t
	return s
}

func startSystem(t testing.TB, url string, c config.Config, log io.Writer) system {
	t.Helper()
	s := system{t: t}
	if _, err := build(c, databaseURL(url), zerolog.New(zerolog.SyncWriter(log)), &s.api, &s.db, &s.parts, &s.accounts, &s.auth); err != nil {
		t.Fatal(err)
	}
	handler, err := s.api.Handler()
	if err != nil {
		t.Fatal(err)
	}
	// The shared service lives as long as the test binary.
	s.url = httptest.NewServer(handler).URL
	return s
}

// tenant is an organization with one account and a key that may do everything.
type tenant struct {
	system
	organization string
	account      accounts.Account
	key          string
	base         string // path of the account
}

func (s system) tenant() tenant {
	s.t.Helper()
	t := tenant{system: s, organization: "Org " + ids.New().String()}
	t.account = t.addAccount("main", "Europe/London", "GBP", "GB")
	t.base = "/v1/accounts/" + t.account.ID.String()
	t.key = t.newKey("*")
	return t
}

func newTenant(t testing.TB) tenant { return newSystem(t).tenant() }

func (t tenant) addAccount(code, zone, currency, country string) accounts.Account {
	t.t.Helper()
	a, err := t.accounts.Create(context.Background(), accounts.AccountCreate{Organization: t.organization, Code: code, Name: "Account " + code,
		Timezone: zone, Currency: currency, Country: country})
	if err != nil {
		t.t.Fatal(err)
	}
	return a
}

func (t tenant) newKey(abilities ...string) string { return t.newKeyFor(nil, abilities...) }

func (t tenant) newKeyFor(codes []string, abilities ...string) string {
	t.t.Helper()
	k, err := t.auth.CreateKey(context.Background(), auth.KeyCreate{Organization: t.organization, Name: "test", AccountCodes: codes, Abilities: abilities})
	if err != nil {
		t.t.Fatal(err)
	}
	return k.Secret
}

// reply is an answer of the service.
type reply struct {
	t      testing.TB
	status int
	header http.Header
	text   string
}

// send sends a request; body is JSON text, a value to encode, or nil. headers are name, value, …; "" takes one out.
func (s system) send(key, method, path string, body any, headers ...string) reply {
	s.t.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, s.url+path, content)
	if err != nil {
		s.t.Fatal(err)
	}
	if content != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	switch {
	case strings.HasPrefix(key, "pck_"):
		r.Header.Set("X-API-Key", key)
	case key != "":
		r.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{s.t, res.StatusCode, res.Header, string(text)}
}

// do sends a request with the tenant's key; a path that does not begin with / is below the account.
func (t tenant) do(method, path string, body any, headers ...string) reply {
	t.t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = t.base + "/" + path
	}
	return t.send(t.key, method, path, body, headers...)
}

// object asserts the status and reads the body as an object.
func (r reply) object(status int) map[string]any {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("got %d, want %d: %s", r.status, status, r.text)
	}
	m := map[string]any{}
	if r.text != "" {
		if err := json.Unmarshal([]byte(r.text), &m); err != nil {
			r.t.Fatalf("%s: %v", r.text, err)
		}
	}
	return m
}

// list asserts a 200 and reads the records of a list.
func (r reply) list() []map[string]any {
	r.t.Helper()
	var list []map[string]any
	for _, v := range r.object(200)["data"].([]any) {
		list = append(list, v.(map[string]any))
	}
	return list
}

// problem asserts a problem and returns its faults as "location code".
func (r reply) problem(status int, code string) []string {
	r.t.Helper()
	p := r.object(status)
	if p["code"] != code {
		r.t.Fatalf("got %s, want code %s", r.text, code)
	}
	var faults []string
	for _, f := range p["errors"].([]any) {
		f := f.(map[string]any)
		faults = append(faults, fmt.Sprint(f["location"], " ", f["code"]))
	}
	return faults
}

// event is a recorded public event.
type event struct {
	Type     string
	Record   uuid.UUID
	Sequence int64
	Body     map[string]any
}

func (e event) object() map[string]any {
	return e.Body["data"].(map[string]any)["object"].(map[string]any)
}

func (e event) previous() map[string]any {
	m, _ := e.Body["data"].(map[string]any)["previous"].(map[string]any)
	return m
}

// events are the events of the account since the last of those seen, oldest first.
func (t tenant) events(after int64) []event {
	t.t.Helper()
	var list []event
	err := t.db.Rows(context.Background(), func(row postgres.Scanner) error {
		var e event
		var body string
		if err := row.Scan(&e.Type, &e.Record, &e.Sequence, &body); err != nil {
			return err
		}
		list = append(list, e)
		return json.Unmarshal([]byte(body), &list[len(list)-1].Body)
	}, `select type, record_id, sequence, body from outbox.events where account_id = $1 and sequence > $2 order by sequence`, t.account.ID, after)
	if err != nil {
		t.t.Fatal(err)
	}
	return list
}

// lastEvent is the sequence of the newest event of the account.
func (t tenant) lastEvent() int64 {
	t.t.Helper()
	list := t.events(0)
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1].Sequence
}

func (t tenant) newCustomer(extra map[string]any) map[string]any {
	t.t.Helper()
	body := map[string]any{"first_name": "Jo", "last_name": "Bloggs"}
	for k, v := range extra {
		body[k] = v
	}
	return t.do("POST", "customers", body).object(201)
}

func (t tenant) newPet(customer map[string]any, extra map[string]any) map[string]any {
	t.t.Helper()
	body := map[string]any{"name": "Rex", "species": "dog"}
	for k, v := range extra {
		body[k] = v
	}
	return t.do("POST", "customers/"+customer["id"].(string)+"/pets", body).object(201)
}

// login makes a customer with a login and logs it in.
func (t tenant) login() (customer map[string]any, token string) {
	t.t.Helper()
	email := "c" + ids.New().String() + "@example.com"
	customer = t.newCustomer(map[string]any{"email": email, "password": "correct horse"})
	grant := t.send("", "POST", "/v1/auth/login", map[string]any{"account_id": t.account.ID, "email": email, "password": "correct horse"},
		"X-Forwarded-For", anyAddress()).object(200)
	return customer, grant["access_token"].(string)
}

// anyAddress is a client address of its own: logins are limited by address.
func anyAddress() string {
	return netip.AddrFrom4([4]byte{10, byte(rand.IntN(256)), byte(rand.IntN(256)), byte(rand.IntN(256))}).String()
}

// eventually waits for something that happens by itself.
func eventually(t testing.TB, what string, within time.Duration, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(within)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s", what, within)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
