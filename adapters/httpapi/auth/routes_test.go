package auth

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/testkit"
)

func TestOperationsAreDocumentedWithoutWhatIsInside(t *testing.T) {
	t.Parallel()
	a := httpapi.New(httpapi.Options{})
	handler{}.register(a)
	text := testkit.Must[[]byte](t)(a.Document())
	document := string(text)
	for _, want := range []string{"LoginInput", "AccessToken", "refresh_expires_at", "#/components/schemas/Customer"} {
		if !strings.Contains(document, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	if strings.Contains(document, "name: Authorization\n                  in: header") || strings.Contains(document, "Profile") {
		t.Error("the document shows what is only inside")
	}
}

func FuzzBearerOf(f *testing.F) {
	for _, seed := range []string{"", "Bearer", "Bearer a.b.c", "bearer  x ", "ApiKey pck_1", "Bearer\ta", "Basic YTpi", "Bearer a b", "\xff\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		token, ok := bearerOf(header)
		if ok && (token == "" || !strings.Contains(header, token) || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(header)), "bearer ")) {
			t.Errorf("%q is read as %q", header, token)
		}
	})
}
