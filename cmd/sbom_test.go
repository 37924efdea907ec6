package petcarecmd

import (
	"runtime/debug"
	"slices"
	"testing"
)

// The Go tool lists the modules in programs, not in test binaries: make check looks at the list of the program.
func TestBillOfMaterialsHoldsTheHashesOfGoSum(t *testing.T) {
	t.Parallel()
	c := componentOf("library", debug.Module{Path: "example.com/x", Version: "v1.2.3", Sum: "h1:ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="})
	if c.PURL != "pkg:golang/example.com/x@v1.2.3" || len(c.Hashes) != 1 || c.Hashes[0].Algorithm != "SHA-256" ||
		c.Hashes[0].Content != "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb" {
		t.Errorf("%+v", c)
	}
}

func TestBillOfMaterialsNamesModulesWhateverReplacesThem(t *testing.T) {
	t.Parallel()
	b := bomOf(&debug.BuildInfo{GoVersion: "go1.26.0", Deps: []*debug.Module{
		{Path: "example.com/x", Version: "v1.0.0", Replace: &debug.Module{Path: "../x", Version: "(devel)"}},
		{Path: "example.com/y", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v1.0.1"}},
	}}, "v1.4.0")
	var got []string
	for _, c := range b.Components {
		got = append(got, c.PURL)
	}
	want := []string{"pkg:golang/example.com/x@v1.0.0", "pkg:golang/example.com/fork@v1.0.1", "pkg:golang/std@1.26.0"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
