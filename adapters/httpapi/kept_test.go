package httpapi

import "testing"

func TestOnlyAnswersToWhatWasCarriedOutAreKept(t *testing.T) {
	t.Parallel()
	for status, kept := range map[int]bool{
		200: true, 201: true, 202: true, 204: true, 404: true, 409: true, 412: true, 422: true,
		400: false, 401: false, 403: false, 413: false, 415: false, 429: false, 500: false, 503: false,
	} {
		if isKept(status) != kept {
			t.Errorf("%d: kept %t", status, !kept)
		}
	}
}
