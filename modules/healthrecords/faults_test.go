package healthrecords_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/petcare/petcare/platform/apperr"
)

// wantFaults checks that err names exactly these faults, as "field code".
func wantFaults(t *testing.T, err error, want ...string) {
	t.Helper()
	var e *apperr.Error
	if !errors.As(err, &e) {
		t.Errorf("%v, want %v", err, want)
		return
	}
	if got := faultCodes(e.Errors); !slices.Equal(got, want) {
		t.Errorf("faults %v, want %v", got, want)
	}
}

func faultCodes(faults []apperr.FieldError) []string {
	var got []string
	for _, f := range faults {
		got = append(got, f.Field+" "+f.Code)
	}
	return got
}
