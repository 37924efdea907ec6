package tokens

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

var (
	keyOne   = auth.SigningKey{ID: "k1", Secret: []byte("the first key, of 32 bytes or so")}
	keyTwo   = auth.SigningKey{ID: "k2", Secret: []byte("the other key, of 32 bytes or so")}
	someTime = time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC)
)

func newTokens(t testing.TB, keys ...auth.SigningKey) *Tokens {
	t.Helper()
	made := testkit.Must[*Tokens](t)(New(keys))
	return made
}

func someClaims() auth.Claims {
	return auth.Claims{ID: ids.New(), Session: ids.New(), Account: ids.New(), Customer: ids.New(),
		IssuedAt: someTime, ExpiresAt: someTime.Add(15 * time.Minute)}
}

func sign(t testing.TB, tokens *Tokens, c auth.Claims) string {
	t.Helper()
	token := testkit.Must[string](t)(tokens.Sign(c))
	return token
}

func TestTokenSaysWhatWasSigned(t *testing.T) {
	t.Parallel()
	tokens, c := newTokens(t, keyOne), someClaims()
	got, err := tokens.Read(sign(t, tokens, c), someTime, false)
	if err != nil || got != c {
		t.Errorf("got %+v, %v, not %+v", got, err, c)
	}
}

func TestExpiredTokenIsReadOnlyWhenAskedFor(t *testing.T) {
	t.Parallel()
	tokens, c := newTokens(t, keyOne), someClaims()
	token := sign(t, tokens, c)
	if _, err := tokens.Read(token, c.ExpiresAt.Add(-time.Microsecond), false); err != nil {
		t.Errorf("in its last moment: %v", err)
	}
	if _, err := tokens.Read(token, c.ExpiresAt, false); !apperr.Is(err, apperr.Unauthenticated) {
		t.Errorf("expired: %v", err)
	}
	if _, err := tokens.Read(token, c.ExpiresAt.Add(time.Hour), true); err != nil {
		t.Errorf("expired, for a refresh: %v", err)
	}
}

func TestKeysRotate(t *testing.T) {
	t.Parallel()
	before, during, after := newTokens(t, keyOne), newTokens(t, keyTwo, keyOne), newTokens(t, keyTwo)
	old, fresh := sign(t, before, someClaims()), sign(t, during, someClaims())
	for _, c := range []struct {
		what   string
		tokens *Tokens
		token  string
		ok     bool
	}{
		{"an old token during the rotation", during, old, true}, {"a new token during the rotation", during, fresh, true},
		{"a new token after it", after, fresh, true}, {"an old token after it", after, old, false},
		{"a new token before it", before, fresh, false},
	} {
		if _, err := c.tokens.Read(c.token, someTime, false); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

func TestKeysThatCannotSignAreRefusedWithoutBeingShown(t *testing.T) {
	t.Parallel()
	short := auth.SigningKey{ID: "short", Secret: []byte("hunter2")}
	for _, keys := range [][]auth.SigningKey{nil, {short}, {{Secret: keyOne.Secret}}, {keyOne, keyOne}, {keyOne, short}} {
		_, err := New(keys)
		if err == nil {
			t.Errorf("%v are taken", keys)
		} else if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), string(keyOne.Secret)) {
			t.Errorf("the error shows a key: %v", err)
		}
	}
}

// plain returns the claims of a valid token.
func plain() jwt.MapClaims {
	return jwt.MapClaims{"iss": issuer, "aud": audience, "sub": ids.New().String(), "jti": ids.New().String(), "sid": ids.New().String(),
		"account_id": ids.New().String(), "iat": someTime.Unix(), "exp": someTime.Add(10 * time.Minute).Unix()}
}

func forge(t testing.TB, method jwt.SigningMethod, key any, header map[string]any, c jwt.MapClaims) string {
	t.Helper()
	token := jwt.NewWithClaims(method, c)
	maps.Copy(token.Header, header)
	signed := testkit.Must[string](t)(token.SignedString(key))
	return signed
}

func TestTokenInOrderIsRead(t *testing.T) {
	t.Parallel()
	c := plain()
	for range 2 {
		token := forge(t, jwt.SigningMethodHS256, keyOne.Secret, map[string]any{"kid": "k1"}, c)
		if _, err := newTokens(t, keyOne).Read(token, someTime, false); err != nil {
			t.Error(err) // otherwise the tests below would prove nothing
		}
		c["iat"] = someTime.Add(time.Minute).Unix() // by the clock of another replica
	}
}

func TestTokenWithAnyClaimOutOfOrderIsRefused(t *testing.T) {
	t.Parallel()
	tokens := newTokens(t, keyOne)
	for claim, values := range map[string][]any{
		"iss": {nil, "", "other", 7}, "aud": {nil, "other", []string{}, []string{audience, "other"}},
		"sub": {nil, "", "x", strings.ToUpper(ids.New().String())}, "jti": {nil, ""}, "sid": {nil, "", 1}, "account_id": {nil, ""},
		"iat": {nil, someTime.Add(time.Minute + time.Second).Unix(), "now", 1e300}, "pad": {strings.Repeat("x", 2048)}, "exp": {nil, someTime.Unix(), someTime.Add(-time.Hour).Unix(), "never"},
	} {
		for _, v := range values {
			c := plain()
			c[claim] = v
			if v == nil {
				delete(c, claim)
			}
			token := forge(t, jwt.SigningMethodHS256, keyOne.Secret, map[string]any{"kid": "k1"}, c)
			if _, err := tokens.Read(token, someTime, false); !apperr.Is(err, apperr.Unauthenticated) {
				t.Errorf("%s %v: %v", claim, v, err)
			}
		}
	}
}

func TestAlgorithmAndKeyAreNotTakenFromTheToken(t *testing.T) {
	t.Parallel()
	tokens := newTokens(t, keyOne, keyTwo)
	kid := map[string]any{"kid": "k1"}
	segment := func(v any) string {
		text := testkit.Must[[]byte](t)(json.Marshal(v))
		return base64.RawURLEncoding.EncodeToString(text)
	}
	nested := strings.Repeat("[", 600) + strings.Repeat("]", 600)
	for what, token := range map[string]string{
		"none":              forge(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, kid, plain()),
		"None":              segment(map[string]any{"alg": "None", "kid": "k1"}) + "." + segment(plain()) + ".",
		"HS384":             forge(t, jwt.SigningMethodHS384, keyOne.Secret, kid, plain()),
		"HS512":             forge(t, jwt.SigningMethodHS512, keyOne.Secret, kid, plain()),
		"another key's kid": forge(t, jwt.SigningMethodHS256, keyOne.Secret, map[string]any{"kid": "k2"}, plain()),
		"unknown kid":       forge(t, jwt.SigningMethodHS256, keyOne.Secret, map[string]any{"kid": "../k1"}, plain()),
		"no kid":            forge(t, jwt.SigningMethodHS256, keyOne.Secret, nil, plain()),
		"kid is a list":     forge(t, jwt.SigningMethodHS256, keyOne.Secret, map[string]any{"kid": []string{"k1"}}, plain()),
		"empty key":         forge(t, jwt.SigningMethodHS256, []byte{}, map[string]any{"kid": ""}, plain()),
		"huge":              strings.Repeat("a", 1<<20),
		"dots":              strings.Repeat(".", 2000),
		"nested":            base64.RawURLEncoding.EncodeToString([]byte(nested)) + ".e30.",
		"empty":             "",
	} {
		if _, err := tokens.Read(token, someTime, true); !apperr.Is(err, apperr.Unauthenticated) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestEveryChangedCharacterOfATokenIsNoticed(t *testing.T) {
	t.Parallel()
	tokens := newTokens(t, keyOne)
	token := sign(t, tokens, someClaims())
	for i := range token {
		others := "Aa0-_.= \x00"
		if i == len(token)-1 { // some of its bits are of no use
			others += "BCDEFGHIJKLMNOPQRSTUVWXYZbcdefghijklmnopqrstuvwxyz123456789"
		}
		for _, c := range others {
			wrong := token[:i] + string(c) + token[i+1:]
			if wrong == token {
				continue
			}
			if _, err := tokens.Read(wrong, someTime, false); err == nil {
				t.Errorf("%q passes for %q", wrong, token)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	tokens := newTokens(f, keyOne)
	f.Add(sign(f, tokens, someClaims()))
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Add("a.b.c")
	f.Add(strings.Repeat(".", 100))
	f.Fuzz(func(t *testing.T, token string) {
		c, err := tokens.Read(token, someTime, true)
		switch {
		case err == nil && sign(t, tokens, c) == "":
			t.Error("read what cannot be signed")
		case err != nil && !apperr.Is(err, apperr.Unauthenticated):
			t.Errorf("an unexpected error: %v", err)
		case err != nil && len(token) > 4 && strings.Contains(err.Error(), token):
			t.Errorf("the error repeats the token: %v", err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	tokens := newTokens(b, keyOne)
	token := sign(b, tokens, someClaims())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tokens.Read(token, someTime, false); err != nil {
			b.Fatal(err)
		}
	}
}
