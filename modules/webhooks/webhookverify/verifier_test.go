package webhookverify_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/webhooks/webhookverify"
)

const (
	current  = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
	old      = "a secret that somebody chose"
	eventID  = "0199f0c4-6c1e-7d3a-9a55-3f1c1f0c7b11"
	bodyText = `{"id":"` + eventID + `","type":"pet.updated","created_at":"2026-03-01T10:00:00Z","api_version":"1.0.0",` +
		`"account_id":"a1","sequence":7,"actor":{"type":"api_key","id":"k1","name":"Front desk"},` +
		`"data":{"object":{"id":"p1","name":"Rex"},"previous":{"name":"Max"}}}`
)

const accepted = webhookverify.Reason("")

func now() time.Time { return time.Unix(1772359200, 0) }

func verifier(t testing.TB, secrets ...string) *webhookverify.Verifier {
	t.Helper()
	v, err := webhookverify.New(webhookverify.Options{Secrets: secrets, Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// both returns the headers of a delivery signed with secret at a time, in both families.
func both(secret string, at time.Time) http.Header {
	h := serviceOnly(secret, at)
	maps.Copy(h, standardOnly(secret, at))
	return h
}

func serviceOnly(secret string, at time.Time) http.Header {
	return headers(
		webhookverify.HeaderTimestamp, fmt.Sprint(at.Unix()),
		webhookverify.HeaderSignature, webhookverify.Sign(secret, at, []byte(bodyText)))
}

func standardOnly(secret string, at time.Time) http.Header {
	return headers(
		webhookverify.HeaderStandardID, eventID,
		webhookverify.HeaderStandardTimestamp, fmt.Sprint(at.Unix()),
		webhookverify.HeaderStandardSignature, webhookverify.SignStandard(secret, eventID, at, []byte(bodyText)))
}

func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

func with(h http.Header, name, value string) http.Header {
	h = h.Clone()
	if value == "" {
		h.Del(name)
		return h
	}
	h.Set(name, value)
	return h
}

func TestCheckAcceptsAndRejects(t *testing.T) {
	t.Parallel()
	at := now()
	rotation := with(serviceOnly(current, at), webhookverify.HeaderSignaturePrevious, webhookverify.Sign(old, at, []byte(bodyText)))
	twoEntries := with(standardOnly(current, at), webhookverify.HeaderStandardSignature,
		webhookverify.SignStandard(current, eventID, at, []byte(bodyText))+" v1a,asymmetric "+webhookverify.SignStandard(old, eventID, at, []byte(bodyText)))
	const zeros = "sha256=0000000000000000000000000000000000000000000000000000000000000000"

	for name, c := range map[string]struct {
		header  http.Header
		secrets []string
		body    string
		want    webhookverify.Reason
	}{
		"both families":                         {both(current, at), []string{current}, bodyText, accepted},
		"X-Service only":                        {serviceOnly(current, at), []string{current}, bodyText, accepted},
		"standard only":                         {standardOnly(current, at), []string{current}, bodyText, accepted},
		"standard with a chosen secret":         {standardOnly(old, at), []string{old}, bodyText, accepted},
		"one of two known secrets":              {both(current, at), []string{old, current}, bodyText, accepted},
		"old secret, during rotation":           {rotation, []string{old}, bodyText, accepted},
		"new secret, during rotation":           {rotation, []string{current}, bodyText, accepted},
		"second entry of the standard header":   {twoEntries, []string{old}, bodyText, accepted},
		"X-Service broken, standard right":      {with(both(current, at), webhookverify.HeaderSignature, zeros), []string{current}, bodyText, accepted},
		"exactly five minutes old":              {both(current, at.Add(-5*time.Minute)), []string{current}, bodyText, accepted},
		"exactly five minutes ahead":            {both(current, at.Add(5*time.Minute)), []string{current}, bodyText, accepted},
		"no headers":                            {http.Header{}, []string{current}, bodyText, webhookverify.MissingHeader},
		"timestamp missing":                     {with(serviceOnly(current, at), webhookverify.HeaderTimestamp, ""), []string{current}, bodyText, webhookverify.MissingHeader},
		"id missing":                            {with(standardOnly(current, at), webhookverify.HeaderStandardID, ""), []string{current}, bodyText, webhookverify.MissingHeader},
		"timestamp is a date":                   {with(serviceOnly(current, at), webhookverify.HeaderTimestamp, "2026-03-01T10:00:00Z"), []string{current}, bodyText, webhookverify.MalformedHeader},
		"timestamp is negative":                 {with(serviceOnly(current, at), webhookverify.HeaderTimestamp, "-1"), []string{current}, bodyText, webhookverify.MalformedHeader},
		"timestamp overflows":                   {with(serviceOnly(current, at), webhookverify.HeaderTimestamp, "9223372036854775807"), []string{current}, bodyText, webhookverify.MalformedHeader},
		"other secret":                          {both(old, at), []string{current}, bodyText, webhookverify.WrongSignature},
		"old secret after rotation":             {both(current, at), []string{old}, bodyText, webhookverify.WrongSignature},
		"one byte of the body changed":          {both(current, at), []string{current}, bodyText + " ", webhookverify.WrongSignature},
		"timestamp replaced":                    {with(serviceOnly(current, at.Add(-time.Hour)), webhookverify.HeaderTimestamp, fmt.Sprint(at.Unix())), []string{current}, bodyText, webhookverify.WrongSignature},
		"id replaced":                           {with(standardOnly(current, at), webhookverify.HeaderStandardID, "another"), []string{current}, bodyText, webhookverify.WrongSignature},
		"signature without its scheme":          {with(serviceOnly(current, at), webhookverify.HeaderSignature, webhookverify.Sign(current, at, []byte(bodyText))[len("sha256="):]), []string{current}, bodyText, webhookverify.WrongSignature},
		"signature cut short":                   {with(serviceOnly(current, at), webhookverify.HeaderSignature, webhookverify.Sign(current, at, []byte(bodyText))[:20]), []string{current}, bodyText, webhookverify.WrongSignature},
		"a second over five minutes old":        {both(current, at.Add(-301*time.Second)), []string{current}, bodyText, webhookverify.StaleTimestamp},
		"a second over five minutes ahead":      {both(current, at.Add(301*time.Second)), []string{current}, bodyText, webhookverify.StaleTimestamp},
		"wrong and stale is told as wrong only": {both(old, at.Add(-time.Hour)), []string{current}, bodyText, webhookverify.WrongSignature},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := verifier(t, c.secrets...).Check(c.header, []byte(c.body))
			if c.want == accepted {
				if err != nil {
					t.Fatalf("rejected: %v", err)
				}
				return
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if typed := (*webhookverify.Error)(nil); !errors.As(err, &typed) {
				t.Fatalf("%T is not an *Error", err)
			}
		})
	}
}

func TestToleranceIsConfigurable(t *testing.T) {
	t.Parallel()
	v, err := webhookverify.New(webhookverify.Options{Secrets: []string{current}, Clock: now, Tolerance: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Check(both(current, now().Add(-2*time.Second)), []byte(bodyText)); !errors.Is(err, webhookverify.StaleTimestamp) {
		t.Errorf("two seconds old with a tolerance of one: %v", err)
	}
	if err := v.Check(both(current, now().Add(-time.Second)), []byte(bodyText)); err != nil {
		t.Errorf("one second old with a tolerance of one: %v", err)
	}
}

func TestNewRefusesOptionsThatVerifyNothing(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]webhookverify.Options{
		"no secret":          {},
		"empty secret":       {Secrets: []string{current, ""}},
		"negative tolerance": {Secrets: []string{current}, Tolerance: -1},
		"negative limit":     {Secrets: []string{current}, MaxBody: -1},
	} {
		if _, err := webhookverify.New(o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestVerifyDecodesTheEnvelope(t *testing.T) {
	t.Parallel()
	e, err := verifier(t, current).Verify(both(current, now()), []byte(bodyText))
	if err != nil {
		t.Fatal(err)
	}
	if e.ID != eventID || e.Type != "pet.updated" || e.APIVersion != "1.0.0" || e.AccountID != "a1" || e.Sequence != 7 {
		t.Errorf("envelope: %+v", e)
	}
	if e.Actor != (webhookverify.Actor{Type: "api_key", ID: "k1", Name: "Front desk"}) {
		t.Errorf("actor: %+v", e.Actor)
	}
	if !e.CreatedAt.Equal(time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)) {
		t.Errorf("created at %v", e.CreatedAt)
	}
	if string(e.Data.Object) != `{"id":"p1","name":"Rex"}` || string(e.Data.Previous["name"]) != `"Max"` {
		t.Errorf("data: %s %s", e.Data.Object, e.Data.Previous)
	}
}

func TestDecodeRejectsWhatIsNotAnEnvelope(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"empty":            "",
		"array":            "[]",
		"null":             "null",
		"no id":            `{"type":"pet.updated"}`,
		"no type":          `{"id":"x"}`,
		"trailing bytes":   `{"id":"x","type":"y"} z`,
		"sequence is text": `{"id":"x","type":"y","sequence":"1"}`,
	} {
		if _, err := webhookverify.Decode([]byte(body)); !errors.Is(err, webhookverify.MalformedBody) {
			t.Errorf("%s: %v", name, err)
		}
	}
	e, err := webhookverify.Decode([]byte(`{"id":"x","type":"y","account_id":null,"data":{"object":null,"previous":null},"later":1}`))
	if err != nil || e.Data.Previous != nil || e.AccountID != "" {
		t.Errorf("nulls and later keys: %+v, %v", e, err)
	}
}
