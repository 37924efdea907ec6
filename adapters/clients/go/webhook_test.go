package petcare_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	petcare "github.com/petcare/petcare/adapters/clients/go"
	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

func TestReceiveTellsWhyADeliveryIsNotTaken(t *testing.T) {
	t.Parallel()
	const secret = "a secret that is long enough"
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: []string{secret}})
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	var told error
	h := petcare.Receive(verifier, func(context.Context, petcare.Event) error { return full },
		func(_ *http.Request, err error) { told = err })
	now := time.Now()
	for name, c := range map[string]struct {
		text, secret string
		status       int
		is           func(error) bool
	}{
		"signed with another secret": {`{"id": "1", "type": "dog.barked"}`, "another", http.StatusUnauthorized,
			func(err error) bool { return errors.Is(err, webhookverify.WrongSignature) }},
		"no event of petcare": {`{"id": "1", "type": "pet.created", "data": {"object": {"id": 7}}}`, secret, http.StatusInternalServerError,
			func(err error) bool { return err != nil && !errors.Is(err, full) }},
		"not handled": {`{"id": "1", "type": "dog.barked"}`, secret, http.StatusInternalServerError,
			func(err error) bool { return errors.Is(err, full) }},
	} {
		told = nil
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(c.text))
		r.Header.Set(webhookverify.HeaderTimestamp, fmt.Sprint(now.Unix()))
		r.Header.Set(webhookverify.HeaderSignature, webhookverify.Sign(c.secret, now, []byte(c.text)))
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != c.status || !c.is(told) {
			t.Errorf("%s: %d, told %v", name, w.Code, told)
		}
	}
}

// A 4xx would be the end of the delivery.
func TestReceiveAsksAgainForADeliveryThatStalls(t *testing.T) {
	t.Parallel()
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: []string{"a secret that is long enough"}})
	if err != nil {
		t.Fatal(err)
	}
	h := petcare.Receive(verifier, func(context.Context, petcare.Event) error { return nil }, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(100 * time.Millisecond)) // as by the timeout of a server
		h.ServeHTTP(w, r)
	}))
	defer server.Close()
	stalling, sender := io.Pipe()
	defer sender.Close()
	response, err := http.Post(server.URL, "application/json", stalling)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%d", response.StatusCode)
	}
}

func TestReceiveGivesTheEventThatTheFeedGives(t *testing.T) {
	t.Parallel()
	const secret = "a secret that is long enough"
	const text = `{"id": "1", "type": "dog.barked", "created_at": "2026-03-14T09:26:53.5Z", "api_version": "1.0.0", "account_id": "a",
		"sequence": 7, "actor": {"type": "system", "id": null, "name": "", "via": null}, "data": {"object": {"a": 1}, "previous": null}}`
	want, err := petcare.ParseEvent([]byte(text))
	if err != nil || want.Info().Actor.ID != nil {
		t.Fatalf("%+v %v", want, err)
	}
	verifier, err := webhookverify.New(webhookverify.Options{Secrets: []string{secret}})
	if err != nil {
		t.Fatal(err)
	}
	var got petcare.Event
	h := petcare.Receive(verifier, func(_ context.Context, e petcare.Event) error { got = e; return nil }, nil)
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
	now := time.Now()
	r.Header.Set(webhookverify.HeaderTimestamp, fmt.Sprint(now.Unix()))
	r.Header.Set(webhookverify.HeaderSignature, webhookverify.Sign(secret, now, []byte(text)))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNoContent || !reflect.DeepEqual(got, want) {
		t.Errorf("%d, got %+v, want %+v", w.Code, got, want)
	}
}
