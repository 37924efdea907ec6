package petcarecmd

import (
	"runtime/debug"
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
