package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// secretsSeen are the secrets that were sent to or by the service, by name.
type secretsSeen map[string]string

// in returns the names of the secrets that a text contains, unchanged or encoded.
func (s secretsSeen) in(text string) []string {
	var found []string
	for what, secret := range s {
		for _, form := range []string{secret, hex.EncodeToString([]byte(secret)), base64.RawStdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte(secret))} {
			if strings.Contains(text, form) {
				found = append(found, what)
				break
			}
		}
	}
	return found
}

// program is a running petcare with its own account, and the secrets of its clients and operator.
type program struct {
	*kit.Instance
	kit.Service
	url     string // of the database
	account string
	key     string
	secrets secretsSeen
}

func startProgram(t *testing.T, more ...string) *program {
	t.Helper()
	p := &program{url: kit.FreshURL(t), secrets: secretsSeen{}}
	p.account = "/v1/accounts/" + kit.AddAccount(t, p.url)
	p.key = kit.AddKey(t, p.url)
	p.Instance = kit.StartInstance(t, p.url, more...)
	p.Service = kit.At(t, p.Instance.URL)
	return p
}

func (p *program) ask(method, path string, body any, headers ...string) kit.Response {
	return p.Send(p.key, method, path, body, headers...)
}

// stop ends the process, so that its output is complete.
func (p *program) stop() string {
	p.T.Helper()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		p.T.Fatal(err)
	}
	select {
	case err := <-p.Done:
		if err != nil {
			p.T.Fatalf("%v: %s", err, p.Log)
		}
	case <-time.After(time.Minute):
		p.T.Fatal("it does not end")
	}
	return p.Log.String()
}

// tables returns every row of every table of petcare as text.
func tables(t *testing.T, url string) map[string]string {
	t.Helper()
	db := kit.Start(t, kit.Config(url), io.Discard).DB
	column := func(query string) []string {
		return testkit.Must[[]string](t)(testkit.Column[string](t.Context(), db, query))
	}
	found := map[string]string{}
	for _, name := range column(`select format('%I.%I', table_schema, table_name) from information_schema.tables
		where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`) {
		found[name] = strings.Join(column("select r::text from "+name+" r"), "\n")
	}
	return found
}

// No key, password, webhook secret, token or signing key appears in the log at trace level, the metrics, a table or a request to a
// receiver, whether clients send valid, invalid or malformed requests.
func TestSecretsLeakNowhere(t *testing.T) {
	t.Parallel()
	var delivered kit.Output
	var received atomic.Int32
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var all bytes.Buffer
		_ = r.Write(&all)
		_, _ = delivered.Write(all.Bytes()) // as one, beside other requests
		received.Add(1)
		w.WriteHeader(http.StatusInternalServerError) // the response is stored with the attempt
	}))
	defer receiver.Close()
	metrics := kit.FreeAddress(t)
	p := startProgram(t, "PETCARE_LOG_LEVEL=trace", "PETCARE_METRICS_ADDRESS="+metrics, "PETCARE_WEBHOOKS_ALLOW_PRIVATE_NETWORKS=true",
		"PETCARE_WEBHOOKS_BACKOFF=1s", "PETCARE_SLOW_QUERY=1ns", "PETCARE_TRUST_PROXY=127.0.0.0/8")
	wrong := p.misbehave(receiver.URL)
	kit.Eventually(t, "deliveries", time.Minute, func() bool { return received.Load() >= 3 })
	scraped := testkit.Must[*http.Response](t)(http.Get("http://" + metrics + "/metrics"))
	shown, err := io.ReadAll(scraped.Body)
	if err != nil || scraped.StatusCode != http.StatusOK {
		t.Fatalf("metrics: %d %v", scraped.StatusCode, err)
	}
	_ = scraped.Body.Close()

	log := p.stop()
	places := tables(t, p.url)
	for _, table := range []string{"outbox.events", "idempotency.answers", "webhooks.deliveries", "webhooks.attempts", "webhooks.webhooks", "auth.sessions", "customerspets.customers"} {
		if places[table] == "" {
			t.Errorf("%s is empty, or there is no such table: nothing is proved about it", table)
		}
	}
	if strings.Count(log, "\n") < 50 || !strings.Contains(log, "slow query") || !strings.Contains(log, `"status":422`) {
		t.Errorf("the log tells too little to prove anything: %s", log)
	}
	places["the log"], places["metrics"], places["requests to the receiver"], places["refusals"] = log, string(shown), delivered.String(), wrong
	for place, text := range places {
		if found := p.secrets.in(text); len(found) > 0 {
			t.Errorf("%s holds: %v", place, found)
		}
		if place != "customerspets.customers" && strings.Contains(text, "argon2id$") {
			t.Errorf("%s holds a hash of a password", place)
		}
	}
	p.checkFolder()
}

// checkFolder checks the files that the process has written beside the database.
func (p *program) checkFolder() {
	p.T.Helper()
	for _, e := range p.Env {
		folder, ok := strings.CutPrefix(e, "PETCARE_DATA_DIR=")
		if !ok {
			continue
		}
		err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
			if err != nil || info.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if found := p.secrets.in(string(text)); len(found) > 0 {
				p.T.Errorf("%s holds: %v", path, found)
			}
			return err
		})
		if err != nil {
			p.T.Fatal(err)
		}
	}
}

// misbehave uses every secret in valid and invalid ways and returns the responses to the invalid ones.
func (p *program) misbehave(receiver string) string {
	p.T.Helper()
	const customerPassword, newPassword, typo = "Sesam-öffne-dich-17", "Knusper-knusper-99", "Sesam-oeffne-dich-18"
	const given, second = "hook-secret-given-by-hand", "hook-secret-second-choice"
	p.secrets = secretsSeen{"the API key": p.key, "a password": customerPassword, "the new password": newPassword, "a mistyped password": typo,
		"a webhook secret that was given": given, "its successor": second, "the signing key": strings.Repeat("k", 32), "the signing key in base64": strings.Split(kit.Keys, ":")[1]}
	var refused strings.Builder
	no := func(r kit.Response) {
		p.T.Helper()
		if r.Status < 400 || r.Status >= 500 {
			p.T.Errorf("not refused: %d %s", r.Status, r.Text)
		}
		refused.WriteString(fmt.Sprint(r.Header) + r.Text)
	}
	hook := func(r kit.Response, status int, what string) string {
		made := r.Object(status)
		p.secrets[what] = made["secret"].(string)
		return "/v1/webhooks/" + made["id"].(string)
	}

	// Webhooks first, so that everything else is delivered.
	draft := map[string]any{"url": receiver, "event_types": []string{"*"}, "secret": given}
	at := hook(p.ask("POST", "/v1/webhooks", draft, "Idempotency-Key", "hook"), 201, "a webhook secret that was given")
	hook(p.ask("POST", "/v1/webhooks", draft, "Idempotency-Key", "hook"), 201, "a webhook secret that was given")
	hook(p.ask("PATCH", at, map[string]any{"secret": second}), 200, "its successor")
	hook(p.ask("PATCH", at, `{"rotate_secret":true}`), 200, "a rotated webhook secret")
	delete(draft, "secret")
	hook(p.ask("POST", "/v1/webhooks", draft, "Idempotency-Key", "made"), 201, "a webhook secret that was made")
	p.ask("POST", at+"/test", nil).Object(202)
	no(p.ask("PATCH", at, `{"secret":"`+given+`","rotate_secret":true}`))
	no(p.ask("POST", "/v1/webhooks", `{"url":"ftp://x","event_types":["*"],"secret":"`+given+`"}`))
	no(p.ask("POST", "/v1/webhooks", `{"url":"http://u:`+given+`@example.com","event_types":["*"]}`))
	no(p.ask("POST", "/v1/webhooks", map[string]any{"url": receiver, "event_types": []string{"*"}, "secret": map[string]any{given: given}}))

	// Customers with passwords.
	customers := p.account + "/customers"
	customer := p.ask("POST", customers, `{"first_name":"Ann","email":"ann@example.com","password":"`+customerPassword+`"}`, "Idempotency-Key", "ann").Object(201)["id"].(string)
	no(p.ask("POST", customers, `{"first_name":"Bo","email":"ann@example.com","password":"`+typo+`"}`, "Idempotency-Key", "taken"))
	for _, body := range []string{
		`{"password":"` + typo + `"`, `{"password":"` + typo, `{"password":"` + typo + `" x}`, `{password:"` + typo + `"}`, `["` + typo + `"]`, `"` + typo + `"`, typo,
		`{"password":["` + typo + `"]}`, `{"password":{"` + typo + `":1}}`, `{"passwort":"` + typo + `"}`, `{"first_name":"A","password":"` + strings.Repeat(typo, 10) + `"}`,
		`{"first_name":"A","password":"` + typo + `"}`, `{"first_name":7,"email":"x@example.com","password":"` + typo + `"}`, `{"first_name":"A","email":"nonsense","password":"` + typo + `"}`,
	} {
		no(p.ask("POST", customers, body))
	}
	no(p.ask("PATCH", customers+"/"+customer, `{"password":"`+typo+`","password":"`+typo+`","x":1}`))

	// Successful and failed logins.
	login := func(body string) kit.Response {
		return p.Send("", "POST", "/v1/auth/login", body, "X-Forwarded-For", kit.AnyAddress())
	}
	credentials := func(email, password string) string {
		return fmt.Sprintf(`{"account_id":"%s","email":"%s","password":"%s"}`, strings.TrimPrefix(p.account, "/v1/accounts/"), email, password)
	}
	no(login(credentials("ann@example.com", typo)))
	no(login(credentials("nobody@example.com", typo)))
	no(login(strings.TrimSuffix(credentials("bo@example.com", typo), "}")))
	no(login(strings.Replace(credentials("co@example.com", typo), `"email":"co@example.com"`, `"email":7`, 1)))
	no(login(strings.Replace(credentials("do@example.com", typo), "password", "passwort", 1)))
	token := login(credentials("ann@example.com", customerPassword)).Object(200)["access_token"].(string)
	p.secrets["an access token"] = token
	p.Send(token, "GET", "/v1/auth/me", nil).Object(200)
	p.Send(token, "PATCH", customers+"/"+customer, `{"last_name":"Smith"}`).Object(200)
	fresh := p.Send(token, "POST", "/v1/auth/refresh", nil).Object(200)["access_token"].(string)
	p.secrets["a refreshed token"] = fresh
	no(p.Send(token, "GET", "/v1/auth/me", nil))
	no(p.Send(fresh, "PATCH", customers+"/"+customer, `{"password":"`+typo+`"}`))
	p.ask("PATCH", customers+"/"+customer, `{"password":"`+newPassword+`"}`).Object(200)
	no(p.Send(fresh, "GET", "/v1/auth/me", nil))
	p.secrets["the token of a session that goes on"] = login(credentials("ann@example.com", newPassword)).Object(200)["access_token"].(string)

	// Credentials in wrong places.
	no(p.Send("", "GET", customers, nil, "Authorization", "Basic "+p.key))
	no(p.Send("", "GET", customers, nil, "Authorization", "Bearer "+p.key))
	no(p.Send("", "GET", customers, nil, "Authorization", "ApiKey "+token))
	no(p.ask("GET", customers, nil, "Authorization", "Bearer "+fresh))
	no(p.ask("GET", p.account+"/nothing", nil))
	return refused.String()
}

// The command line shows a key only when creating it. Neither commands nor errors show configured secrets.
func TestCommandsShowNoSecret(t *testing.T) {
	url, _, key := newDatabase(t)
	secrets := secretsSeen{"the API key": key, "the signing key": strings.Repeat("k", 32), "the signing key in base64": strings.Split(kit.Keys, ":")[1]}
	for _, args := range [][]string{
		{"keys", "list"}, {"keys", "list", "--json"}, {"accounts", "list", "--json"}, {"migrate", "--status"}, {"version"}, {"openapi"}, {"--help"}, {"serve", "--help"},
		{"serve", "--address", "nowhere"}, {"keys", "revoke", key}, {"import", "--account", "none", "/nowhere"},
	} {
		out, _ := kit.Command(t, url, args...)
		if found := secrets.in(out); len(found) > 0 {
			t.Errorf("%v shows: %v", args, found)
		}
	}
}
