package httpapi

import (
	"slices"
	"strings"
	"testing"
)

func actsForStaff(o *Options) {
	keys := o.Authenticator.(keyring)
	keys.key.Abilities = append(keys.key.Abilities, actStaff)
	o.Authenticator = keys
}

func TestTheLogNamesWhomAKeyActsFor(t *testing.T) {
	t.Parallel()
	s := serve(t, actsForStaff)
	s.do("GET", s.path(""), "", "X-Staff-Id", "u-17", "X-Staff-Name", "Ana%20Gon%C3%A7alves")
	if !strings.Contains(s.log.String(), `"staff_id":"u-17","staff_name":"Ana Gonçalves"`) {
		t.Errorf("log: %s", s.log)
	}
	s.do("GET", "/v1/break/down", "", "X-Staff-Id", "u-18").problem(t, 503, "unavailable") // open to everybody: headers do not count
	if strings.Contains(s.log.String(), "u-18") {
		t.Errorf("log: %s", s.log)
	}
}

func TestNamesOfStaffArePercentEncoded(t *testing.T) {
	t.Parallel()
	s := serve(t, actsForStaff)
	for name, isRight := range map[string]bool{"Zo%C3%AB": true, "Ana+Lee": true, "Ana Lee": true, "Zoë": false, "Zo\xeb": false, "Zoë%20Lee": false, "Zo%C3%AB%0AAdmin": false,
		"Ana%E2%80%AEeeL": false, "Ana%C2%85Lee": false, "%E2%81%A6Ana": false, "%D9%85%D9%87%E2%80%8C%D8%AF": true, "%FF": false} {
		a := s.do("GET", s.path(""), "", "X-Staff-Id", "u-17", "X-Staff-Name", name)
		if (a.status == 200) != isRight {
			t.Errorf("%q: %d", name, a.status)
		}
	}
}

func TestFaultsOfStaffHeadersComeWithAllOthers(t *testing.T) {
	t.Parallel()
	s := serve(t, actsForStaff)
	got := s.do("POST", s.path("?x=1"), `{"nam":"Rex"}`, "X-Staff-Name", "%F", "Idempotency-Key", strings.Repeat("k", 256)).problem(t, 422, "validation_failed")
	want := []string{"body.nam unknown", "body.name required", "header.Idempotency-Key format", "header.X-Staff-Id required",
		"header.X-Staff-Name format", "query.x unknown"}
	if !slices.Equal(got, want) {
		t.Errorf("the faults are %q", got)
	}
}
