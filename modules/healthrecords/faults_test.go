package healthrecords_test

import (
	"testing"

	"github.com/petcare/petcare/platform/testkit"
)

// wantFaults checks that err names exactly these faults, as "field code".
func wantFaults(t testing.TB, err error, want ...string) {
	t.Helper()
	testkit.WantFieldErrors(t, err, want...)
}
