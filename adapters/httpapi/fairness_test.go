package httpapi

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
)

func TestWritesIntoAnAccountThatIsImportedAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, func(o *Options) { o.Busy = func(uuid.UUID) bool { return true } })
	a := s.do("POST", s.path(""), `{"name":"Rex"}`)
	a.problem(t, http.StatusServiceUnavailable, "unavailable")
	if a.header.Get("Retry-After") != "2" {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	if a := s.do("GET", s.path(""), ""); a.status != http.StatusOK {
		t.Errorf("a read is answered with %d", a.status)
	}
}
