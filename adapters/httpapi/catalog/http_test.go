package catalog_test

import (
	"testing"

	"github.com/petcare/petcare/adapters/apitest"
	"github.com/petcare/petcare/adapters/httpapi"
	routes "github.com/petcare/petcare/adapters/httpapi/catalog"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/catalogfx"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

// site is the module behind HTTP, with a file imported into a fresh account.
type site struct{ *apitest.Site }

func open(t *testing.T, file string) site {
	t.Helper()
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)})
	s := site{apitest.Open(k, httpapi.Options{}, catalogfx.Module, routes.Module)}
	s.Load(file)
	return s
}

// get sends a GET with a key that may read the catalog.
func (s site) get(path string) apitest.Answer {
	s.Helper()
	return s.Do("catalog:read", "GET", path, "")
}

func (s site) asCustomer(path string) apitest.Answer {
	s.Helper()
	return s.Do("Bearer "+ids.New().String(), "GET", path, "")
}

func (s site) names(path string) string { s.Helper(); return s.get(path).Joined("name") }

// id returns the id of the first record of a list.
func (s site) id(path string) string { s.Helper(); return s.get(path).Values("id")[0].(string) }
