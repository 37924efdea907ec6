package configlists_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"

	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/configlists"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency/store"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the module behind HTTP, with a fresh account. Two pets have values of all fields.
type site struct {
	*apitest.Site
	told *[]any
}

func open(t testing.TB) site {
	t.Helper()
	return openOn(t, testkit.New(t, tables...))
}

var tables = []fxgroups.Migrations{store.Migrations(), {Module: "configlists", Files: fxgroups.Sub(configlists.Files)}}

func openOn(t testing.TB, k *testkit.Kit) site {
	t.Helper()
	box := testkit.Must[*secrets.Box](t)(secrets.NewBox([]secrets.Key{{ID: "k", Secret: bytes.Repeat([]byte{7}, 32)}}))
	told := &[]any{}
	inUse := events.On("test", func(_ context.Context, e configlists.FieldRemoved) error {
		*told = append(*told, e)
		if e.Force {
			return nil
		}
		err := apperr.NewConflict("in_use", "2 pets have a value")
		err.Count = 2
		return err
	})
	removed := events.On("test", func(_ context.Context, e configlists.OptionsRemoved) error {
		*told = append(*told, e)
		return nil
	})
	return site{apitest.Open(k, httpapi.Options{Answers: store.New(k.DB, box)}, configlistsfx.Module, routes.Module,
		fx.Options(fxgroups.ProvideReaction(func() events.Reaction { return inUse }), fxgroups.ProvideReaction(func() events.Reaction { return removed })),
	), told}
}

// do sends a request with a key with all abilities.
func (s site) do(method, path, body string, headers ...string) apitest.Answer {
	s.Helper()
	return s.Do("*", method, path, body, headers...)
}

func (s site) want(a apitest.Answer, status int, code string, faults ...string) {
	s.Helper()
	a.Want(status, code, faults...)
}

func (s site) make(path, body string) map[string]any {
	s.Helper()
	a := s.do("POST", path, body).Want(http.StatusCreated, "")
	if id, _ := a.Body["id"].(string); a.Header.Get("Location") != s.Base()+path+"/"+id || a.Header.Get("ETag") != `"1"` {
		s.Fatalf("%s: %v", a.What, a.Header)
	}
	return a.Body
}
