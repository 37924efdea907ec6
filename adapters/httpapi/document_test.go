package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"sync"
	"testing"

	"github.com/petcare/petcare/platform/kernel/idempotency"
)

// repeat stores a refusal: each request is a repeat of the one that got it.
type repeat struct{}

func (repeat) Once(context.Context, idempotency.Request, func(context.Context) (idempotency.Response, error)) (
	kept idempotency.Response, replayed bool, err error) {
	return idempotency.Response{Status: http.StatusConflict}, true, nil
}

func TestTheHeadersOfProblemsAreDocumented(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.RatePerSecond, o.RateBurst, o.Answers = 0.01, 9, repeat{} })
	sent := map[string]bool{}
	for status, a := range map[int]answer{
		401: s.do("GET", s.path(""), "", "X-API-Key", ""), 405: s.do("PUT", s.path(""), "{}"), 503: s.do("GET", "/v1/break/down", ""),
		415: s.do("PATCH", s.path("/"+s.account.String()), "{}", "Content-Type", "text/plain"),
		409: s.do("POST", s.path(""), `{"name":"a"}`, "Idempotency-Key", "one"),
	} {
		if a.status != status {
			t.Errorf("%d, want %d: %s", a.status, status, a.body)
		}
		for name := range a.header {
			sent[name] = true
		}
	}
	for _, common := range commonHeaders {
		delete(sent, common.name)
	}
	for _, known := range []string{"Content-Length", "Content-Type", "Date", "Vary"} {
		delete(sent, known)
	}
	document, err := s.api.render()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Components struct {
			Headers   map[string]any
			Responses map[string]struct {
				Headers map[string]struct {
					Ref string `json:"$ref"`
				}
			}
		}
	}
	if err := json.Unmarshal(document.JSON, &d); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for name, header := range d.Components.Responses["Problem"].Headers {
		documented[http.CanonicalHeaderKey(name)] = true
		if header.Ref != "#/components/headers/"+name || d.Components.Headers[name] == nil {
			t.Errorf("%s is not there: %s", name, header.Ref)
		}
	}
	if !maps.Equal(sent, documented) {
		t.Errorf("sent are %v, documented %v", sent, documented)
	}
}

func TestTheDescriptionNamesEveryAbilityThatAKeyNeeds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		access Access
		want   string
	}{
		{AnyKey(), "every one"},
		{AnyKey().Beside("toys:read"), "`toys:read`"},
		{Ability("toys:read", "toys:write").Beside("shops:read"), "`toys:read` or `toys:write` and `shops:read`"},
	} {
		if got := describe(Operation{Access: c.access}); got != "**Keys:** "+c.want+"." {
			t.Errorf("%+v: %s", c.access, got)
		}
	}
}

// The document is rendered when it is first asked for, while other requests run. A map of routes that is filled meanwhile ends the process.
func TestTheDocumentIsRenderedBesideOtherRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				s.do("PUT", s.path(""), "{}").problem(t, 405, "method_not_allowed")
				s.do("POST", s.path(""), `{"name":""}`).problem(t, 422, "validation_failed")
			}
		})
	}
	wg.Go(func() {
		if a := s.do("GET", "/v1/openapi.json", ""); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
	wg.Wait()
}
