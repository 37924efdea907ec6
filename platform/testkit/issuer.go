package testkit

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// IssuerClient and IssuerSecret are the client that an Issuer knows.
const (
	IssuerClient = "petcare"
	IssuerSecret = "the secret of the client"
)

// Issuer is an OpenID Connect issuer: the code flow with PKCE, for one client. Whoever comes is signed in at once, as Claims say.
type Issuer struct {
	URL    string
	Claims map[string]any                     // of the person, such as email
	Change func(claims map[string]any)        // nil, or what is wrong with the id token's claims
	Forge  func(claims map[string]any) string // nil, or makes the id token

	t     testing.TB
	clock clock.Clock
	mu    sync.Mutex
	keys  []jose.JSONWebKey // the first signs, all are published
	codes map[string]url.Values
}

// NewIssuer starts an Issuer, which signs with the time of c.
func NewIssuer(t testing.TB, c clock.Clock) *Issuer {
	t.Helper()
	i := &Issuer{t: t, clock: c, codes: map[string]url.Values{}}
	i.Rotate()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		i.send(w, map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
			"jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"}})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		set := jose.JSONWebKeySet{}
		for _, k := range i.keys {
			set.Keys = append(set.Keys, k.Public())
		}
		i.send(w, set)
	})
	mux.HandleFunc("GET /authorize", i.authorize)
	mux.HandleFunc("POST /token", i.token)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.URL = server.URL
	return i
}

func (i *Issuer) send(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// Rotate makes a new key, which signs from now on in place of all others.
func (i *Issuer) Rotate() {
	i.mu.Lock()
	defer i.mu.Unlock()
	key := Must[*rsa.PrivateKey](i.t)(rsa.GenerateKey(rand.Reader, 2048))
	i.keys = []jose.JSONWebKey{{Key: key, KeyID: ids.New().String(), Algorithm: "RS256", Use: "sig"}}
}

func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	if asked.Get("client_id") != IssuerClient || asked.Get("response_type") != "code" || asked.Get("code_challenge_method") != "S256" {
		http.Error(w, "this is not the code flow with PKCE of the client", http.StatusBadRequest)
		return
	}
	code := ids.New().String()
	i.mu.Lock()
	i.codes[code] = asked
	i.mu.Unlock()
	back := url.Values{"code": {code}, "state": {asked.Get("state")}, "iss": {i.URL}}
	http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	asked, known := i.codes[r.FormValue("code")]
	delete(i.codes, r.FormValue("code"))
	i.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	id, secret, _ := r.BasicAuth()
	if !known || id != IssuerClient || secret != url.QueryEscape(IssuerSecret) || r.FormValue("redirect_uri") != asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != asked.Get("code_challenge") {
		w.WriteHeader(http.StatusBadRequest)
		i.send(w, map[string]string{"error": "invalid_grant"})
		return
	}
	now := i.clock.Now()
	claims := map[string]any{"iss": i.URL, "aud": IssuerClient, "sub": "person", "nonce": asked.Get("nonce"), "iat": now.Unix(),
		"exp": now.Add(5 * time.Minute).Unix(), "email_verified": true}
	maps.Copy(claims, i.Claims)
	if i.Change != nil {
		i.Change(claims)
	}
	sign := i.Sign
	if i.Forge != nil {
		sign = i.Forge
	}
	i.send(w, map[string]any{"access_token": "unused", "token_type": "Bearer", "id_token": sign(claims)})
}

// Sign makes an id token with the issuer's key.
func (i *Issuer) Sign(claims map[string]any) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return SignWith(i.t, jose.RS256, i.keys[0], claims)
}

// SignWith makes a token with a key.
func SignWith(t testing.TB, algorithm jose.SignatureAlgorithm, key jose.JSONWebKey, claims map[string]any) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Error(err)
	}
	return token
}

// PublicKey is the key with which id tokens are verified.
func (i *Issuer) PublicKey() jose.JSONWebKey {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.keys[0].Public()
}
