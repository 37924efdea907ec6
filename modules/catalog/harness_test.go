package catalog_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/testkit"
)

// shop is the catalog of a fresh account.
type shop struct {
	*testkit.Kit
	*catalog.Service
}

func open(t *testing.T) *shop {
	t.Helper()
	t.Parallel()
	k := testkit.New(t, fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)})
	return &shop{k, catalog.NewService(store.New(k.DB), k.Env())}
}

func (s *shop) importType(name string) importing.Type {
	all := []importing.Type{s.TaxImport(), s.AddonImport(), s.RateImport(), s.CategoryImport(), s.RetailImport(), s.AdjustmentImport()}
	return all[slices.IndexFunc(all, func(t importing.Type) bool { return t.Name == name })]
}

// load imports lines of one type, see testkit.Kit.Import.
func (s *shop) load(recordType string, lines ...string) []string {
	s.Helper()
	return s.Import(s.importType(recordType), s.id, lines...)
}

func (s *shop) mustLoad(recordType string, lines ...string) {
	s.Helper()
	s.MustImport(s.importType(recordType), s.id, lines...)
}

func (s *shop) id(recordType, externalID string) uuid.UUID {
	s.Helper()
	return s.IDOf(s.importType(recordType), externalID)
}

func (s *shop) asCustomer() context.Context { return s.AsCustomer(ids.New()) }

// neighbour is the same service asked about another account.
func (s *shop) neighbour() *shop { return &shop{s.AnotherAccount(), s.Service} }
